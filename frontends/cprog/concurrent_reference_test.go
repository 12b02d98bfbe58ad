package cprog_test

import (
	"encoding/binary"
	"fmt"
	"slices"
	"strings"

	"dporbench/model"
)

// The reference runs a syntax tree in the plainest way: for each event, a thread is rerun from its beginning
// on the results of its events so far, and each enabled thread is tried next. It shares nothing with the front
// end, and has no partial orders except which accesses to one object are ordered, which it needs only
// to count classes.

// seen holds the results of the reference.
type seen struct {
	final   map[string]bool // the outcomes, with the values of the variables
	classes map[string]bool // not under TSO
}

// access is the next event of a thread, on an object: a variable, an out, a mutex or a thread.
type access struct {
	kind    accessKind
	object  int
	enabled func(v int64) bool                             // nil if it always is
	do      func(v int64) (next, result int64, write bool) // nil for a start and a join
	starts  int                                            // the thread that it starts, if not 0
	joins   int                                            // the thread that it waits for, if not 0
}

// accessKind says how store buffers affect an access.
type accessKind int

const (
	atOnce accessKind = iota // in memory, when the buffer is empty
	aLoad                    // from the buffer, or else from memory
	aStore                   // into the buffer
	aFence                   // nothing without buffers
)

// end says how a thread stops.
type end int

const (
	running end = iota
	ended
	failed
	blocked // at an assume
	exits   // and the process with it
)

// threadState is the state of a thread.
type threadState struct {
	started bool
	results []int64
	orders  []int64 // for each event, the number of writes to its object before it
	next    *access
	end     end
	buffer  []stored // under TSO
}

// stored is a store in a buffer.
type stored struct {
	object int
	value  int64
}

// reference is a state of a program.
type reference struct {
	p       *concurrent
	tso     bool
	memory  []int64 // of the objects
	writes  []int64 // so far, of each
	threads []threadState
}

// enumerate runs p in every order; ok is false if that takes more than most states. Under TSO it finds no classes.
func (p *concurrent) enumerate(tso bool, most int) (s seen, ok bool) {
	n := len(p.variables) + len(p.threads) + p.mutexes
	first := &reference{p: p, tso: tso, memory: make([]int64, n), writes: make([]int64, n), threads: make([]threadState, len(p.threads))}
	for k, v := range p.variables {
		first.memory[k] = v.initial
	}
	first.start(0)
	s = seen{map[string]bool{}, map[string]bool{}}
	met := map[string]bool{}
	todo := []*reference{first}
	for len(todo) > 0 {
		r := todo[len(todo)-1]
		todo = todo[:len(todo)-1]
		next := r.next()
		for _, after := range next {
			if key := after.key(); !met[key] {
				met[key] = true
				todo = append(todo, after)
			}
		}
		if len(next) == 0 {
			s.final[r.text()] = true
			if !tso {
				s.classes[r.key()] = true
			}
		}
		if len(met) > most {
			return s, false
		}
	}
	return s, true
}

// next returns the successors of r: after an event of a thread, or after a store has reached memory.
func (r *reference) next() (all []*reference) {
	for t := range r.threads {
		if r.enabled(t) {
			all = append(all, r.clone())
			all[len(all)-1].step(t)
		}
		if len(r.threads[t].buffer) > 0 {
			all = append(all, r.clone())
			all[len(all)-1].flush(t)
		}
	}
	return all
}

func (r *reference) flush(t int) {
	th := &r.threads[t]
	r.memory[th.buffer[0].object] = th.buffer[0].value
	th.buffer = th.buffer[1:]
}

// value returns the value that a thread finds in an object.
func (r *reference) value(t, object int) int64 {
	for _, s := range slices.Backward(r.threads[t].buffer) {
		if s.object == object {
			return s.value
		}
	}
	return r.memory[object]
}

func (r *reference) clone() *reference {
	c := &reference{r.p, r.tso, slices.Clone(r.memory), slices.Clone(r.writes), slices.Clone(r.threads)}
	for t := range c.threads {
		c.threads[t].results = slices.Clip(c.threads[t].results)
		c.threads[t].orders = slices.Clip(c.threads[t].orders)
		c.threads[t].buffer = slices.Clip(c.threads[t].buffer)
	}
	return c
}

// key determines the state, and the order of the accesses to each object.
func (r *reference) key() string {
	var b []byte
	for _, th := range r.threads {
		b = binary.AppendUvarint(b, uint64(len(th.results)))
		for k := range th.results {
			b = binary.AppendVarint(binary.AppendVarint(b, th.results[k]), th.orders[k])
		}
		b = binary.AppendUvarint(b, uint64(len(th.buffer)))
	}
	for _, v := range r.memory {
		b = binary.AppendVarint(b, v)
	}
	return string(b)
}

func (r *reference) enabled(t int) bool {
	th := &r.threads[t]
	switch {
	case !th.started || th.end != running:
		return false
	case len(th.buffer) > 0 && (th.next.kind == atOnce || th.next.kind == aFence):
		return false
	case th.next.joins > 0:
		joined := &r.threads[th.next.joins]
		return (joined.end == ended || joined.end == failed) && len(joined.buffer) == 0
	case th.next.enabled != nil:
		return th.next.enabled(r.value(t, th.next.object))
	}
	return true
}

func (r *reference) step(t int) {
	th := &r.threads[t]
	a := th.next
	result, order := int64(0), int64(0)
	switch {
	case a.starts > 0:
		r.start(a.starts)
	case a.joins > 0 || a.kind == aFence:
	case r.tso && a.kind == aStore:
		v, _, _ := a.do(0)
		th.buffer = append(th.buffer, stored{a.object, v})
	case r.tso && a.kind == aLoad:
		_, result, _ = a.do(r.value(t, a.object))
	default:
		var write bool
		order = r.writes[a.object]
		r.memory[a.object], result, write = a.do(r.memory[a.object])
		if write {
			r.writes[a.object]++
		}
	}
	th.results, th.orders = append(th.results, result), append(th.orders, order)
	r.run(t)
}

func (r *reference) start(t int) {
	r.threads[t].started = true
	r.run(t)
}

// run runs a thread on its results, up to its next event or its end.
func (r *reference) run(t int) {
	th := &r.threads[t]
	b := &body{p: r.p, tso: r.tso, results: th.results}
	defer func() {
		switch reason := recover().(type) {
		case nil:
			th.end = ended
		case end:
			th.end = reason
		case *access:
			th.next = reason
		default:
			panic(reason)
		}
	}()
	b.thread(t)
}

// text returns the outcome and the values.
func (r *reference) text() string {
	outcome := model.Complete
	over := slices.ContainsFunc(r.threads, func(th threadState) bool { return th.end == exits })
	for _, th := range r.threads {
		switch {
		case th.end == exits:
		case th.end == failed:
			outcome = model.Failed
		case outcome == model.Failed || th.end == ended || !th.started:
		case th.end == blocked:
			outcome = model.AssumeBlocked
		case outcome != model.AssumeBlocked:
			outcome = model.Deadlocked
		}
	}
	if over && outcome == model.Deadlocked {
		outcome = model.Complete
	}
	return finalState(r.p, outcome, r.memory)
}

// stuckAsOne returns Deadlocked for each outcome of stuck threads, which the references do not distinguish;
// TestProgress does.
func stuckAsOne(o model.Outcome) model.Outcome {
	if o.IsStuck() {
		return model.Deadlocked
	}
	return o
}

func finalState(p *concurrent, outcome model.Outcome, values []int64) string {
	var b strings.Builder
	b.WriteString(outcome.String())
	for k, v := range values[:len(p.variables)+len(p.threads)] {
		fmt.Fprintf(&b, " %s=%d", p.variableName(k), v)
	}
	return b.String()
}

// variableName returns the front end's name of variable k; the outs follow the variables.
func (p *concurrent) variableName(k int) string {
	if out := k - len(p.variables); out >= 0 {
		return fmt.Sprintf("out[%d]", out)
	}
	return p.variables[k].cell()
}

// body is a thread's run through its code.
type body struct {
	p       *concurrent
	tso     bool
	results []int64 // not yet used
}

// frame is a call.
type frame struct {
	r [locals]int64
	l [2]int64
}

// how a statement ends
type leaving int

const (
	onwards leaving = iota
	outOfLoop
	outOfFunction
)

// event returns the result of the next event, or stops there.
func (b *body) event(a access) int64 {
	if len(b.results) == 0 {
		panic(&a)
	}
	v := b.results[0]
	b.results = b.results[1:]
	return v
}

func (b *body) load(x int) int64 {
	return b.event(access{kind: aLoad, object: x, do: func(v int64) (int64, int64, bool) { return v, v, false }})
}

func (b *body) store(x int, value int64) {
	b.event(access{kind: aStore, object: x, do: func(int64) (int64, int64, bool) { return value, 0, true }})
}

// update applies f to the value of variable x, and returns the old value.
func (b *body) update(x int, f func(int64) int64) int64 {
	return b.event(access{object: x, do: func(v int64) (int64, int64, bool) { return b.p.variables[x].wrap(f(v)), v, true }})
}

func (b *body) mutex(m int) int { return len(b.p.variables) + len(b.p.threads) + m }

func (b *body) lock(m int) {
	b.event(access{object: b.mutex(m), enabled: isFree, do: func(int64) (int64, int64, bool) { return 1, 0, true }})
}

func isFree(v int64) bool { return v == 0 }

func (b *body) try(m int) (taken bool) {
	return b.event(access{object: b.mutex(m), do: func(v int64) (int64, int64, bool) { return 1, v, v == 0 }}) == 0
}

func (b *body) thread(t int) {
	f := &frame{}
	f.r[2] = int64(t)
	last := len(b.p.threads) - 1
	if t > 0 {
		b.list(f, b.p.threads[t])
	} else {
		for k := 1; k <= last; k++ {
			if b.p.late && k == last {
				b.list(f, b.p.threads[0])
			}
			b.event(access{starts: k})
		}
		if !b.p.late {
			b.list(f, b.p.threads[0])
		}
		for k := 1; k <= last && b.p.leaves == afterJoins; k++ {
			b.event(access{joins: k})
		}
	}
	b.store(len(b.p.variables)+t, int64(int32(((f.r[0]*31+f.r[1])*31+f.r[2])*31+f.l[0]*3+f.l[1])))
	if t == 0 && b.p.leaves != atOnceByThreadExit {
		panic(exits)
	}
}

func (b *body) list(f *frame, all []*node) (how leaving, value int64) {
	for _, s := range all {
		if how, value = b.statement(f, s); how != onwards {
			return how, value
		}
	}
	return onwards, 0
}

func (b *body) statement(f *frame, s *node) (how leaving, value int64) {
	kid := func(k int) int64 { return b.value(f, s.kids[k]) }
	switch s.kind {
	case set:
		f.r[s.n] = kid(0)
	case setElement:
		k := kid(0) & 1
		f.l[k] = kid(1)
	case written:
		b.store(s.n, b.p.variables[s.n].wrap(kid(0)))
		if b.p.variables[s.n].atomic && b.tso { // an assignment to it is memory_order_seq_cst
			b.event(access{kind: aFence})
		}
	case changed:
		b.change(s, kid(0))
	case branch:
		if kid(0) != 0 {
			return b.list(f, s.body)
		}
		return b.list(f, s.else_)
	case loop:
		for k := 0; k < s.n && kid(0) != 0; k++ {
			switch how, value = b.list(f, s.body); how {
			case outOfLoop:
				return onwards, 0
			case outOfFunction:
				return how, value
			}
		}
	case left:
		return outOfLoop, 0
	case critical:
		b.lock(s.n)
		return b.locked(f, s)
	case tried:
		if b.try(s.n) {
			return b.locked(f, s)
		}
		return b.list(f, s.else_)
	case awaited:
		want := kid(0)
		passes := func(v int64) bool { return calculated(s.op, v, want) != 0 }
		b.event(access{kind: aLoad, object: s.n, enabled: passes, do: func(v int64) (int64, int64, bool) { return v, v, false }})
	case asserted:
		if kid(0) == 0 {
			panic(failed)
		}
	case assumed:
		if kid(0) == 0 {
			panic(blocked)
		}
	case returned:
		return outOfFunction, kid(0)
	case exited:
		panic(exits)
	}
	return onwards, 0
}

// locked runs a critical section whose mutex the thread has taken.
func (b *body) locked(f *frame, s *node) (how leaving, value int64) {
	if how, value = b.list(f, s.body); how == onwards {
		b.event(access{object: b.mutex(s.n), do: func(int64) (int64, int64, bool) { return 0, 0, true }})
	}
	return how, value
}

func (b *body) change(s *node, by int64) {
	f := func(v int64) int64 { return calculated(s.op, v, by) }
	if b.p.variables[s.n].atomic {
		b.update(s.n, f)
		return
	}
	b.store(s.n, b.p.variables[s.n].wrap(f(b.load(s.n))))
}

func (b *body) value(f *frame, e *node) int64 {
	kid := func(k int) int64 { return b.value(f, e.kids[k]) }
	switch e.kind {
	case literal:
		return int64(e.n)
	case local:
		return f.r[e.n]
	case element:
		return f.l[kid(0)&1]
	case computed:
		x := kid(0)
		switch e.op {
		case "&&":
			return truth(x != 0 && kid(1) != 0)
		case "||":
			return truth(x != 0 || kid(1) != 0)
		}
		return calculated(e.op, x, kid(1))
	case loaded:
		return b.load(e.n)
	case fetched:
		by := kid(0)
		return b.update(e.n, func(v int64) int64 {
			return calculated(map[string]string{"add": "+", "sub": "-", "or": "|", "and": "&", "xor": "^"}[e.op], v, by)
		})
	case swapped:
		by := kid(0)
		return b.update(e.n, func(int64) int64 { return by })
	case compared:
		return b.compare(f, e, kid(0))
	case called:
		callee := &frame{r: [locals]int64{kid(0)}}
		_, v := b.list(callee, b.p.functions[e.n])
		return v
	}
	by := kid(0) // of bumped
	old := b.load(e.n)
	b.store(e.n, b.p.variables[e.n].wrap(old+by))
	return old
}

func (b *body) compare(f *frame, e *node, desired int64) int64 {
	expected := f.r[e.m]
	old := b.event(access{object: e.n, do: func(v int64) (int64, int64, bool) {
		if v == expected {
			return desired, v, true
		}
		return v, v, false
	}})
	f.r[e.m] = old
	return truth(old == expected)
}

func truth(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// calculated returns x op y, of type int.
func calculated(op string, x, y int64) int64 {
	switch op {
	case "+":
		return int64(int32(x + y))
	case "-":
		return int64(int32(x - y))
	case "&":
		return x & y
	case "|":
		return x | y
	case "^":
		return x ^ y
	case "==":
		return truth(x == y)
	case "!=":
		return truth(x != y)
	case "<":
		return truth(x < y)
	}
	return truth(x <= y)
}
