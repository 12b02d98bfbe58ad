package model_test

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/memory"
	"dporbench/model/order"
)

// bufferedBefore is the happens-before relation where Stores are buffered, as the transitive closure of
// direct predecessors.
func bufferedBefore(events []event.Event) [][]bool {
	hb := make([][]bool, len(events))
	for j := range events {
		hb[j] = make([]bool, len(events))
		for i := range j {
			hb[i][j] = precedes(events, i, j)
		}
		for k := range j {
			for i := range k {
				hb[i][j] = hb[i][j] || hb[i][k] && hb[k][j]
			}
		}
	}
	return hb
}

// precedes reports whether the event at i must directly precede the one at j.
func precedes(events []event.Event, i, j int) bool {
	e, f := events[i], events[j]
	switch {
	case e.Thread == f.Thread:
		return true
	case f.IsFlush() && e.Thread == f.Issuer() && e.Index <= int32(f.Ref):
		return true
	case e.IsFlush() && e.Issuer() == f.Thread && f.Waits():
		return true
	case e.Kind == event.Spawn && (e.Object == int32(f.Thread) || f.IsFlush() && e.Object == int32(f.Issuer())):
		return true
	case f.Kind == event.Join && (f.Object == int32(e.Thread) || e.IsFlush() && f.Object == int32(e.Issuer())):
		return true
	case e.Kind == event.BufferRead && f.Kind.Writes() && e.Object == f.Object:
		return slices.ContainsFunc(events[:j], func(g event.Event) bool { return flushes(g, e) }) // the store comes before f in co
	case f.ReadsOwn():
		return false
	}
	return event.Conflicting(e.Kind, e.Object, f.Kind, f.Object)
}

// flushes reports whether f is the flush of the store that e reads.
func flushes(f, e event.Event) bool { return f.Thread == e.Flusher() && f.Index == int32(e.Ref) }

// TestBufferedOrder compares the order with its definition along random executions, and swaps events
// that it does not order: the result is also an execution, of the same class.
func TestBufferedOrder(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 6))
	for source, under := range buffered(r, 100) {
		p := source.Build()
		m, o := newMachine(t, p, behaviour.Limits{Memory: under}), order.NewHappensBefore((*front.Program)(p), under)
		walk(t, m, r)
		events := slices.Clone(m.Events())
		hb := bufferedBefore(events)
		for j, e := range events {
			o.Push(e)
			for i := range j {
				if got := o.Before(i, j); got != hb[i][j] {
					t.Fatalf("%v under %v\n%v\nevent %d before %d: %v, want %v", source, under, events, i, j, got, hb[i][j])
				}
			}
		}
		key := order.ClassKey(events)
		for i := 1; i < len(events); i++ {
			if hb[i-1][i] {
				continue
			}
			m.Reset()
			for _, e := range slices.Concat(events[:i-1], []event.Event{events[i], events[i-1]}, events[i+1:]) {
				if !m.Enabled(e.Thread) {
					t.Fatalf("%v under %v\n%v\nevents %d and %d cannot change places", source, under, events, i-1, i)
				}
				step(t, m, e.Thread)
			}
			if order.ClassKey(m.Events()) != key {
				t.Fatalf("%v under %v\n%v\nanother class with events %d and %d in another order", source, under, events, i-1, i)
			}
		}
	}
}

// TestBufferLimit: a number that does not fit into an event is refused, not miscounted.
func TestBufferLimit(t *testing.T) {
	p := model.NewProgram("many")
	x := p.Var("x", 0)
	p.Thread("p", func(t *model.Thread) {
		for i := range int64(1 << 16) {
			t.Store(x, i)
		}
	})
	_, err := machine.New(p, behaviour.Limits{Memory: memory.TSO})
	if err == nil || !strings.Contains(err.Error(), "thread 0 (p) does more than 65534 stores") {
		t.Errorf("error %v", err)
	}
	if _, err = machine.New(p, behaviour.Limits{Memory: memory.TSO, MaxSteps: 100}); err == nil || !strings.Contains(err.Error(), "after 100 events") {
		t.Errorf("error %v", err)
	}
}

// TestFence: where Stores are not buffered, a Fence is not an event.
func TestFence(t *testing.T) {
	p := smallprog.MustBuild("p: x=1; fence; a=y")
	for under, want := range map[memory.Model]int{memory.SC: 2, memory.TSO: 3, memory.PSO: 3} {
		m := newMachine(t, p, behaviour.Limits{Memory: under})
		walk(t, m, rand.New(rand.NewPCG(0, 0)))
		if m.Len() != want {
			t.Errorf("%v: %v, want %d events", under, m.Events(), want)
		}
	}
}
