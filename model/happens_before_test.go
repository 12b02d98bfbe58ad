package model_test

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/memory"
	"dporbench/model/order"
)

// before is Definition 1 verbatim: the transitive closure of dependence in
// the order of the events.
func before(events []event.Event) [][]bool {
	hb := make([][]bool, len(events))
	for j := range events {
		hb[j] = make([]bool, len(events))
		for i := range j {
			if event.Dependent(events[i], events[j]) {
				hb[i][j] = true
			}
		}
	}
	for k := range events {
		for i := range k {
			for j := k + 1; hb[i][k] && j < len(events); j++ {
				hb[i][j] = hb[i][j] || hb[k][j]
			}
		}
	}
	return hb
}

// races is Definition 5 for the last event, with the races on mutexes as
// defined at [order.HappensBefore.Races].
func races(events []event.Event, hb [][]bool) []int32 {
	var found []int32
	last := len(events) - 1
	e := events[last]
	for i := last - 1; i >= 0; i-- {
		f := events[i]
		switch {
		case e.Thread == f.Thread || !event.Conflicting(e.Kind, e.Object, f.Kind, f.Object):
		case e.Kind == event.Lock && f.Kind == event.Lock:
			if !ownPast(events, hb, last, i) {
				found = append(found, int32(i))
			}
			return found // the latest Lock before it is the only one
		case e.Kind.OnVariable() && !between(hb, i, last):
			found = append(found, int32(i))
		}
	}
	return found
}

// ownPast reports whether the event at i happens before the one at last through
// the thread of the latter.
func ownPast(events []event.Event, hb [][]bool, last, i int) bool {
	for k := last - 1; k > i; k-- {
		own := events[k].Thread == events[last].Thread || events[k].Kind == event.Spawn && events[k].Object == int32(events[last].Thread)
		if own {
			return hb[i][k]
		}
	}
	return false
}

func between(hb [][]bool, i, j int) bool {
	for k := i + 1; k < j; k++ {
		if hb[i][k] && hb[k][j] {
			return true
		}
	}
	return false
}

// TestOrder compares Order with the definitions along random walks forwards and
// backwards.
func TestOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for source := range programs(r, 300) {
		walkInOrder(t, source, memory.SC, r)
	}
	for range 300 {
		walkInOrder(t, smallprog.Applying(r), memory.CommutingSC, r)
	}
}

func walkInOrder(t *testing.T, source smallprog.Program, under memory.Model, r *rand.Rand) {
	t.Helper()
	p := source.Build()
	m, o := newMachine(t, p, behaviour.Limits{Memory: under}), order.NewHappensBefore((*front.Program)(p), under)
	for range 60 {
		threads := enabled(m)
		if len(threads) == 0 || m.Len() > 0 && r.IntN(3) == 0 {
			if m.Len() == 0 {
				break
			}
			m.Undo()
			o.Pop()
			continue
		}
		e, err := m.Step(threads[r.IntN(len(threads))])
		if err != nil {
			t.Fatal(err)
		}
		o.Push(e)
		compareOrder(t, source, m.Events(), o)
	}
}

func compareOrder(t *testing.T, source smallprog.Program, events []event.Event, o *order.HappensBefore) {
	t.Helper()
	hb := before(events)
	for i := range events {
		for j := range events {
			if got, want := o.Before(i, j), i == j || hb[i][j]; got != want {
				t.Fatalf("%v\n%v\nevent %d before %d: %v, want %v", source, events, i, j, got, want)
			}
		}
	}
	got := slices.Clone(o.Races())
	slices.Sort(got)
	want := races(events, hb)
	slices.Sort(want)
	if diff := cmp.Diff(want, got); diff != "" && len(got)+len(want) > 0 {
		t.Fatalf("%v\n%v\nraces of the last event (-want +got):\n%s", source, events, diff)
	}
}

// TestClassKey checks that swapping two adjacent events of an execution keeps
// its key if and only if they are independent, and that it does not matter how
// spawned threads are numbered.
func TestClassKey(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 4))
	for source := range programs(r, 500) {
		m := newMachine(t, source.Build(), behaviour.Limits{})
		walk(t, m, r)
		events := slices.Clone(m.Events())
		key := order.ClassKey(events)
		for i := 1; i < len(events); i++ {
			e, f := events[i-1], events[i]
			if e.Thread == f.Thread || e.Kind.OnThread() || f.Kind.OnThread() {
				continue // there is no such order
			}
			swapped := slices.Clone(events)
			swapped[i-1], swapped[i] = f, e
			if same := order.ClassKey(swapped) == key; same == event.Dependent(e, f) {
				t.Errorf("%v\nswapping %v and %v: same key %v", source, e, f, same)
			}
		}
		if renumbered := order.ClassKey(renumber(events, source)); renumbered != key {
			t.Errorf("%v\nthe key depends on the numbers of spawned threads", source)
		}
	}
}

// renumber reverses the numbers of the spawned threads, and leaves some out.
func renumber(events []event.Event, source smallprog.Program) []event.Event {
	declared := event.ThreadID(len(source.Threads))
	number := func(t event.ThreadID) event.ThreadID {
		if t < declared {
			return t
		}
		return declared + 2*(40-t)
	}
	renumbered := slices.Clone(events)
	for i, e := range events {
		renumbered[i].Thread = number(e.Thread)
		if e.Kind.OnThread() {
			renumbered[i].Object = int32(number(event.ThreadID(e.Object)))
		}
	}
	return renumbered
}

// BenchmarkOrder times a push and a pop.
func BenchmarkOrder(b *testing.B) {
	p := model.NewProgram("loop")
	p.Vars("x", 4, 0)
	for range 4 {
		p.Thread("t", func(*model.Thread) {})
	}
	o := order.NewHappensBefore((*front.Program)(p), memory.SC)
	b.ReportAllocs()
	for b.Loop() {
		for i := range int32(128) {
			kind := event.Read
			if i%3 == 0 {
				kind = event.Write
			}
			o.Push(event.Event{Thread: event.ThreadID(i % 4), Index: i/4 + 1, Kind: kind, Access: event.Access{Object: i / 4 % 4}})
		}
		for o.Len() > 0 {
			o.Pop()
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/128, "ns/event")
}
