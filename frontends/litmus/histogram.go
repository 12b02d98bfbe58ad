package litmus

import (
	"slices"
	"strings"
)

// Histogram counts executions by their final states.
type Histogram struct {
	*Test
	States []Count // in the order of their texts
	// The numbers of executions whose final state satisfies the condition's proposition, whose state does
	// not, and which have no final state because they are not complete.
	Positive, Negative, Incomplete int64
}

// Count is a state and the number of executions that end in it.
type Count struct {
	State
	Executions int64
}

// NewHistogram returns a histogram without executions.
func (t *Test) NewHistogram() *Histogram { return &Histogram{Test: t} }

// Add counts a complete execution with final state s.
func (h *Histogram) Add(s State) {
	if !s.Counts {
		return
	}
	if s.Holds {
		h.Positive++
	} else {
		h.Negative++
	}
	i, found := slices.BinarySearchFunc(h.States, s, func(c Count, s State) int { return strings.Compare(c.Text, s.Text) })
	if !found {
		h.States = slices.Insert(h.States, i, Count{State: s})
	}
	h.States[i].Executions++
}

// OK reports whether the test succeeds, that is, whether the states satisfy its condition.
func (h *Histogram) OK() bool {
	switch h.Condition.Quantifier {
	case ForAll:
		return h.Negative == 0
	case NotExists:
		return h.Positive == 0
	}
	return h.Positive > 0
}

// Witnesses returns the numbers of executions for and against the condition.
func (h *Histogram) Witnesses() (positive, negative int64) {
	if h.Condition.Quantifier == NotExists {
		return h.Negative, h.Positive
	}
	return h.Positive, h.Negative
}

// Observation is how often the condition's proposition holds: Never, Sometimes or Always.
func (h *Histogram) Observation() string {
	switch {
	case h.Positive == 0:
		return "Never"
	case h.Negative == 0:
		return "Always"
	}
	return "Sometimes"
}

// Kind names the kind of condition: Allowed (exists), Forbidden (~exists) or Required (forall).
func (c Condition) Kind() string {
	return [...]string{Exists: "Allowed", NotExists: "Forbidden", ForAll: "Required"}[c.Quantifier]
}
