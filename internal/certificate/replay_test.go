package certificate

import (
	"dporbench/model/memory"
	"math/rand/v2"
	"slices"
	"testing"

	"dporbench/frontends/smallprog"
	"dporbench/model/event"
	"dporbench/model/machine"
)

// TestReversalIsTheDefinition compares the reversal of every race of random
// executions with the package comment, taken literally.
func TestReversalIsTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 0))
	var seen reversals
	for n := range 2000 {
		p := []func(smallprog.Choices) smallprog.Program{smallprog.Random, smallprog.Contended, locking}[n%3](r)
		replay, err := newReplay(p.Build(), memory.SC)
		if err != nil {
			t.Fatal(err)
		}
		runAtRandom(t, r, replay.machine)
		v := verification{replay: replay}
		events := slices.Clone(replay.machine.Events())
		before := newLiteral(events).before
		for _, c := range v.races(events) {
			if err := replay.reverse(&v.order, c); err != nil {
				t.Fatalf("%s\n\t%v\n\t%v: %v", p, events, c, err)
			}
			if problem := seen.check(events, before, c, replay.machine); problem != "" {
				t.Fatalf("%s\n\t%v\n\t%v: %s\n\t%v", p, events, c, problem, replay.machine.Events())
			}
		}
		replay.machine.Close()
	}
	if seen.pending == 0 || seen.changed == 0 || seen.later == 0 {
		t.Errorf("something never came up: %+v", seen)
	}
}

// reversals counts the special cases met in reversing races.
type reversals struct {
	pending int // Locks that had waited forever
	changed int // second events that changed their kind
	later   int // events after the second one that do not depend on the first
}

// check returns an error text if the machine's execution is not the reversal of a race
// of the execution with these events; otherwise "".
func (s *reversals) check(events []event.Event, before [][]bool, c race, m *machine.Machine) string {
	var want []event.Event
	for i, e := range events {
		if i == int(c.first) || before[c.first][i] {
			continue
		}
		want = append(want, e)
		if i > int(c.second) {
			s.later++
		}
	}
	got := m.Events()
	switch {
	case len(got) <= len(want) || !slices.Equal(got[:len(want)], want):
		return "it does not begin with what does not depend on the first event"
	case !s.same(events, c, got[len(want)]):
		return "the second event does not follow"
	case m.NextEnabled(event.NoThread) != event.NoThread:
		return "it is not maximal"
	}
	return ""
}

// same reports whether e is the second event of the race, of any kind.
func (s *reversals) same(events []event.Event, c race, e event.Event) bool {
	if int(c.second) == len(events) {
		s.pending++
		return e.Thread == c.thread && e.Kind == event.Lock
	}
	second := events[c.second]
	if second.Kind != e.Kind {
		s.changed++
		second.Kind = e.Kind
	}
	return e == second
}
