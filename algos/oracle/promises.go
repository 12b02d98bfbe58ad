package oracle

import (
	"fmt"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
	"dporbench/model/event"
)

// Outcomes counts classes, or executions, by their outcomes; those without a count of their own are complete.
type Outcomes struct{ Executions, Failed, AssumeBlocked, Deadlocked, Starved int64 }

// OutcomesOf returns the outcomes that an exploration counts.
func OutcomesOf(s algos.Stats) Outcomes {
	return Outcomes{s.Executions, s.Failed, s.AssumeBlocked, s.Deadlocked, s.Starved}
}

// Add counts a class with that outcome.
func (o *Outcomes) Add(end model.Outcome) {
	o.Executions++
	switch end {
	case model.Failed:
		o.Failed++
	case model.AssumeBlocked:
		o.AssumeBlocked++
	case model.Deadlocked:
		o.Deadlocked++
	case model.Starved:
		o.Starved++
	}
}

func (o Outcomes) String() string {
	return fmt.Sprintf("%d executions (%d failed, %d assume-blocked, %d deadlocked, %d starved)",
		o.Executions, o.Failed, o.AssumeBlocked, o.Deadlocked, o.Starved)
}

// Extent is the size of the largest executions of an exploration, on which the bounds of its storage depend.
type Extent struct {
	Events  int // in the longest execution
	Choices int // the most in one execution
}

// Add takes an execution into account.
func (x *Extent) Add(events []event.Event) {
	x.Events, x.Choices = max(x.Events, len(events)), max(x.Choices, event.CountChoices(events))
}

// Broken describes the first promise of a, other than those about classes, that an exploration breaks: outcomes, if
// each class is visited once; nothing redundant; and Lemmas 1 and 4 of the POP paper on storage. Empty if it keeps all.
// p is the program, classes the outcomes of its classes, and largest the extent of the exploration.
func Broken(a catalog.Algorithm, p *model.Program, classes Outcomes, s algos.Stats, largest Extent) string {
	if s.Failed+s.AssumeBlocked+s.Deadlocked+s.Starved > 0 {
		largest.Events += p.NumThreads() // Locks that stay pending are reversed as if they were events
	}
	n := int64(largest.Events)
	switch counted := OutcomesOf(s); {
	case a.ExactlyOnce && counted != classes:
		return fmt.Sprintf("counts %v, should be %v", counted, classes)
	case a.Optimal && s.Redundant != 0:
		return fmt.Sprintf("begins %d redundant explorations, promises none", s.Redundant)
	case a.PolynomialMemory && s.Peak.Frames > n*(n-1)/2+int64(largest.Choices): // Lemma 1; a choice nests one more
		return fmt.Sprintf("nests %d explorations where executions have %d events and %d choices, more than n(n-1)/2 plus the choices", s.Peak.Frames, n, largest.Choices)
	case a.PolynomialMemory && s.Peak.SleepEntries > n*n: // Lemma 4, with room for sets kept along a whole execution
		return fmt.Sprintf("has %d sleep set entries where executions have %d events, more than n²", s.Peak.SleepEntries, n)
	}
	return ""
}
