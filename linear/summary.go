package linear

import (
	"cmp"
	"encoding/binary"
	"slices"

	"github.com/anishathalye/porcupine"

	"dporbench/model/event"
	"dporbench/model/operation"
)

// specification specifies an object. Its states have numbers.
type specification struct {
	porcupine.Model
	results func(state any, in Input) []int64 // or nil
	states  []any
	steps   map[specified]int32
	firsts  map[string]int32 // the first state in which an operation has certain results
}

// first returns the first state in which an operation has the same results as in another one, as far as that is known.
func (o *specification) first(h *histories, state, input int32) int32 {
	if o.results == nil {
		return state
	}
	key := string(appendValues(binary.AppendUvarint(nil, uint64(input)), o.results(o.states[state], h.inputs[input])))
	first, known := o.firsts[key]
	if !known {
		first = state
		o.firsts[key] = first
	}
	return first
}

// specified is an operation in a state: with an output, or none.
type specified struct{ state, input, output int32 }

// step returns the state after an operation; ok is false if it cannot be performed.
func (o *specification) step(h *histories, state, input, output int32) (after int32, ok bool) {
	at := specified{state, input, output}
	after, known := o.steps[at]
	if known {
		return after, after != none
	}
	out := Output(nil)
	if output != none {
		out = h.outputs[output]
	}
	after = none
	if ok, s := o.Step(o.states[state], h.inputs[input], out); ok {
		after = o.number(s)
	}
	o.steps[at] = after
	return after, after != none
}

func (o *specification) number(state any) int32 {
	n := slices.IndexFunc(o.states, func(s any) bool { return o.Equal(s, state) })
	if n < 0 {
		n = len(o.states)
		o.states = append(o.states, state)
	}
	return int32(n)
}

// objectOf returns the number of an object, or none if it has no specification.
func (h *histories) objectOf(name string) int32 {
	if n, known := h.named[name]; known {
		return n
	}
	n := int32(none)
	m, ok := h.Of[name]
	results := h.Results[name]
	if !ok {
		m, ok = h.Of[""]
		results = h.Results[""]
	}
	if ok {
		if m.Equal == nil {
			m.Equal = func(a, b any) bool { return a == b }
		}
		n = int32(len(h.objects))
		h.objects = append(h.objects, &specification{m, results, []any{m.Init()}, map[specified]int32{}, map[string]int32{}})
	}
	h.named[name] = n
	return n
}

// inputOf numbers the input of an Invoke.
func (h *histories) inputOf(c *operation.Call) (int32, error) {
	key := appendValues([]byte(c.Object+"\x00"+c.Operation+"\x00i"), c.Values)
	n, known := h.numbers[string(key)]
	if !known {
		in := Input{c.Object, c.Operation, c.Values}
		if h.Check != nil {
			if err := h.Check(in); err != nil {
				return none, err
			}
		}
		n = int32(len(h.inputs))
		h.inputs, h.of, h.numbers[string(key)] = append(h.inputs, in), append(h.of, h.objectOf(c.Object)), n
	}
	return n, nil
}

// outputOf numbers the output of a Respond.
func (h *histories) outputOf(values []int64) int32 {
	key := appendValues([]byte("o"), values)
	n, known := h.numbers[string(key)]
	if !known {
		n = int32(len(h.outputs))
		h.outputs, h.numbers[string(key)] = append(h.outputs, append(Output{}, values...)), n
	}
	return n
}

func appendValues(key []byte, values []int64) []byte {
	for _, v := range values {
		key = binary.AppendVarint(key, v)
	}
	return key
}

// clone returns a summary that can be changed, of at least so many threads.
func (s summary) clone(threads int) summary {
	c := summary{slices.Clone(s.threads), slices.Clone(s.objects)}
	for len(c.threads) < threads {
		c.threads = append(c.threads, doing{input: none})
	}
	for o := range c.objects {
		c.objects[o] = slices.Clone(c.objects[o])
	}
	return c
}

// worldsOf returns the worlds of an object.
func (s *summary) worldsOf(object int32) []world {
	for int(object) >= len(s.objects) {
		s.objects = append(s.objects, nil)
	}
	if s.objects[object] == nil {
		s.objects[object] = []world{{guesses: []guess{{}}}}
	}
	return s.objects[object]
}

// closeInstants leaves only worlds in which all instants of thread t have been performed.
func (s *summary) closeInstants(h *histories, t event.ThreadID) {
	d := &s.threads[t]
	if len(d.instants) == 0 {
		return
	}
	for o, worlds := range s.objects {
		worlds = slices.DeleteFunc(worlds, func(w world) bool { return h.next(d.instants, w.overOf(int(t)), int32(o)) < len(d.instants) })
		for i := range worlds {
			worlds[i].over = worlds[i].over.with(int(t), 0)
		}
		s.objects[o] = leastOf(worlds)
	}
	d.instants = nil
}

// renamed returns the summary with other names of threads.
func (s summary) renamed(name func(event.ThreadID) event.ThreadID) summary {
	r := summary{make([]doing, len(s.threads)), make([][]world, len(s.objects))}
	for t := range s.threads {
		to := int(name(event.ThreadID(t)))
		for len(r.threads) <= to {
			r.threads = append(r.threads, doing{})
		}
	}
	for t := range r.threads {
		r.threads[t].input = none
	}
	for t, d := range s.threads {
		r.threads[name(event.ThreadID(t))] = d
	}
	for o, worlds := range s.objects {
		for _, w := range worlds {
			c := world{}
			for t, k := range w.over {
				c.over = c.over.with(int(name(event.ThreadID(t))), k)
			}
			for _, g := range w.guesses {
				n := guess{state: g.state}
				for _, p := range g.performed {
					n.performed = append(n.performed, performed{name(p.thread), p.in})
				}
				slices.SortFunc(n.performed, performed.compare)
				c.guesses = append(c.guesses, n)
			}
			slices.SortFunc(c.guesses, guess.compare)
			r.objects[o] = append(r.objects[o], c)
		}
		slices.SortFunc(r.objects[o], world.compare)
	}
	return r
}

// key identifies a summary.
func (s summary) key(key []byte) []byte {
	number := func(n int) { key = binary.AppendUvarint(key, uint64(n)) }
	for t, d := range s.threads {
		if d.input == none && len(d.instants) == 0 {
			continue
		}
		number(t + 1)
		number(int(2*(d.input+1)) + int(bit(d.begun)))
		number(len(d.instants))
		for _, i := range d.instants {
			number(int(i.input))
			number(int(i.output))
		}
	}
	number(0)
	for o, worlds := range s.objects {
		if len(worlds) == 0 || len(worlds) == 1 && worlds[0].isInitial() {
			continue
		}
		number(o + 1)
		number(len(worlds))
		for _, w := range worlds {
			number(len(w.over))
			for _, k := range w.over {
				number(k)
			}
			number(len(w.guesses))
			for _, g := range w.guesses {
				number(int(g.state))
				number(len(g.performed))
				for _, p := range g.performed {
					number(int(p.thread))
					number(int(p.in))
				}
			}
		}
	}
	return key
}

// overs are numbers of instants, by thread; all others are 0.
type overs []int

func (o overs) with(t, n int) overs {
	o = slices.Clone(o)
	for len(o) <= t {
		o = append(o, 0)
	}
	o[t] = n
	for len(o) > 0 && o[len(o)-1] == 0 {
		o = o[:len(o)-1]
	}
	return o
}

func (w world) overOf(t int) int {
	if t < len(w.over) {
		return w.over[t]
	}
	return 0
}

func (w world) isInitial() bool {
	return len(w.over) == 0 && len(w.guesses) == 1 && w.guesses[0].state == 0 && len(w.guesses[0].performed) == 0
}

func (w world) compare(v world) int {
	return cmp.Or(slices.Compare(w.over, v.over), slices.CompareFunc(w.guesses, v.guesses, guess.compare))
}

func (w world) same(v world) bool { return w.compare(v) == 0 }

// isExplainedBy reports whether all that follows w and is linearizable is so after v, too.
func (w world) isExplainedBy(v world) bool {
	return slices.Equal(w.over, v.over) && !slices.ContainsFunc(w.guesses, func(g guess) bool { return !slices.ContainsFunc(v.guesses, g.same) })
}

// leastOf returns worlds in order, without the ones that have more guesses than another one: these can explain whatever that can.
func leastOf(worlds []world) (least []world) {
	slices.SortFunc(worlds, world.compare)
	worlds = slices.CompactFunc(worlds, world.same)
	for i, w := range worlds {
		if !slices.ContainsFunc(worlds, func(v world) bool { return v.compare(worlds[i]) != 0 && v.isExplainedBy(w) }) {
			least = append(least, w)
		}
	}
	return least
}

func (g guess) has(t event.ThreadID) bool { return g.place(t) >= 0 }

func (g guess) place(t event.ThreadID) int {
	return slices.IndexFunc(g.performed, func(p performed) bool { return p.thread == t })
}

func (g guess) performedIn(t event.ThreadID) int32 { return g.performed[g.place(t)].in }

// with returns the operations that are performed when the one of t is, too, in a state.
func (g guess) with(t event.ThreadID, in int32) []performed {
	all := append(slices.Clone(g.performed), performed{t, in})
	slices.SortFunc(all, performed.compare)
	return all
}

func (g guess) without(t event.ThreadID) []performed {
	return slices.DeleteFunc(slices.Clone(g.performed), func(p performed) bool { return p.thread == t })
}

func (p performed) compare(q performed) int {
	return cmp.Or(int(p.thread-q.thread), cmp.Compare(p.in, q.in))
}

func (g guess) compare(f guess) int {
	return cmp.Or(cmp.Compare(g.state, f.state), slices.CompareFunc(g.performed, f.performed, performed.compare))
}

func (g guess) same(f guess) bool { return g.compare(f) == 0 }

// add adds a guess that is new.
func add(all []guess, g guess) []guess {
	if slices.ContainsFunc(all, g.same) {
		return all
	}
	return append(all, g)
}
