package model_test

import (
	"errors"
	"iter"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

func newMachine(t *testing.T, p *model.Program, l behaviour.Limits) *machine.Machine {
	t.Helper()
	m, err := machine.New(p, l)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(m.Close)
	return m
}

func enabled(m *machine.Machine) []event.ThreadID {
	var threads []event.ThreadID
	for t := range event.ThreadID(m.Threads()) {
		if m.Enabled(t) {
			threads = append(threads, t)
		}
	}
	return threads
}

// walk steps m at random to the end of an execution.
func walk(t *testing.T, m *machine.Machine, r *rand.Rand) {
	t.Helper()
	for {
		threads := enabled(m)
		if len(threads) == 0 {
			return
		}
		thread := threads[r.IntN(len(threads))]
		if n := m.Values(thread); n > 1 {
			m.Choose(r.Int32N(n))
		}
		step(t, m, thread)
	}
}

func step(t *testing.T, m *machine.Machine, thread event.ThreadID) {
	t.Helper()
	next, ok := m.Next(thread)
	got, err := m.Step(thread)
	if err != nil {
		t.Fatal(err)
	}
	if !ok || got != next {
		t.Errorf("Next promised %v, Step did %v", next, got)
	}
}

// again makes the thread of e do its next event, which must be e.
func again(t *testing.T, m *machine.Machine, e event.Event) {
	t.Helper()
	if e.Kind == event.Choice {
		m.Choose(e.Object)
	}
	step(t, m, e.Thread)
}

// programs yields n programs of Random and n of Rich.
func programs(r *rand.Rand, n int) iter.Seq[smallprog.Program] {
	return func(yield func(smallprog.Program) bool) {
		for i := range 2 * n {
			random := smallprog.Random
			if i >= n {
				random = smallprog.Rich
			}
			if !yield(random(r)) {
				return
			}
		}
	}
}

// buffered yields n programs of Buffered and n of Random, each under TSO and under PSO.
func buffered(r *rand.Rand, n int) iter.Seq2[smallprog.Program, memory.Model] {
	return func(yield func(smallprog.Program, memory.Model) bool) {
		for i := range 4 * n {
			random, under := smallprog.Buffered, memory.TSO
			if i%2 == 1 {
				random = smallprog.Random
			}
			if i%4 > 1 {
				under = memory.PSO
			}
			if !yield(random(r), under) {
				return
			}
		}
	}
}

// everywhere yields sc programs under sequential consistency, and then others of each kind with store buffers.
func everywhere(r *rand.Rand, sc, others int) iter.Seq2[smallprog.Program, memory.Model] {
	return func(yield func(smallprog.Program, memory.Model) bool) {
		for source := range programs(r, sc) {
			if !yield(source, memory.SC) {
				return
			}
		}
		buffered(r, others)(yield)
	}
}

// view is the visible state of a machine.
type view struct {
	Events  []event.Event
	Values  []int64
	Enabled []event.ThreadID
	Next    []event.Event
}

func viewOf(p *model.Program, m *machine.Machine) view {
	v := view{Events: slices.Clone(m.Events()), Enabled: enabled(m)}
	for x := range int32(p.NumVars()) {
		v.Values = append(v.Values, m.Value(x))
	}
	for _, t := range v.Enabled {
		e, _ := m.Next(t)
		v.Next = append(v.Next, e)
	}
	return v
}

// difference says how views differ. It calls cmp.Diff only if they do, which would otherwise take most of a test's time.
func difference(want, got view) string {
	if slices.Equal(want.Events, got.Events) && slices.Equal(want.Values, got.Values) &&
		slices.Equal(want.Enabled, got.Enabled) && slices.Equal(want.Next, got.Next) {
		return ""
	}
	return cmp.Diff(want, got, cmpopts.EquateEmpty())
}

// TestUndo walks at random, then back step by step, and compares the machine at
// each prefix with a new one that was stepped there.
func TestUndo(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for source, under := range everywhere(r, 200, 50) {
		undo(t, source, under, r)
	}
	for range 100 {
		undo(t, smallprog.Applying(r), memory.CommutingSC, r)
	}
}

func undo(t *testing.T, source smallprog.Program, under memory.Model, r *rand.Rand) {
	t.Helper()
	p, limits := source.Build(), behaviour.Limits{Memory: under}
	m := newMachine(t, p, limits)
	walk(t, m, r)
	schedule := slices.Clone(m.Events())
	for m.Len() > 0 {
		m.Undo()
		fresh := newMachine(t, p, limits)
		for _, e := range schedule[:m.Len()] {
			again(t, fresh, e)
		}
		if diff := difference(viewOf(p, fresh), viewOf(p, m)); diff != "" {
			t.Fatalf("%v under %v\nafter undoing to %d events (-new +undone):\n%s", source, under, m.Len(), diff)
		}
	}
}

// TestTreeBudget checks that a behaviour tree with hardly any room is as good
// as a large one, and that it stays small.
func TestTreeBudget(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for source := range programs(r, 50) {
		p := source.Build()
		small, large := newMachine(t, p, behaviour.Limits{TreeBudget: 1}), newMachine(t, p, behaviour.Limits{})
		longest := 0
		for range 50 {
			walk(t, large, r)
			longest = max(longest, large.Len())
			for _, e := range large.Events()[small.Len():] {
				again(t, small, e)
			}
			if diff := difference(viewOf(p, large), viewOf(p, small)); diff != "" {
				t.Fatalf("%v\n(-large +small):\n%s", source, diff)
			}
			back := r.IntN(large.Len() + 1)
			for large.Len() > back {
				large.Undo()
				small.Undo()
			}
		}
		if limit := 2 * (longest + 2*small.Threads()); small.BehaviourNodes() > limit {
			t.Errorf("%v: %d nodes, want at most %d for executions of %d events", source, small.BehaviourNodes(), limit, longest)
		}
	}
}

func TestUpdates(t *testing.T) {
	p := model.NewProgram("updates")
	x := p.Var("x", 5)
	var got []any
	p.Thread("t", func(t *model.Thread) {
		got = []any{t.Add(x, 2), t.Swap(x, 1), t.CompareAndSwap(x, 2, 9), t.CompareAndSwap(x, 1, 9), t.Load(x)}
		t.Store(x, 4)
	})
	m := newMachine(t, p, behaviour.Limits{})
	walk(t, m, rand.New(rand.NewPCG(0, 0)))
	if diff := cmp.Diff([]any{int64(5), int64(7), false, true, int64(9)}, got); diff != "" {
		t.Errorf("returned (-want +got):\n%s", diff)
	}
	want := []event.Event{
		{Index: 1, Kind: event.Update}, {Index: 2, Kind: event.Update}, {Index: 3, Kind: event.Read}, {Index: 4, Kind: event.Update},
		{Index: 5, Kind: event.Read}, {Index: 6, Kind: event.Write},
	}
	if diff := cmp.Diff(want, m.Events()); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
	if m.Value(0) != 4 {
		t.Errorf("x = %d, want 4", m.Value(0))
	}
}

func TestEndings(t *testing.T) {
	for _, c := range []struct {
		program string
		outcome model.Outcome
		failure string
	}{
		{"p: x=1", model.Complete, ""},
		{"p: assert a!=0", model.Failed, "assert: assert a!=0"},
		{"p: unlock l", model.Failed, "unlock of l, which the thread does not hold"},
		{"p: lock l; assume a!=0 | q: lock l", model.AssumeBlocked, ""},
		{"p: lock l; lock l", model.Deadlocked, ""},
		{"p: lock l | q: lock l; assert a!=0", model.Starved, ""},
		{"p: lock l; lock m | q: lock m; lock l", model.Starved, ""},
		{"p: await x==1; y=1 | q: await y==1; x=1", model.Deadlocked, ""},
		{"p: await x==1; y=1 | q: await y==1; x=1 | r: z=1", model.Starved, ""},
		{"p: go { assert a!=0 }; join; x=1", model.Failed, "child 1 of thread 0 (p)"},
		{"p: go { lock l; lock l }; join; x=1", model.Deadlocked, ""},
	} {
		m := newMachine(t, smallprog.MustBuild(c.program), behaviour.Limits{})
		for len(enabled(m)) > 0 {
			step(t, m, enabled(m)[0])
		}
		outcome, failure := m.Ending()
		if outcome != c.outcome || !strings.Contains(failure, c.failure) || (failure == "") != (c.failure == "") {
			t.Errorf("%s: %v (%s), want %v (%s)", c.program, outcome, failure, c.outcome, c.failure)
		}
	}
}

// TestClosures checks that a spawned body finds what it captured as it was at
// the Go, however often it runs.
func TestClosures(t *testing.T) {
	p := model.NewProgram("closures")
	x, y := p.Var("x", 0), p.Var("y", 0)
	p.Thread("parent", func(t *model.Thread) {
		n := t.Load(y)
		t.Go("child", func(t *model.Thread) {
			t.Load(x)
			n++
			t.Store(y, 10*n)
		})
	})
	p.Thread("other", func(t *model.Thread) { t.Store(x, 1) })
	m := newMachine(t, p, behaviour.Limits{TreeBudget: 1})
	for _, otherFirst := range []bool{false, true, false} {
		schedule := []event.ThreadID{0, 0, 2, 2, 1}
		if otherFirst {
			schedule = []event.ThreadID{1, 0, 0, 2, 2}
		}
		for _, thread := range schedule {
			step(t, m, thread)
		}
		if m.Value(1) != 10 {
			t.Errorf("y = %d, want 10", m.Value(1))
		}
		for m.Len() > 0 {
			m.Undo()
		}
	}
}

func TestForeign(t *testing.T) {
	other := model.NewProgram("other").Var("x", 0)
	p := model.NewProgram("p")
	p.Thread("t", func(t *model.Thread) { t.Load(other) })
	_, err := machine.New(p, behaviour.Limits{})
	if want := "thread 0 (t): use of a variable of another program (other): declare it with Var"; err == nil || err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
}

func TestStepBound(t *testing.T) {
	p := model.NewProgram("endless")
	x := p.Var("x", 0)
	p.Thread("spinner", func(t *model.Thread) {
		for t.Load(x) == 0 {
		}
	})
	m := newMachine(t, p, behaviour.Limits{MaxSteps: 10})
	for range 10 {
		step(t, m, 0)
	}
	_, err := m.Step(0)
	var endless *behaviour.EndlessError
	if !errors.As(err, &endless) || !strings.HasPrefix(endless.Place, "machine_test.go:") {
		t.Fatalf("got error %v, want a line of this file", err)
	}
	if want := "an execution has not ended after 10 events, the step bound: thread 0 (spinner) would do load x at " + endless.Place + " next; " +
		"bound its loops, or raise the step bound"; err.Error() != want {
		t.Errorf("got error %v, want %s", err, want)
	}
	if m.Len() != 10 {
		t.Errorf("%d events after the error, want 10", m.Len())
	}
}

func TestNondeterminism(t *testing.T) {
	p := model.NewProgram("fickle")
	x := p.Var("x", 0)
	runs := int64(0)
	p.Thread("fickle", func(t *model.Thread) {
		runs++
		t.Load(x)
		t.Store(x, runs)
	})
	m := newMachine(t, p, behaviour.Limits{})
	step(t, m, 0)
	m.Undo()
	err := m.CheckDeterminism()
	if want := "thread 0 (fickle) is not deterministic: after its operations returned [0] it first did store x = 1 and then store x = 2"; err == nil || !strings.HasPrefix(err.Error(), want+"; look for ") {
		t.Errorf("got error %v, want %s", err, want)
	}
}

// BenchmarkMachine times a step and an undo of the bare machine.
func BenchmarkMachine(b *testing.B) {
	p := model.NewProgram("loop")
	x := p.Vars("x", 4, 0)
	for range 4 {
		p.Thread("t", func(t *model.Thread) {
			for i := range 16 {
				t.Store(x[i%4], t.Load(x[(i+1)%4]))
			}
		})
	}
	m, err := machine.New(p, behaviour.Limits{})
	if err != nil {
		b.Fatal(err)
	}
	defer m.Close()
	b.ReportAllocs()
	for i := 0; b.Loop(); i++ {
		for m.Len() < 128 {
			if _, err := m.Step(event.ThreadID(m.Len() % 4)); err != nil {
				b.Fatal(err)
			}
		}
		for m.Len() > 0 {
			m.Undo()
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/128, "ns/event")
}

func TestInterruptIsAskedWithinAnExecution(t *testing.T) {
	p := model.NewProgram("long")
	x := p.Var("x", 0)
	p.Thread("p", func(t *model.Thread) {
		for range 10 * behaviour.InterruptInterval {
			t.Store(x, t.Load(x)+1)
		}
	})
	enough := errors.New("enough")
	asked := 0
	m, err := machine.New(p, behaviour.Limits{Interrupt: func() error {
		if asked++; asked == 3 {
			return enough
		}
		return nil
	}})
	if err != nil {
		t.Fatal(err)
	}
	defer m.Close()
	for err == nil {
		_, err = m.Step(0)
	}
	if err != enough || m.Len() != 3*behaviour.InterruptInterval || m.Steps() != int64(m.Len()) {
		t.Fatalf("%v after %d events and %d steps, want %v after %d", err, m.Len(), m.Steps(), enough, 3*behaviour.InterruptInterval)
	}
}
