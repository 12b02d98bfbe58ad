package races_test

import (
	"fmt"
	"maps"
	"slices"

	"dporbench/frontends/smallprog"
	"dporbench/model"
)

// An oracle that shares nothing with the package under test, not even the machine: it interprets small programs, runs
// each interleaving to its end, and applies the definitions of C11 to it literally.

// deed is an operation of a thread in an interleaving. Its place there is the place of its effect on memory.
type deed struct {
	thread, place int // among the operations of the thread that are events or stores; other fences have the place of the next one
	order         int // in program order, fences included
	what          string
	object        int
	reads, writes bool
	memory        model.MemoryOrder
	acquires      bool
	from          int // the deed whose write it reads, or -1
	child         int
}

// runner is a thread of the interpreter.
type runner struct {
	name      string
	todo      []smallprog.Statement
	registers [8]int64
	children  []int
	held      []int
	place     int
	order     int
	ended     bool
	buffer    []buffered
}

type buffered struct {
	object int
	value  int64
	deed   deed
}

type world struct {
	memory  model.Memory
	values  [6]int64
	last    [6]int // deeds that wrote last, or -1
	holders [3]int
	threads []*runner
	deeds   []deed
}

func (w *world) clone() *world {
	c := *w
	c.deeds = slices.Clone(w.deeds)
	c.threads = nil
	for _, t := range w.threads {
		d := *t
		d.todo, d.children, d.held, d.buffer = slices.Clone(t.todo), slices.Clone(t.children), slices.Clone(t.held), slices.Clone(t.buffer)
		c.threads = append(c.threads, &d)
	}
	return &c
}

// interleavings calls end at the end of each interleaving of p. It returns false if there are too many.
func interleavings(p smallprog.Program, m model.Memory, most int, end func(*world)) bool {
	w := &world{memory: m}
	for i := range w.last {
		w.last[i] = -1
	}
	for i := range w.holders {
		w.holders[i] = -1
	}
	for i, body := range p.Threads {
		w.threads = append(w.threads, &runner{name: smallprog.ThreadName(i), todo: body})
	}
	for t := range w.threads {
		w.settle(t)
	}
	left := most
	var explore func(w *world)
	explore = func(w *world) {
		if left <= 0 {
			return
		}
		any := false
		for t := range w.threads {
			if w.canStep(t) {
				any = true
				c := w.clone()
				c.step(t)
				explore(c)
			}
			for _, i := range w.flushable(t) {
				any = true
				c := w.clone()
				c.flush(t, i)
				explore(c)
			}
		}
		if !any {
			left--
			end(w)
		}
	}
	explore(w)
	return left > 0
}

// fencesBuffers reports whether a fence of that order waits for the buffers, and is an event.
func (w *world) fencesBuffers(o model.MemoryOrder) bool {
	switch o {
	case model.SeqCst:
		return w.memory.Buffers()
	case model.Release, model.AcqRel:
		return w.memory == model.PSO
	}
	return false
}

// settle does what takes no turn: branches, fences that are not events, and stores that go into a buffer.
func (w *world) settle(t int) {
	r := w.threads[t]
	for len(r.todo) > 0 {
		s := r.todo[0]
		switch {
		case s.Op == smallprog.If:
			r.todo = slices.Clone(r.todo[1:])
			if r.registers[s.Register] == s.A {
				r.todo = append(slices.Clone(s.Body), r.todo...)
			}
		case s.Op == smallprog.Join && len(r.children) == 0:
			r.todo = r.todo[1:]
		case s.Op == smallprog.Fence && !w.fencesBuffers(s.Order.Memory()):
			r.todo = r.todo[1:]
			w.fence(t, s)
		case s.Op == smallprog.Store && w.memory.Buffers():
			r.todo = r.todo[1:]
			r.place++
			r.order++
			d := deed{thread: t, place: r.place, order: r.order, what: "access", object: s.Object, writes: true, memory: s.Order.Memory(), from: -1}
			r.buffer = append(r.buffer, buffered{s.Object, s.A, d})
		default:
			return
		}
	}
	r.ended = true
}

func (w *world) fence(t int, s smallprog.Statement) {
	r := w.threads[t]
	r.order++
	if o := s.Order.Memory(); o != model.Relaxed {
		w.deeds = append(w.deeds, deed{thread: t, place: -1, order: r.order, what: "fence", memory: o, from: -1})
	}
}

// flushable returns the stores of a thread that may reach memory next.
func (w *world) flushable(t int) (all []int) {
	seen := map[int]bool{}
	for i, b := range w.threads[t].buffer {
		if !seen[b.object] && (i == 0 || w.memory == model.PSO) {
			all = append(all, i)
		}
		seen[b.object] = true
	}
	return all
}

func (w *world) flush(t, i int) {
	r := w.threads[t]
	b := r.buffer[i]
	r.buffer = slices.Delete(r.buffer, i, i+1)
	w.values[b.object], w.last[b.object] = b.value, len(w.deeds)
	w.deeds = append(w.deeds, b.deed)
}

func (w *world) canStep(t int) bool {
	r := w.threads[t]
	if len(r.todo) == 0 {
		return false
	}
	s := r.todo[0]
	if s.Op != smallprog.Load && len(r.buffer) > 0 {
		return false
	}
	switch s.Op {
	case smallprog.When, smallprog.WhenAdd:
		return holds(s, w.values[s.Object])
	case smallprog.Lock:
		return w.holders[s.Object] < 0
	case smallprog.Join:
		c := w.threads[r.children[len(r.children)-1]]
		return c.ended && len(c.buffer) == 0
	}
	return true
}

func (w *world) step(t int) {
	r := w.threads[t]
	s := r.todo[0]
	r.todo = r.todo[1:]
	if s.Op == smallprog.Fence {
		w.fence(t, s)
		r.place++
		w.settle(t)
		return
	}
	r.place++
	r.order++
	d := deed{thread: t, place: r.place, order: r.order, what: "access", object: s.Object, memory: s.Order.Memory(), from: -1}
	d.acquires = acquiring(d.memory)
	a := &r.registers[s.Register]
	x, read := s.Object, false
	switch s.Op {
	case smallprog.Load:
		d.reads, *a = true, w.values[x]
		for _, b := range r.buffer {
			if b.object == x {
				read, *a = true, b.value // its own store orders nothing
			}
		}
	case smallprog.Store:
		d.writes = true
		w.write(x, s.A)
	case smallprog.Fetch:
		d.reads, d.writes, *a = true, true, w.values[x]
	case smallprog.When, smallprog.WhenAdd:
		d.reads, d.writes, *a = true, true, w.values[x]
		if on, ok := s.Order.Fails(); ok && w.values[x] == replaced(s, w.values[x]) {
			d.writes, d.acquires = false, on == model.Acquire
		}
	case smallprog.Swap:
		d.reads, d.writes, *a = true, true, w.values[x]
	case smallprog.CAS, smallprog.CompareExchange:
		d.reads = true
		if on, ok := s.Order.Fails(); ok && w.values[x] != s.A {
			d.acquires = on == model.Acquire
		}
		if *a = 0; s.Op == smallprog.CompareExchange || w.values[x] == s.A {
			*a = 1
		}
		if s.Op == smallprog.CompareExchange {
			*a = w.values[x]
		}
	case smallprog.Lock:
		d.what, w.holders[x] = "lock", t
		r.held = append(r.held, x)
	case smallprog.Unlock:
		i := slices.Index(r.held, x)
		if i < 0 {
			r.todo, r.ended = nil, true
			return
		}
		r.held = slices.Delete(r.held, i, i+1)
		d.what, w.holders[x] = "unlock", -1
	case smallprog.Go:
		d.what, d.child = "go", len(w.threads)
		w.deeds = append(w.deeds, d)
		r.children = append(r.children, d.child)
		w.threads = append(w.threads, &runner{name: fmt.Sprintf("%s.%d", r.name, r.started(w)), todo: s.Body, registers: r.registers})
		w.settle(d.child)
		w.settle(t)
		return
	case smallprog.Join:
		last := len(r.children) - 1
		d.what, d.child = "join", r.children[last]
		r.children = r.children[:last]
	default:
		panic("the oracle does not know " + s.String())
	}
	if d.reads && !read {
		d.from = w.last[x]
	}
	if d.writes && (s.Op == smallprog.When || s.Op == smallprog.WhenAdd) {
		w.write(x, replaced(s, w.values[x]))
	}
	if s.Op == smallprog.Swap {
		w.write(x, s.A)
	}
	if s.Op == smallprog.Fetch {
		w.write(x, w.values[x]+s.A)
	}
	if (s.Op == smallprog.CAS || s.Op == smallprog.CompareExchange) && w.values[x] == s.A {
		d.writes = true
		w.write(x, s.B)
	}
	w.deeds = append(w.deeds, d)
	w.settle(t)
}

// holds reports whether s, a When, continues at that value.
func holds(s smallprog.Statement, v int64) bool {
	switch s.Compare {
	case smallprog.Equal:
		return v == s.A
	case smallprog.NotEqual:
		return v != s.A
	case smallprog.Less:
		return v < s.A
	}
	return v >= s.A
}

// replaced returns what s, a When, makes of that value.
func replaced(s smallprog.Statement, v int64) int64 {
	if s.Op == smallprog.WhenAdd {
		return v + s.B
	}
	return s.B
}

func (r *runner) started(w *world) (n int) {
	for _, d := range w.deeds {
		if d.what == "go" && w.threads[d.thread] == r {
			n++
		}
	}
	return n
}

// write records a write by the next deed.
func (w *world) write(x int, v int64) { w.values[x], w.last[x] = v, len(w.deeds) }

func acquiring(o model.MemoryOrder) bool {
	return o == model.SeqCst || o == model.Acquire || o == model.AcqRel
}

func releasing(o model.MemoryOrder) bool {
	return o == model.SeqCst || o == model.Release || o == model.AcqRel
}

// races returns the races of the interleaving: pairs of names of accesses.
func (w *world) races() map[string]bool {
	n := len(w.deeds)
	before := make([][]bool, n)
	for i := range before {
		before[i] = make([]bool, n)
	}
	for i, d := range w.deeds {
		for j, e := range w.deeds {
			if d.thread == e.thread && d.order < e.order || w.synchronises(i, j) {
				before[i][j] = true
			}
		}
	}
	for k := range n {
		for i := range n {
			if before[i][k] {
				for j := range n {
					before[i][j] = before[i][j] || before[k][j]
				}
			}
		}
	}
	found := map[string]bool{}
	for i, d := range w.deeds {
		for j, e := range w.deeds[:i] {
			if d.what == "access" && e.what == "access" && d.object == e.object && d.thread != e.thread && (d.writes || e.writes) &&
				(d.memory == model.Plain || e.memory == model.Plain) && !before[i][j] && !before[j][i] {
				found[pair(w.name(d), w.name(e))] = true
			}
		}
	}
	return found
}

func (w *world) name(d deed) string { return fmt.Sprintf("%s:%d", w.threads[d.thread].name, d.place) }

func pair(a, b string) string { return min(a, b) + " " + max(a, b) }

// synchronises reports whether deed i synchronises with deed j.
func (w *world) synchronises(i, j int) bool {
	d, e := w.deeds[i], w.deeds[j]
	switch {
	case d.what == "unlock" && e.what == "lock":
		return i < j && d.object == e.object
	case d.what == "go":
		return e.thread == d.child
	case e.what == "join":
		return d.thread == e.child
	}
	// The atomic read that acquires for e, and the write that releases for d: e and d themselves, or the accesses
	// that fences go with.
	for r, read := range w.deeds {
		if !read.reads || read.memory == model.Plain || read.from < 0 ||
			!(r == j && read.acquires || e.what == "fence" && acquiring(e.memory) && read.thread == e.thread && read.order < e.order) {
			continue
		}
		for a, head := range w.deeds {
			if head.what == "access" && head.writes && head.memory != model.Plain && w.inReleaseSequence(a, read.from) &&
				(a == i && releasing(head.memory) || d.what == "fence" && releasing(d.memory) && head.thread == d.thread && d.order < head.order) {
				return true
			}
		}
	}
	return false
}

// inReleaseSequence reports whether write b is in the release sequence of write a.
func (w *world) inReleaseSequence(a, b int) bool {
	if w.deeds[a].object != w.deeds[b].object || a > b || w.deeds[b].memory == model.Plain {
		return false
	}
	for i := a + 1; i <= b; i++ {
		d := w.deeds[i]
		if d.what != "access" || !d.writes || d.object != w.deeds[a].object {
			continue
		}
		if d.memory == model.Plain || d.thread != w.deeds[a].thread && !d.reads {
			return false
		}
	}
	return true
}

// naive is the oracle's verdict on a program: all races, and how many interleavings have some.
func naive(p smallprog.Program, m model.Memory, most int) (found map[string]bool, complete bool) {
	found = map[string]bool{}
	complete = interleavings(p, m, most, func(w *world) { maps.Copy(found, w.races()) })
	return found, complete
}
