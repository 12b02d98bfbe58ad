package trace_test

import (
	"context"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dporbench/algos"
	"dporbench/algos/exhaustive"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/trace"
)

// first returns an execution of p.
func first(t *testing.T, p *model.Program, order algos.Order) []event.Event {
	var events []event.Event
	_, err := exhaustive.New(algos.Options{Order: order}).Explore(context.Background(), p, func(e *model.Execution) error {
		events = append(events, e.Events()...)
		return algos.ErrStop
	})
	if err != nil {
		t.Fatal(err)
	}
	return events
}

func TestOf(t *testing.T) {
	p := smallprog.MustBuild("p: x=1; go { lock l; a=x; unlock l }; go { update x }; join; join; b=cas(x,2,3); a=swap(x,5); assert a!=3 | q: assume a!=0")
	got, err := trace.Of(p, memory.SC, first(t, p, algos.FirstThread))
	if err != nil {
		t.Fatal(err)
	}
	var steps []string
	for _, s := range got.Steps {
		steps = append(steps, got.Threads[s.Event.Thread]+": "+s.Text)
	}
	want := []string{
		"p: x = 1", "p: go child", "p: go child#2", "child: lock l", "child: x → 1", "child: unlock l", "child#2: x += 1 → 1",
		"p: join child#2", "p: join child", "p: cas(x, 2, 3) → true", "p: swap(x, 5) → 3",
	}
	if d := cmp.Diff(want, steps); d != "" {
		t.Error(d)
	}
	if got.Outcome != model.Failed || !strings.Contains(got.Failure, "assert a!=3") {
		t.Errorf("got outcome %v, failure %q", got.Outcome, got.Failure)
	}
}

// TestOfLong: no thread of a given execution is examined for endless loops. Here, one that waits may do more events than there are in the
// execution, if it runs beside others.
func TestOfLong(t *testing.T) {
	p := model.NewProgram("long")
	x, y := p.Var("x", 0), p.Var("y", 0)
	p.Thread("p", func(t *model.Thread) {
		for range 1200 {
			t.Store(x, 1)
		}
		t.Await(y, func(v int64) bool { return v != 0 })
	})
	p.Thread("q", func(t *model.Thread) {
		if t.Load(x) == 1 {
			t.Store(y, 1)
		}
	})
	events := first(t, p, algos.LastThread)
	if got, err := trace.Of(p, memory.SC, events); err != nil || len(got.Steps) != len(events) {
		t.Errorf("%d of %d events: %v", len(got.Steps), len(events), err)
	}
}

// TestOfRejects gives Of events that are not of the program.
func TestOfRejects(t *testing.T) {
	p := smallprog.MustBuild("p: x=1; lock l; a=x | q: lock l")
	for _, c := range []struct {
		events []event.Event
		want   string
	}{
		{[]event.Event{{Thread: 5, Index: 1, Kind: event.Read}}, "event 1 of 1: thread 5 has not been started"},
		{[]event.Event{{Thread: 0, Index: 1, Kind: event.Read}}, `event 1 of 1: thread p is at "x = 1", its event 1, not at a read, its event 1`},
		{[]event.Event{{Thread: 1, Index: 1, Kind: event.Lock}, {Thread: 1, Index: 2, Kind: event.Lock}}, "event 2 of 2: thread q has ended"},
		{[]event.Event{{Thread: 1, Index: 1, Kind: event.Lock}, {Thread: 0, Index: 1, Kind: event.Write}, {Thread: 0, Index: 2, Kind: event.Lock}}, `event 3 of 3: thread p is blocked at "lock l"`},
	} {
		_, err := trace.Of(p, memory.SC, c.events)
		if err == nil || err.Error() != c.want {
			t.Errorf("got error %v, want %s", err, c.want)
		}
	}
}
