package agreement_test

import (
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/optimal"
	"dporbench/algos/pop/algorithm2"
	"dporbench/frontends/smallprog"
)

// undone is POP without correction 14 (docs/pop-proof.md, Theorem D): the expressions that a schedule inherits are not
// updated with the events of the schedule that come after it.
func undone(o algos.Options) algos.Explorer {
	return algorithm2.New(o, algorithm2.All&^algorithm2.RestOfSchedule)
}

var withUndone = []explorer{{name: "optimal", new: optimal.New, optimal: true}, {name: "algorithm2", new: undone, optimal: true}}

// mistakes are the two sorts of mistakes that result.
var mistakes = []struct {
	name  string
	shown func(got, want algostest.Classes) bool
}{
	{"a class is repeated", func(got, want algostest.Classes) bool { return visits(got) > len(want) }},
	{"a class is lost", func(got, want algostest.Classes) bool { return len(got) < len(want) }},
}

func visits(c algostest.Classes) (n int) {
	for _, times := range c {
		n += times
	}
	return n
}

// TestUndoneIsFound shows that comparing small nested programs finds both, in two seconds.
func TestUndoneIsFound(t *testing.T) {
	c := (&campaign{explorers: withUndone, seed: 3, kinds: []smallprog.LargeKind{smallprog.LargeNested}, preemptions: -1, atMost: 200, log: t.Logf}).begin()
	var found [2]bool
	for number := 0; number < 3000 && found != [2]bool{true, true}; number++ {
		p, _, o := c.program(number)
		difference := c.try(number)
		if difference == nil {
			continue
		}
		got, want := classesOf(t, undone(o), p), classesOf(t, optimal.New(o), p)
		for i, m := range mistakes {
			if !found[i] && m.shown(got, want) {
				found[i] = true
				t.Logf("%s: found with program %d after %v: %v", m.name, number, time.Since(c.begun).Round(time.Millisecond), difference)
			}
		}
	}
	for i, m := range mistakes {
		if !found[i] {
			t.Errorf("%s: not found", m.name)
		}
	}
}

func classesOf(t *testing.T, x algos.Explorer, p smallprog.Program) algostest.Classes {
	t.Helper()
	classes, _, err := algostest.Explore(x, p.Build())
	if err != nil {
		t.Fatalf("%v: %v", p, err)
	}
	return classes
}
