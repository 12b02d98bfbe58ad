package axioms

import (
	"slices"

	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/memory"
)

// findPaths lists the events of each thread for all values that variables might have. Its writes
// may add values, and so on; a value that depends on n others takes n turns.
func (c *candidates) findPaths() (ok bool, err error) {
	values := make([][]int64, c.program.NumVars())
	for x := range values {
		values[x] = []int64{(*front.Program)(c.program).Initial(int32(x))}
	}
	for turn, grown := 0, true; grown; turn++ {
		grown = false
		c.paths = make([][]path, c.program.NumThreads())
		most := 0
		for t := range c.paths {
			ok, err := c.extend(t, nil, c.behaviour.Declared()[t], values)
			if !ok || err != nil {
				return ok, err
			}
			long := 0
			for _, p := range c.paths[t] {
				long = max(long, len(p))
			}
			most += long
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

// extend adds the paths of thread t that begin with p and continue at that position.
func (c *candidates) extend(t int, p path, at behaviour.Position, values [][]int64) (ok bool, err error) {
	s := c.behaviour.Step(at)
	if s.Stopped() {
		c.paths[t] = append(c.paths[t], slices.Clone(p))
		return true, nil
	}
	e := guess{thread: t, index: len(p), object: s.Object, source: initial}
	guesses := []int64{0}
	if k := s.Kind(0); k.OnVariable() && int(s.Object) >= len(values) {
		return false, nil // a variable that a thread makes
	}
	switch s.Kind(0) {
	case event.Write:
		e.store = 1
		for _, before := range p {
			if before.store > 0 && (c.memory != memory.PSO || before.object == e.object) {
				e.store++
			}
		}
	case event.Read, event.Update:
		if s.Guard() != nil {
			return false, nil
		}
		e.reads, guesses = true, values[s.Object]
	case event.Fence:
	default:
		return false, nil
	}
	for _, value := range guesses {
		e.kind, e.seen = s.Kind(value), value
		e.isWrite = e.kind.Writes()
		if e.written = 0; e.isWrite {
			e.written = s.Written(value)
		}
		e.fences = s.Drains(c.memory, value)
		next, err := c.behaviour.After(event.ThreadID(t), at, s.Returned(value))
		if err != nil {
			return false, err
		}
		if ok, err := c.extend(t, append(p[:len(p):len(p)], e), next, values); !ok || err != nil {
			return ok, err
		}
	}
	return true, nil
}

// choosePaths calls next for each choice of a path for the threads from t on.
func (c *candidates) choosePaths(t int, next func()) {
	if t == len(c.paths) {
		next()
		return
	}
	from := len(c.events)
	c.first = append(c.first[:t], from)
	for _, p := range c.paths[t] {
		c.events = append(c.events[:from], p...)
		for i := range p {
			c.events[from+i].id = from + i
		}
		c.choosePaths(t+1, next)
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
	if (*front.Program)(c.program).Initial(r.object) == r.seen {
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

// chooseOrders calls next for each order of the writes of the variables from x on.
func (c *candidates) chooseOrders(x int, next func()) {
	if x == c.program.NumVars() {
		next()
		return
	}
	var writes []int
	for _, w := range c.events {
		if w.isWrite && w.object == int32(x) {
			writes = append(writes, w.id)
		}
	}
	c.orders = append(c.orders[:x], writes)
	permute(writes, 0, func() { c.chooseOrders(x+1, next) })
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
