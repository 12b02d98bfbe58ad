package linear

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/anishathalye/porcupine"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/exhaustive"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/axioms"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

// marked returns p with one or two operations in each thread, each around some statements, perhaps none.
func marked(r *rand.Rand, p smallprog.Program) smallprog.Program {
	p = p.Clone()
	for t, body := range p.Threads {
		p.Threads[t] = markedBody(r, body)
	}
	return p
}

func markedBody(r *rand.Rand, body []smallprog.Statement) []smallprog.Statement {
	for i := range body {
		if body[i].Op == smallprog.Go {
			body[i].Body = markedBody(r, body[i].Body)
		}
	}
	from := 0
	for range 1 + r.IntN(2) {
		begin, end := smallprog.Statement{Op: smallprog.InvokeWith, Name: "write", A: 1 + r.Int64N(2)}, smallprog.Statement{Op: smallprog.Respond}
		if r.IntN(2) == 0 {
			begin, end = smallprog.Statement{Op: smallprog.Invoke, Name: "read"}, smallprog.Statement{Op: smallprog.RespondWith, Register: r.IntN(2)}
		}
		from += r.IntN(len(body) - from + 1)
		to := from + r.IntN(len(body)-from+1)
		body = slices.Concat(body[:from], []smallprog.Statement{begin}, body[from:to], []smallprog.Statement{end}, body[to:])
		from = to + 2
	}
	return body
}

// isStraight reports whether each statement of p is an event or a mark.
func isStraight(p smallprog.Program) bool {
	return !strings.Contains(p.String(), "if ")
}

// straight is an execution of a program of straight threads, statement by statement. A moment is an event or a mark.
type straight struct {
	moments []int    // their events, by position, or none
	before  [][2]int // pairs of moments
	threads map[event.ThreadID]*straightThread
	written map[[2]int32]int64 // by thread and index
	ops     []Operation
	begins  []int // the moments of operations
	ends    []int // the same, or none
}

type straightThread struct {
	rest      []smallprog.Statement
	registers [8]int64
	last      int // moment so far, or of the start
}

func isMark(s smallprog.Statement) bool { return s.Op >= smallprog.Invoke }

// mark does the marks of t that come next.
func (x *straight) mark(t event.ThreadID) {
	th := x.threads[t]
	for len(th.rest) > 0 && isMark(th.rest[0]) {
		s := th.rest[0]
		th.rest = th.rest[1:]
		at, op := x.add(th, none), len(x.ops)-1
		switch s.Op {
		case smallprog.Invoke, smallprog.InvokeWith:
			in := Input{Object: "o", Name: s.Name}
			if s.Op == smallprog.InvokeWith {
				in.Args = []int64{s.A}
			}
			x.ops, x.begins, x.ends = append(x.ops, Operation{Thread: t, Input: in}), append(x.begins, at), append(x.ends, none)
			continue
		}
		for x.ops[op].Thread != t {
			op--
		}
		x.ops[op].Returned, x.ops[op].Output, x.ends[op] = true, Output{}, at
		if s.Op == smallprog.RespondWith {
			x.ops[op].Output = Output{th.registers[s.Register]}
		}
	}
}

// add adds a moment of a thread, after the ones before it.
func (x *straight) add(th *straightThread, event int) int {
	at := len(x.moments)
	x.moments = append(x.moments, event)
	if th.last != none {
		x.before = append(x.before, [2]int{th.last, at})
	}
	th.last = at
	return at
}

// do does an event.
func (x *straight) do(position int, e event.Event) {
	th := x.threads[e.Thread]
	s := th.rest[0]
	th.rest = th.rest[1:]
	at := x.add(th, position)
	var seen, written int64
	if t, index, ok := e.RefersTo(); ok && e.HasReference() {
		seen = x.written[[2]int32{int32(t), index}]
	}
	a := &th.registers[s.Register]
	switch s.Op {
	case smallprog.Load:
		*a = seen
	case smallprog.Store:
		written = s.A
	case smallprog.StoreRegister:
		written = *a + s.A
	case smallprog.Update:
		written = seen + 1
	case smallprog.Swap:
		*a, written = seen, s.A
	case smallprog.CAS:
		if *a = 0; seen == s.A {
			*a, written = 1, s.B
		}
	case smallprog.Go:
		x.threads[event.ThreadID(e.Object)] = &straightThread{s.Body, th.registers, at}
		x.mark(event.ThreadID(e.Object))
	case smallprog.Join:
		x.before = append(x.before, [2]int{x.threads[event.ThreadID(e.Object)].last, at})
	case smallprog.Fence:
	default:
		panic(fmt.Sprint("a statement that the test does not know: ", s))
	}
	x.written[[2]int32{int32(e.Thread), e.Index}] = written
	x.mark(e.Thread)
}

// historyOf is the history of an execution of p by the definition: an operation is before another if its end happens before the beginning of that one,
// where the axioms give the happens-before of events.
func historyOf(t *testing.T, p smallprog.Program, m memory.Model, events []event.Event) History {
	t.Helper()
	run, err := machine.NewReplay(p.Build(), behaviour.Limits{Memory: m})
	if err != nil {
		t.Fatal(err)
	}
	defer run.Close()
	if _, err := run.Run(events); err != nil {
		t.Fatal(err)
	}
	x := straight{threads: map[event.ThreadID]*straightThread{}, written: map[[2]int32]int64{}}
	for i, body := range p.Threads {
		x.threads[event.ThreadID(i)] = &straightThread{rest: body, last: none}
		x.mark(event.ThreadID(i))
	}
	for i, e := range events {
		x.do(i, e)
	}
	return x.history(axioms.HappensBefore(run.Machine))
}

func (x *straight) history(hb func(i, j int) bool) History {
	n := len(x.moments)
	before := make([][]bool, n)
	for i := range before {
		before[i] = make([]bool, n)
		for j := range before {
			a, b := x.moments[i], x.moments[j]
			before[i][j] = a != none && b != none && hb(a, b)
		}
	}
	for _, pair := range x.before {
		before[pair[0]][pair[1]] = true
	}
	for k := range n {
		for i := range n {
			for j := range n {
				before[i][j] = before[i][j] || before[i][k] && before[k][j]
			}
		}
	}
	h := History{x.ops, make(Order, len(x.ops))}
	for i, end := range x.ends {
		for j, begin := range x.begins {
			if end != none && before[end][begin] {
				h.Before.set(i, j)
			}
		}
	}
	return h
}

// byThread returns the pairs of the order, with operations named by thread and number.
func (h History) byThread() (all []string) {
	names, n := make([]string, len(h.Operations)), map[event.ThreadID]int{}
	for i, op := range h.Operations {
		n[op.Thread]++
		names[i] = fmt.Sprint(op.Thread, ".", n[op.Thread], " ", op)
	}
	for j := range h.Operations {
		for i := range h.Operations {
			if h.Before.Before(i, j) {
				all = append(all, names[i]+" before "+names[j])
			}
		}
	}
	slices.Sort(all)
	return all
}

// verdictsOf returns the executions of p by their keys, and whether they are not linearizable: by TruSt and the judge.
func verdictsOf(t *testing.T, p smallprog.Program, m memory.Model, of porcupine.Model) map[string]bool {
	t.Helper()
	built := p.Build()
	if err := Demand(built, m, Property{Of: map[string]porcupine.Model{"o": of}, Question: Observed}); err != nil {
		t.Fatal(err)
	}
	trust, err := catalog.New("trust", algos.Options{Memory: m})
	if err != nil {
		t.Fatal(err)
	}
	fails := map[string]bool{}
	if _, err := trust.Explore(t.Context(), built, func(e *model.Execution) error {
		if e.Outcome() == model.Failed {
			t.Errorf("%v under %v: %v, %s", p, m, e.Outcome(), e.Failure())
		}
		fails[e.Key()] = e.Outcome() == model.NotLinearizable
		return nil
	}); err != nil {
		t.Fatalf("%v under %v: %v", p, m, err)
	}
	return fails
}

// TestGraphs: where executions are graphs, operations of random programs have the order of the definition, with the executions and the happens-before of the axioms; and
// programs fail exactly in the executions that fail if all linear extensions of that order are tried.
func TestGraphs(t *testing.T) {
	mixes := []smallprog.Mix{smallprog.MixRelaxed, smallprog.MixFences, smallprog.MixSeqCst, smallprog.MixAll}
	n, r := tried(t)
	all, failing := map[memory.Model]int{}, map[memory.Model]int{}
	for i := range n / 2 {
		mix := mixes[r.IntN(len(mixes))]
		kinds := []func() smallprog.Program{
			func() smallprog.Program { return smallprog.Passing(r, mix) },
			func() smallprog.Program { return smallprog.Classical(r, mix) },
			func() smallprog.Program {
				return smallprog.Ordered(r, smallprog.Started(r, smallprog.Buffered(r)), mix)
			},
		}
		p := kinds[i%len(kinds)]()
		if p.Size() > 8 || !isStraight(p) {
			continue
		}
		p = marked(r, p)
		m, of := memory.Graphs()[r.IntN(len(memory.Graphs()))], []porcupine.Model{register, queue}[r.IntN(2)]
		want := map[string]bool{}
		recorder, err := newRecorder(p.Build(), m)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := exhaustive.New(algos.Options{Memory: m}).Explore(t.Context(), p.Build(), func(e *model.Execution) error {
			h := historyOf(t, p, m, e.Events())
			want[e.Key()] = !h.naive(of)
			if err := recorder.repeat(e.Events()); err != nil {
				return err
			}
			if got, want := recorder.observed(func(string) bool { return true }).byThread(), h.byThread(); !slices.Equal(got, want) {
				t.Fatalf("%v under %v, %v: the order of operations is %v, by the definition %v", p, m, e.Events(), got, want)
			}
			return nil
		}); err != nil {
			t.Fatalf("%v under %v: %v", p, m, err)
		}
		recorder.Close()
		if got := verdictsOf(t, p, m, of); !maps.Equal(got, want) {
			t.Fatalf("%v under %v: executions by whether they fail: %v, by the definition %v", p, m, got, want)
		}
		for _, fails := range want {
			if all[m]++; fails {
				failing[m]++
			}
		}
	}
	for _, m := range memory.Graphs() {
		t.Logf("%v: %d executions, %d of them fail", m, all[m], failing[m])
		if failing[m] == 0 || failing[m] == all[m] {
			t.Errorf("%v: of %d executions, %d fail", m, all[m], failing[m])
		}
	}
}

// TestObservedByHappensBefore: an operation is after another if its beginning happens after the end of that one by synchronisation, and not if a thread has only
// read something. A write that returns before it has stored anything shows the difference: a later read may find nothing.
func TestObservedByHappensBefore(t *testing.T) {
	const early, read = "invoke write(1); respond; ", "invoke read(); b=x; respond b"
	for _, c := range []struct {
		program string
		model   memory.Model
		fails   int // executions
	}{
		{"p: " + early + "release y=1; x=1 | q: acquire a=y; " + read, memory.RC11, 1},
		{"p: " + early + "relaxed y=1; x=1 | q: acquire a=y; " + read, memory.RC11, 0},
		{"p: " + early + "release y=1; x=1 | q: relaxed a=y; " + read, memory.RC11, 0},
		{"p: " + early + "a=y; x=1 | q: y=1; " + read, memory.RC11, 0}, // sequential consistency orders a=y before y=1, and happens-before does not
		{"p: " + early + "y=1; x=1 | q: a=y; " + read, memory.AllRelaxed, 0},
		{"p: " + early + "relaxed y=1; x=1 | q: relaxed a=y; " + read, memory.RA, 1},
		{"p: " + early + "relaxed y=1; x=1 | q: relaxed a=y; " + read, memory.SRA, 1},
		{"p: " + early + "release fence; relaxed y=1; x=1 | q: relaxed a=y; acquire fence; " + read, memory.RC11, 1},
		{"p: release fence; " + early + "relaxed y=1; x=1 | q: relaxed a=y; acquire fence; " + read, memory.RC11, 0}, // the write is after the fence
		{"p: " + early + "release fence; relaxed y=1; x=1 | q: relaxed a=y; " + read + "; acquire fence", memory.RC11, 0},
		{"p: " + early + "release y=1; relaxed y=2; x=1 | q: acquire a=y; if a==2 { " + read + " }", memory.RC11, 0},
		{"p: " + early + "release y=1; relaxed y=2; x=1 | q: acquire a=y; if a==2 { " + read + " }", memory.RC11of2017, 1},
		{"p: " + early + "release y=1; x=1 | q: acquire a=y; if a==2 { " + read + " } | r: relaxed update y", memory.RC11, 1},
		{"p: go { " + early + " }; join; " + read, memory.AllRelaxed, 1},
		{"p: " + early + "go { " + read + " }; x=1", memory.AllRelaxed, 1},
		{"p: " + early + "go { }; relaxed y=1; x=1 | q: acquire a=y; " + read, memory.RC11, 0},
		{"p: " + early + "go { }; relaxed y=1; x=1 | q: acquire a=y; " + read, memory.GenMCRC11, 1},
		{"p: lock l; " + early + "unlock l; x=1 | q: lock l; " + read + "; unlock l", memory.RC11, 1},
	} {
		got := 0
		for _, fails := range verdictsOf(t, smallprog.MustParse(c.program), c.model, register) {
			if fails {
				got++
			}
		}
		if got != c.fails {
			t.Errorf("%s under %v: %d executions fail, want %d", c.program, c.model, got, c.fails)
		}
	}
}

// TestDemandOfGraphs: real time is refused where executions are graphs.
func TestDemandOfGraphs(t *testing.T) {
	for _, m := range memory.Graphs() {
		if err := Demand(smallprog.MustBuild("p: x=1"), m, Property{}); err == nil || !strings.Contains(err.Error(), "the question must be observed") {
			t.Errorf("%v: %v", m, err)
		}
	}
}
