package linear

import (
	"encoding/binary"
	"fmt"
	"maps"
	"slices"

	"github.com/anishathalye/porcupine"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
)

// Failing is a history that a specification does not allow.
type Failing struct {
	History
	// Object is the object of the history; "" if it is the history of several.
	Object string
	// Events are an execution with that history. If the question is about real time, they are the interleaving of the class that fails.
	Events []event.Event
	// Steps are the calls and returns of that interleaving: i is the call of operation i, -1-i its return. There are none
	// if the question is not about real time.
	Steps []int

	model porcupine.Model
}

// Find returns the history of an execution of p that violates the property, or nil.
func Find(p *model.Program, m memory.Model, demanded Property, events []event.Event) (*Failing, error) {
	r, err := newRecorder(p, m)
	if err != nil {
		return nil, err
	}
	defer r.Close()
	if err := r.repeat(events); err != nil {
		return nil, err
	}
	problems, err := r.problems(demanded)
	if err != nil {
		return nil, err
	}
	for _, c := range problems {
		if f, err := r.decide(c); f != nil || err != nil {
			return f, err
		}
	}
	return nil, nil
}

// Operations returns the number of operations, on objects with a specification, in an execution of p.
func Operations(p *model.Program, m memory.Model, demanded Property, events []event.Event) (n int, err error) {
	r, err := newRecorder(p, m)
	if err != nil {
		return 0, err
	}
	defer r.Close()
	if err := r.repeat(events); err != nil {
		return 0, err
	}
	objects := r.specified(demanded)
	for _, s := range r.spans {
		if _, ok := objects[s.invoked.Object]; ok {
			n++
		}
	}
	return n, nil
}

// problem is a history that a specification must allow, and, by real time, also the histories of all interleavings of points.
type problem struct {
	History
	object string
	model  porcupine.Model
	timed  bool
	points []point
	before Order // of points
}

// problems returns the problems that decide whether an execution has the property. It returns an error if a specification lacks an operation.
func (r *recorder) problems(demanded Property) (all []problem, err error) {
	if demanded.Check != nil {
		for _, s := range r.spans {
			if err := demanded.Check(r.operation(s).Input); err != nil {
				return nil, err
			}
		}
	}
	objects := r.specified(demanded)
	if demanded.Question == Observed {
		// Treating the objects one by one would be wrong, unless intervals order the operations.
		h := r.observed(func(name string) bool { _, ok := objects[name]; return ok })
		return []problem{{History: h, model: Of(objects), object: only(objects)}}, nil
	}
	// An interleaving is linearizable if it is so for each of its objects (Herlihy and Wing, Theorem 1).
	for _, name := range slices.Sorted(maps.Keys(objects)) {
		spans := r.begun(func(of string) bool { return of == name })
		c := problem{object: name, model: objects[name], timed: true}
		for _, s := range spans {
			c.Operations = append(c.Operations, r.operation(s))
		}
		c.points, c.before = r.points(spans)
		all = append(all, c)
	}
	return all, nil
}

// only returns the name of the only object, or "".
func only(objects map[string]porcupine.Model) string {
	if len(objects) != 1 {
		return ""
	}
	return slices.Collect(maps.Keys(objects))[0]
}

// specified maps the objects that have operations and a specification to the latter.
func (r *recorder) specified(p Property) map[string]porcupine.Model {
	all := map[string]porcupine.Model{}
	for _, s := range r.spans {
		name := s.invoked.Object
		if m, ok := p.Of[name]; ok {
			all[name] = m
		} else if m, ok := p.Of[""]; ok {
			all[name] = m
		}
	}
	return all
}

// key identifies what decides a problem.
func (c problem) key() string {
	b := binary.AppendVarint(nil, int64(len(c.Operations)))
	for _, op := range c.Operations {
		b = append(binary.AppendVarint(b, int64(op.Thread)), op.Input.Object...)
		b = append(append(append(b, 0), op.Input.Name...), 0, bit(op.Returned))
		for _, values := range [][]int64{op.Input.Args, op.Output} {
			b = binary.AppendVarint(b, int64(len(values)))
			for _, v := range values {
				b = binary.AppendVarint(b, v)
			}
		}
	}
	for _, p := range c.points {
		b = append(b, byte(p.operation), bit(p.begin), bit(p.end))
	}
	for _, order := range []Order{c.before, c.Before} {
		for _, set := range order {
			b = binary.LittleEndian.AppendUint64(b, set)
		}
	}
	return string(b)
}

func bit(b bool) byte {
	if b {
		return 1
	}
	return 0
}

// decide returns the failing history, or nil.
func (r *recorder) decide(c problem) (*Failing, error) {
	if n := max(len(c.Operations), len(c.points)); n > MaxOperations {
		return nil, fmt.Errorf("an execution has %d operations of objects, or beginnings and ends of them: there must be at most %d", n, MaxOperations)
	}
	r.name()
	for i := range c.Operations {
		c.Operations[i].By = r.names[c.Operations[i].Thread]
	}
	f := &Failing{History: c.History, Object: c.object, Events: slices.Clone(r.events()), model: c.model}
	if !c.timed {
		if c.Linearizable(c.model) {
			return nil, nil
		}
		return f, nil
	}
	search := interleavings{operations: c.Operations, points: c.points, before: c.before, m: forgiving(c.model)}
	if search.same() {
		return nil, nil
	}
	path := search.bad()
	if path == nil {
		return nil, nil
	}
	f.follow(c, path)
	if f.Linearizable(c.model) {
		return nil, fmt.Errorf("the two checks of linearizability do not agree on the history %v", f)
	}
	f.Events = r.interleaving(c, path)
	return f, nil
}

// follow makes f the history of an interleaving of points, of which path has only the first.
func (f *Failing) follow(c problem, path []int) {
	f.Before = make(Order, len(f.Operations))
	var begun, over uint64
	add := func(p point) {
		if p.begin {
			f.Steps = append(f.Steps, p.operation)
			f.Before[p.operation] = over
			begun |= 1 << p.operation
		}
		if p.end {
			f.Steps = append(f.Steps, -1-p.operation)
			over |= 1 << p.operation
		}
	}
	for _, i := range path {
		add(c.points[i])
	}
	// An operation that has not begun might as well never begin. The others end later, with known results.
	for i, op := range f.Operations {
		if op.Returned && begun>>i&1 != 0 && over>>i&1 == 0 {
			f.Steps = append(f.Steps, -1-i)
		}
	}
	kept := make([]int, 0, len(f.Operations))
	place := map[int]int{}
	for i := range f.Operations {
		if begun>>i&1 != 0 {
			place[i] = len(kept)
			kept = append(kept, i)
		}
	}
	h := History{Before: make(Order, len(kept))}
	for _, i := range kept {
		h.Operations = append(h.Operations, f.Operations[i])
		for _, j := range kept {
			if f.History.Before.Before(j, i) {
				h.Before.set(place[j], place[i])
			}
		}
	}
	for k, step := range f.Steps {
		if step < 0 {
			f.Steps[k] = -1 - place[-1-step]
		} else {
			f.Steps[k] = place[step]
		}
	}
	f.History = h
}

func (r *recorder) events() []event.Event {
	all := make([]event.Event, r.order.Len())
	for i := range all {
		all[i] = *r.order.At(i)
	}
	return all
}

// interleaving returns an execution of the class with these points in order, and the rest after them.
func (r *recorder) interleaving(c problem, path []int) (all []event.Event) {
	done := make([]bool, r.order.Len())
	upTo := func(at int) {
		for i := range at + 1 {
			if !done[i] && r.order.Before(i, at) {
				done[i] = true
				all = append(all, *r.order.At(i))
			}
		}
	}
	for _, i := range path {
		if at := r.position(c.points[i].thread, c.points[i].place/2); at != none {
			upTo(at)
		}
	}
	for i := range done {
		if !done[i] {
			all = append(all, *r.order.At(i))
		}
	}
	return all
}
