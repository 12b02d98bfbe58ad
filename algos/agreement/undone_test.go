package agreement_test

import (
	"iter"
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

// mistakes are the two sorts of mistakes that result, with the number of the first program of seed 1 that shows
// each. Shrunk, both have 9 accesses of 3 variables.
var mistakes = []struct {
	name   string
	number int
	shown  func(got, want algostest.Classes) bool
}{
	{"a class is repeated", 8253, func(got, want algostest.Classes) bool { return visits(got) > len(want) }},
	{"a class is lost", 20251, func(got, want algostest.Classes) bool { return len(got) < len(want) }},
}

func visits(c algostest.Classes) (n int) {
	for _, times := range c {
		n += times
	}
	return n
}

// TestUndoneIsFound shows that comparing large programs finds both. It searches for them, in a minute and a half; with
// -short, it only tries the programs known to show them.
func TestUndoneIsFound(t *testing.T) {
	c := (&campaign{explorers: withUndone, seed: 1, kinds: []smallprog.LargeKind{smallprog.LargePlain}, preemptions: -1, atMost: 20_000, log: t.Logf}).begin()
	var found [2]bool
	for number := range numbers() {
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

// numbers yields the numbers of all programs up to the last one known to show a mistake; with -short, only of those
// known to show one.
func numbers() iter.Seq[int] {
	return func(yield func(int) bool) {
		last := mistakes[len(mistakes)-1].number
		for number := range last + 1 {
			known := number == last || number == mistakes[0].number
			if (known || !testing.Short()) && !yield(number) {
				return
			}
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
