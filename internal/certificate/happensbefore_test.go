package certificate

import (
	"math/rand/v2"
	"slices"
	"testing"

	"dporbench/frontends/smallprog"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
)

// TestOrderIsTheDefinition compares happens-before and races with the package
// comment, taken literally, on random executions of random programs.
func TestOrderIsTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	var o happensBefore
	found := map[event.Kind]int{}
	for range 3000 {
		p := smallprog.Random(r)
		m, err := machine.New(p.Build(), behaviour.Limits{})
		if err != nil {
			t.Fatal(err)
		}
		runAtRandom(t, r, m)
		o.compute(m.Events(), m.Threads())
		l := newLiteral(m.Events())
		for i := range l.events {
			for j := range l.events {
				if got := o.isBefore(int32(i), int32(j)); got != (l.before[i][j] || i == j) {
					t.Fatalf("%s\n\t%v\n\t%d before %d: %v", p, l.events, i, j, got)
				}
			}
		}
		got, want := positions(o.races), l.races()
		if !slices.Equal(got, want) {
			t.Fatalf("%s\n\t%v\n\traces %v, want %v", p, l.events, got, want)
		}
		for _, race := range got {
			found[l.events[race[1]].Kind]++
		}
		m.Close()
	}
	for _, k := range []event.Kind{event.Read, event.Write, event.Update, event.Lock} {
		if found[k] == 0 {
			t.Errorf("no race of a %v", k)
		}
	}
}

func runAtRandom(t *testing.T, r *rand.Rand, m *machine.Machine) {
	for {
		var enabled []event.ThreadID
		for th := m.NextEnabled(event.NoThread); th != event.NoThread; th = m.NextEnabled(th) {
			enabled = append(enabled, th)
		}
		if len(enabled) == 0 {
			return
		}
		if _, err := m.Step(enabled[r.IntN(len(enabled))]); err != nil {
			t.Fatal(err)
		}
	}
}

func positions(races []race) [][2]int {
	var pairs [][2]int
	for _, r := range races {
		pairs = append(pairs, [2]int{int(r.first), int(r.second)})
	}
	slices.SortFunc(pairs, func(a, b [2]int) int { return slices.Compare(a[:], b[:]) })
	return pairs
}

// literal is the happens-before relation as a table.
type literal struct {
	events []event.Event
	before [][]bool
}

func newLiteral(events []event.Event) literal {
	l := literal{events: events, before: closure(events, event.Dependent)}
	return l
}

// closure is the smallest transitive relation that orders dependent events as in
// events.
func closure(events []event.Event, dependent func(e, f event.Event) bool) [][]bool {
	n := len(events)
	before := make([][]bool, n)
	for i := range n {
		before[i] = make([]bool, n)
		for j := i + 1; j < n; j++ {
			before[i][j] = dependent(events[i], events[j])
		}
	}
	for k := range n {
		for i := range n {
			for j := range n {
				before[i][j] = before[i][j] || before[i][k] && before[k][j]
			}
		}
	}
	return before
}

func (l literal) races() [][2]int {
	var races [][2]int
	for i, e := range l.events {
		for j, f := range l.events {
			switch {
			case i >= j || e.Thread == f.Thread || !event.Conflicting(e.Kind, e.Object, f.Kind, f.Object):
			case e.Kind.OnVariable():
				between := func(k int) bool { return l.before[i][k] && l.before[k][j] }
				if !l.any(between) {
					races = append(races, [2]int{i, j})
				}
			case e.Kind == event.Lock && f.Kind == event.Lock:
				later := func(k int) bool {
					return i < k && k < j && l.events[k].Kind == event.Lock && l.events[k].Object == e.Object
				}
				inTime := func(k int) bool {
					g := l.events[k]
					last := g.Thread == f.Thread && g.Index == f.Index-1 || f.Index == 1 && g.Kind == event.Spawn && g.Object == int32(f.Thread)
					return last && (k == i || l.before[i][k])
				}
				if !l.any(later) && !l.any(inTime) {
					races = append(races, [2]int{i, j})
				}
			}
		}
	}
	return races
}

func (l literal) any(is func(k int) bool) bool {
	for k := range l.events {
		if is(k) {
			return true
		}
	}
	return false
}
