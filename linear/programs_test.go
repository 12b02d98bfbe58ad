package linear

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/anishathalye/porcupine"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/model/order"
)

// statement is a statement of a random program, between operations or in one.
type statement struct {
	kind  event.Kind // a Read, a Write, an Update, an ApplyAdd, or the Spawn or Join of thread x
	x     int
	v     int64
	begin string // not an event, but the beginning of an operation of that name
	end   bool   // or its end
}

type randomProgram [][]statement

// randomThreads returns two or three threads with up to two operations of up to two events, and perhaps events around them.
func randomThreads(r *rand.Rand) (p randomProgram) {
	some := func(all []statement, most int) []statement {
		for range r.IntN(most + 1) {
			kinds := []event.Kind{event.Read, event.Write, event.Update, event.ApplyAdd}
			all = append(all, statement{kind: kinds[r.IntN(4)], x: r.IntN(2), v: 1 + r.Int64N(2)})
		}
		return all
	}
	outside := r.IntN(2)
	for range 2 + r.IntN(2) {
		var thread []statement
		for range 1 + r.IntN(2) {
			thread = some(thread, outside)
			thread = append(thread, statement{begin: []string{"read", "write"}[r.IntN(2)], v: 1 + r.Int64N(2)})
			thread = some(thread, 2)
			thread = append(thread, statement{end: true})
		}
		p = append(p, thread)
	}
	if r.IntN(3) == 0 {
		return p.spawned(r)
	}
	return p
}

// spawned returns p with a first thread that starts the others, somewhere before its last operation, and may join them.
func (p randomProgram) spawned(r *rand.Rand) randomProgram {
	var main []statement
	for i := 1; i < len(p); i++ {
		main = append(main, statement{kind: event.Spawn, x: i})
	}
	if r.IntN(2) == 0 {
		main = append(append([]statement{}, p[0]...), main...)
	} else {
		main = append(main, p[0]...)
	}
	if r.IntN(3) > 0 {
		for i := 1; i < len(p); i++ {
			main = append(main, statement{kind: event.Join, x: i})
		}
		main = append(main, statement{begin: "read"}, statement{kind: event.Read}, statement{end: true})
	}
	p[0] = main
	return p
}

// build returns the program. An operation read returns the last value that it has read, or 0.
func (p randomProgram) build() *model.Program {
	program := model.NewProgram("random")
	vars := program.Vars("x", 2, 0)
	var body func(i int) func(t *model.Thread)
	body = func(i int) func(t *model.Thread) {
		return func(t *model.Thread) {
			name, last := "", int64(0)
			children := map[int]model.Child{}
			for _, s := range p[i] {
				switch {
				case s.begin == "write":
					name, last = s.begin, 0
					t.Invoke("o", s.begin, s.v)
				case s.begin != "":
					name, last = s.begin, 0
					t.Invoke("o", s.begin)
				case s.end && name == "read":
					t.Respond(last)
				case s.end:
					t.Respond()
				case s.kind == event.Read:
					last = t.Load(vars[s.x])
				case s.kind == event.Write:
					t.Store(vars[s.x], s.v)
				case s.kind == event.ApplyAdd:
					t.Apply(vars[s.x], model.FetchAdd, s.v)
				case s.kind == event.Spawn:
					children[s.x] = t.Go("child", body(s.x))
				case s.kind == event.Join:
					t.Join(children[s.x])
				default:
					last = t.Add(vars[s.x], s.v)
				}
			}
		}
	}
	for i := range p {
		if i == 0 || !p.spawns() {
			program.Thread(fmt.Sprint("t", i), body(i))
		}
	}
	return program
}

// spawns reports whether the first thread starts the others.
func (p randomProgram) spawns() bool {
	return slices.ContainsFunc(p[0], func(s statement) bool { return s.kind == event.Spawn })
}

// moment is a statement done in an interleaving.
type moment struct {
	thread, operation int // operation is none outside all of them
	statement
	event event.Event
}

// eachInterleaving runs p in every order of its statements, including the beginnings and ends of operations.
func (p randomProgram) eachInterleaving(m memory.Model, visit func(done []moment, ops []Operation)) {
	type thread struct {
		at, operation, events int
		started               bool
		name                  string
		last                  int64
	}
	var run func(threads []thread, values [2]int64, done []moment, ops []Operation)
	run = func(threads []thread, values [2]int64, done []moment, ops []Operation) {
		over := true
		for i, th := range threads {
			if th.at == len(p[i]) || !th.started {
				continue
			}
			over = false
			s, values, ops := p[i][th.at], values, append([]Operation{}, ops...)
			if s.kind == event.Join && threads[s.x].at < len(p[s.x]) {
				continue
			}
			do := moment{thread: i, operation: th.operation, statement: s}
			switch {
			case s.begin != "":
				op := Operation{Input: Input{Object: "o", Name: s.begin}}
				if s.begin == "write" {
					op.Input.Args = []int64{s.v}
				}
				ops = append(ops, op)
				th.operation, th.name, th.last = len(ops)-1, s.begin, 0
				do.operation = th.operation
			case s.end:
				ops[th.operation].Returned, ops[th.operation].Output = true, Output{}
				if th.name == "read" {
					ops[th.operation].Output = Output{th.last}
				}
				th.operation = none
			default:
				th.events++
				do.kind = s.kind
				if s.kind == event.ApplyAdd && !m.UpdatesCommute() {
					do.kind = event.Update
				}
				do.event = event.Event{Thread: event.ThreadID(i), Kind: do.kind, Index: int32(th.events), Access: event.Access{Object: int32(s.x)}}
				switch s.kind {
				case event.ApplyAdd:
					values[s.x] += s.v
				case event.Read:
					th.last = values[s.x]
				case event.Write:
					values[s.x] = s.v
				case event.Update:
					th.last = values[s.x]
					values[s.x] += s.v
				}
			}
			th.at++
			next := append([]thread{}, threads...)
			next[i] = th
			if s.kind == event.Spawn {
				next[s.x].started = true
			}
			run(next, values, append(done[:len(done):len(done)], do), ops)
		}
		if over {
			visit(done, ops)
		}
	}
	threads := make([]thread, len(p))
	for i := range threads {
		threads[i].operation, threads[i].started = none, i == 0 || !p.spawns()
	}
	run(threads, [2]int64{}, nil, nil)
}

// realTime returns the order of operations in which each comes after all that had ended when it began.
func realTime(done []moment, n int) Order {
	o, over := make(Order, n), uint64(0)
	for _, m := range done {
		switch {
		case m.begin != "":
			o[m.operation] = over
		case m.end:
			over |= 1 << m.operation
		}
	}
	return o
}

// knowledge returns the order of operations by happens-before between the end of one and the beginning of another, straight from its definition.
func knowledge(done []moment, n int) Order {
	before := make([][]bool, len(done))
	for j, b := range done {
		before[j] = make([]bool, len(done))
		for i := range j {
			a := done[i]
			direct := a.thread == b.thread || a.kind == event.Spawn && a.x == b.thread || b.kind == event.Join && b.x == a.thread
			if a.event.Kind.InMemory() && b.event.Kind.InMemory() && a.x == b.x {
				direct = direct || a.kind != b.kind || a.kind != event.Read && a.kind != event.ApplyAdd
			}
			if direct {
				before[j][i] = true
				for k := range i {
					before[j][k] = before[j][k] || before[i][k]
				}
			}
		}
	}
	o := make(Order, n)
	for j, b := range done {
		for i, a := range done {
			if a.end && b.begin != "" && before[j][i] {
				o.set(a.operation, b.operation)
			}
		}
	}
	return o
}

// failingClasses returns the classes of p, and whether they violate the property, by full enumeration and the definitions.
func (p randomProgram) failingClasses(m porcupine.Model, q Question, under memory.Model) map[string]bool {
	classes := map[string]bool{}
	p.eachInterleaving(under, func(done []moment, ops []Operation) {
		var events []event.Event
		for _, m := range done {
			if m.event.Kind != 0 {
				events = append(events, m.event)
			}
		}
		ordered := realTime
		if q == Observed {
			ordered = knowledge
		}
		key := order.ClassKey(events)
		classes[key] = classes[key] || !History{ops, ordered(done, len(ops))}.naive(m)
	})
	return classes
}

// TestPrograms: classes of random programs fail exactly if an interleaving is not linearizable or, for Observed, if no linearization
// respects the order that threads can observe; an independent implementation enumerates and judges the interleavings.
func TestPrograms(t *testing.T) {
	n, r := tried(t)
	n /= 10
	var all, failing [2]int
	for range n {
		p, m := randomThreads(r), register
		if r.IntN(2) == 0 {
			m = queue
		}
		events := 0
		for _, thread := range p {
			events += len(thread)
		}
		if events > 11 {
			continue // too many interleavings
		}
		under := []memory.Model{memory.SC, memory.CommutingSC}[r.IntN(2)]
		explorer, err := catalog.New("pop", algos.Options{Memory: under})
		if err != nil {
			t.Fatal(err)
		}
		for _, q := range []Question{RealTime, Observed} {
			program := p.build()
			if err := Demand(program, under, Property{Of: map[string]porcupine.Model{"o": m}, Question: q}); err != nil {
				t.Fatal(err)
			}
			got := map[string]bool{}
			_, err := explorer.Explore(t.Context(), program, func(e *model.Execution) error {
				got[e.Key()] = e.Outcome() == model.NotLinearizable
				if e.Outcome() == model.Failed {
					t.Errorf("%v: %s", p, e.Failure())
				}
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			want := p.failingClasses(m, q, under)
			if !maps.Equal(got, want) {
				t.Fatalf("%v, %v: failing classes %v, by the definition %v", q, p, got, want)
			}
			for _, fails := range want {
				all[q]++
				if fails {
					failing[q]++
				}
			}
		}
	}
	for _, q := range []Question{RealTime, Observed} {
		t.Logf("%v: %d classes, %d of them fail", q, all[q], failing[q])
		if failing[q] == 0 || failing[q] == all[q] {
			t.Errorf("%v: of %d classes, %d fail", q, all[q], failing[q])
		}
	}
}
