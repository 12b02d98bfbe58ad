package axioms

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"dporbench/model"
	"dporbench/model/event"
)

// record is an execution as its key has it: the events of each thread, the source of each read, and the order of the writes of
// each location. A thread is identified by its number or, if it is spawned, by its parent and its place among the children;
// a write by its thread (its actor, if it is buffered) and its place among the events of that thread.
type record struct {
	labels  map[int]string // of threads
	threads map[string]string
	spawned map[string]int
	orders  [][]string
}

const initially = "initial"

func newRecord(p *model.Program) *record {
	return &record{map[int]string{}, map[string]string{}, map[string]int{}, make([][]string, p.NumVars()+p.NumMutexes())}
}

func (r *record) label(thread int) string {
	if label, ok := r.labels[thread]; ok {
		return label
	}
	return fmt.Sprint(thread)
}

// spawn labels a child of a thread.
func (r *record) spawn(thread, child int) {
	label := r.label(thread)
	r.spawned[label]++
	r.labels[child] = fmt.Sprintf("%s.%d", label, r.spawned[label])
}

// add adds an event to its thread. Its source is "" if it is not a read.
func (r *record) add(thread int, k event.Kind, object int, source string) {
	line := fmt.Sprintf(" %v %d", k, object)
	if k.OnThread() {
		line = fmt.Sprintf(" %v %s", k, r.label(object))
	}
	if source != "" {
		line += " of " + source
	}
	r.threads[r.label(thread)] += line
}

func (r *record) key() string {
	var lines []string
	for _, label := range slices.Sorted(maps.Keys(r.threads)) {
		lines = append(lines, label+":"+r.threads[label])
	}
	for x, order := range r.orders {
		if len(order) > 0 {
			lines = append(lines, fmt.Sprintf("co %d: %s", x, strings.Join(order, " ")))
		}
	}
	return strings.Join(lines, "\n")
}

func (r *record) writeName(buffered bool, thread int, x, n int) string {
	if buffered {
		return fmt.Sprintf("buffer/%s/%d/%d", r.label(thread), x, n)
	}
	return fmt.Sprintf("%s/%d", r.label(thread), n)
}

// key is the key of the execution.
func (c *candidates) key() string {
	r := newRecord(c.program)
	for _, e := range c.events {
		if e.kind == event.Spawn {
			r.spawn(e.thread, e.object)
		}
	}
	for _, e := range c.events {
		source := ""
		if e.kind == event.Read {
			source = c.name(r, e.source)
		}
		if !e.stuck && !c.delayed(&e) {
			r.add(e.thread, e.kind, e.object, source)
		}
	}
	for x, order := range c.orders {
		for _, w := range order {
			r.orders[x] = append(r.orders[x], c.name(r, w))
		}
	}
	return r.key()
}

// delayed reports whether e is a store that waits in a buffer.
func (c *candidates) delayed(e *guess) bool { return e.store > 0 && c.memory.Buffers() }

// name identifies a write in keys.
func (c *candidates) name(r *record, w int) string {
	if w == initial {
		return initially
	}
	e := &c.events[w]
	if c.delayed(e) {
		return r.writeName(true, e.thread, e.object, e.store)
	}
	n := 1
	for i := w - e.index; i < w; i++ {
		if !c.delayed(&c.events[i]) {
			n++
		}
	}
	return r.writeName(false, e.thread, e.object, n)
}

// KeyOf is the key of an execution, given by its events, of a program that Executions takes.
func KeyOf(p *model.Program, events []event.Event) string {
	r := newRecord(p)
	for _, e := range events {
		thread, object, source := int(e.Thread), int(e.Object), ""
		if e.Kind.OnMutex() {
			object += p.NumVars()
		}
		switch {
		case e.IsFlush():
			r.orders[object] = append(r.orders[object], r.writeName(true, int(e.Issuer()), object, int(e.Index)))
			continue
		case e.Kind == event.Spawn:
			r.spawn(thread, object)
		case e.HasReference():
			source = r.follow(e, object)
		case e.ReadsOwn():
			source = r.writeName(true, thread, object, int(e.Ref))
		case e.Kind == event.Read && len(r.orders[object]) == 0:
			source = initially
		case e.Kind == event.Read:
			source = r.orders[object][len(r.orders[object])-1]
		case e.Kind.Writes():
			r.orders[object] = append(r.orders[object], r.writeName(false, thread, object, int(e.Index)))
		}
		r.add(thread, e.Kind.FromMemory(), object, source)
	}
	return r.key()
}

// follow returns the source of e, which has a reference, if it is a read, and otherwise places e in mo.
func (r *record) follow(e event.Event, object int) (source string) {
	of := initially
	if t, i, ok := e.RefersTo(); ok {
		of = r.writeName(false, int(t), object, int(i))
	}
	if e.Kind == event.Read {
		return of
	}
	order := &r.orders[object]
	*order = slices.Insert(*order, slices.Index(*order, of)+1, r.writeName(false, int(e.Thread), object, int(e.Index)))
	return ""
}
