package axioms

import (
	"slices"

	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// findPaths lists the events of each thread for all values that variables might have. Its writes
// may add values, and so on; a value that depends on n others takes n turns. ok is also false if there are too many.
func (c *candidates) findPaths() (ok bool, err error) {
	values := make([][]int64, c.locations())
	for x := range values {
		values[x] = []int64{c.initialAt(x)}
	}
	for t, at := range c.behaviour.Declared() {
		c.starts = append(c.starts, start{t, at})
	}
	for turn, grown := 0, true; grown; turn++ {
		grown = false
		c.paths = map[behaviour.Position][]path{}
		for i := 0; i < len(c.starts); i++ { // which extend makes longer
			s := c.starts[i]
			ok, err := c.extend(s, nil, s.at, values)
			if !ok || err != nil {
				return ok, err
			}
		}
		choices, most := c.size()
		if choices > maxChoices {
			return false, nil
		}
		for _, paths := range c.paths {
			for _, p := range paths {
				for _, e := range p {
					if e.isWrite && !slices.Contains(values[e.object], e.written) && turn <= most {
						values[e.object] = append(values[e.object], e.written)
						grown = true
					}
				}
			}
		}
	}
	return true, nil
}

// maxChoices bounds the choices of paths, for the time that a test takes.
const maxChoices = 20_000

// size returns bounds of the choices of a path for each thread, and of the writes in all of them.
func (c *candidates) size() (choices, writes int) {
	paths, written := map[int]int{}, map[int]int{} // by thread
	for _, s := range c.starts {
		paths[s.thread] = max(paths[s.thread], len(c.paths[s.at]))
		for _, p := range c.paths[s.at] {
			n := 0
			for _, e := range p {
				if e.isWrite {
					n++
				}
			}
			written[s.thread] = max(written[s.thread], n)
		}
	}
	choices = 1
	for t := range paths {
		choices = min(choices*max(1, paths[t]), maxChoices+1)
		writes += written[t]
	}
	return choices, writes
}

// extend adds the paths of a thread that begin with p and continue at that position.
func (c *candidates) extend(from start, p path, at behaviour.Position, values [][]int64) (ok bool, err error) {
	s := c.behaviour.Step(at)
	e := guess{thread: from.thread, index: len(p), object: int(s.Object), source: initial, order: c.behaviour.At(at).Order, step: s}
	if s.Stopped() {
		if p = slices.Clone(p); !s.Ended() { // at a false Assume
			e.stuck = true
			p = append(p, e)
		}
		c.paths[from.at] = append(c.paths[from.at], p)
		return c.memory.Graphs() || s.Ended(), nil
	}
	guesses, ok := c.guess(&e, p, values)
	if !ok {
		return false, nil
	}
	if s.Guard() != nil || e.kind == event.Lock || e.kind == event.Join {
		stuck := e
		stuck.stuck, stuck.reads, stuck.isWrite = true, false, false
		c.paths[from.at] = append(c.paths[from.at], append(slices.Clone(p), stuck))
	}
	for _, value := range guesses {
		if !s.Enabled(value) {
			continue
		}
		if ok, err := c.extendBy(e, value, from, p, at, values); !ok || err != nil {
			return ok, err
		}
	}
	return true, nil
}

// guess determines what e accesses, and returns the values that it might have seen; ok is false if the operation is none that
// Executions takes.
func (c *candidates) guess(e *guess, p path, values [][]int64) (guesses []int64, ok bool) {
	e.kind = e.step.Kind(0)
	if e.kind.OnVariable() && e.object >= c.program.NumVars() {
		return nil, false // a variable that a thread makes
	}
	switch e.kind {
	case event.Write:
		e.store = 1
		for _, before := range p {
			if before.store > 0 && (c.memory != memory.PSO || before.object == e.object) {
				e.store++
			}
		}
		return []int64{0}, true
	case event.Read, event.Update:
		e.reads = true
		return values[e.object], e.step.Guard() == nil || c.memory.Graphs()
	case event.Fence:
		return []int64{0}, true
	case event.Lock, event.Unlock:
		e.object += c.program.NumVars()
		e.reads = e.kind == event.Lock
		return []int64{operation.Free}, c.memory.Graphs()
	case event.Choice:
		for v := range int64(e.step.Values()) {
			guesses = append(guesses, v)
		}
		return guesses, c.memory.Graphs()
	case event.Spawn, event.Join:
		return []int64{0}, c.memory.Graphs()
	}
	return nil, false
}

// extendBy is extend after p and e, which sees that value.
func (c *candidates) extendBy(e guess, value int64, from start, p path, at behaviour.Position, values [][]int64) (ok bool, err error) {
	t, returned := event.ThreadID(from.thread), e.step.Returned(value)
	e.kind, e.seen = e.step.Kind(value), value
	e.isWrite = e.kind.Writes() || e.kind.OnMutex()
	if e.isWrite {
		e.written = e.step.Written(value)
	}
	e.fences = e.step.Drains(c.memory, value)
	if e.kind == event.Choice {
		e.object, returned = int(value), value
	}
	next, err := c.behaviour.After(t, at, returned)
	if err != nil {
		return false, err
	}
	if e.kind == event.Spawn {
		if e.child, err = c.behaviour.Start(event.ThreadID(e.object), at); err != nil {
			return false, err
		}
		if s := (start{e.object, e.child}); !slices.Contains(c.starts, s) {
			c.starts = append(c.starts, s)
		}
	}
	return c.extend(from, append(p[:len(p):len(p)], e), next, values)
}

// choosePaths calls next for each choice of a path for the threads that start there, and for the threads that these spawn.
func (c *candidates) choosePaths(starts []behaviour.Position, next func()) {
	if len(starts) == 0 {
		next()
		return
	}
	from := len(c.events)
	for _, p := range c.paths[starts[0]] {
		c.events = append(c.events[:from], p...)
		more := starts[1:len(starts):len(starts)]
		for i := range p {
			c.events[from+i].id = from + i
			if p[i].child != behaviour.None {
				more = append(more, p[i].child)
			}
		}
		c.choosePaths(more, next)
	}
	c.events = c.events[:from]
}

// chooseSources calls next for each way in which reads can have read the values they have.
func (c *candidates) chooseSources(next func()) { c.chooseSourcesFrom(0, next) }

func (c *candidates) chooseSourcesFrom(i int, next func()) {
	for i < len(c.events) && !c.events[i].reads {
		i++
	}
	if i == len(c.events) {
		next()
		return
	}
	r := &c.events[i]
	if c.initialAt(r.object) == r.seen {
		r.source = initial
		c.chooseSourcesFrom(i+1, next)
	}
	for _, w := range c.events {
		if w.isWrite && w.object == r.object && w.written == r.seen && w.id != i {
			r.source = w.id
			c.chooseSourcesFrom(i+1, next)
		}
	}
}

// chooseOrders calls next for each order of the writes of the locations from x on, by location. Only plausible orders are chosen,
// unless that is nil.
func (c *candidates) chooseOrders(x int, plausible func(order []int) bool, next func()) {
	if x == c.locations() {
		next()
		return
	}
	var writes []int
	for _, w := range c.events {
		if w.isWrite && w.object == x {
			writes = append(writes, w.id)
		}
	}
	c.orders = append(c.orders[:x], writes)
	permute(writes, 0, func() {
		if plausible == nil || plausible(writes) {
			c.chooseOrders(x+1, plausible, next)
		}
	})
}

func permute(s []int, from int, next func()) {
	if from >= len(s)-1 {
		next()
		return
	}
	for i := from; i < len(s); i++ {
		s[from], s[i] = s[i], s[from]
		permute(s, from+1, next)
		s[from], s[i] = s[i], s[from]
	}
}
