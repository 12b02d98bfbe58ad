package litmus

import (
	"slices"
	"strings"
)

// Histogram counts executions by their final states.
type Histogram struct {
	*Test
	States []Count // in the order of their texts
	// The executions for whose state holds what the condition says of some or all, and for
	// which it does not; and those that have no final state because they are not complete.
	Positive, Negative, Incomplete int64
}

// Count is a state, and how many executions end in it.
type Count struct {
	State
	Executions int64
}

// NewHistogram returns one without executions.
func (t *Test) NewHistogram() *Histogram { return &Histogram{Test: t} }

// Add counts an execution that is complete.
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

// OK reports whether the test succeeds: whether the states are as its condition asks.
func (h *Histogram) OK() bool {
	switch h.Condition.Quantifier {
	case ForAll:
		return h.Negative == 0
	case NotExists:
		return h.Positive == 0
	}
	return h.Positive > 0
}

// Witnesses are how many executions are as the condition asks, and how many are not.
func (h *Histogram) Witnesses() (positive, negative int64) {
	if h.Condition.Quantifier == NotExists {
		return h.Negative, h.Positive
	}
	return h.Positive, h.Negative
}

// Observation is Never, Sometimes or Always: how often what the condition is about holds.
func (h *Histogram) Observation() string {
	switch {
	case h.Positive == 0:
		return "Never"
	case h.Negative == 0:
		return "Always"
	}
	return "Sometimes"
}

// Kind is what the condition asks for, in one word: Allowed, Forbidden or Required.
func (c Condition) Kind() string {
	return [...]string{Exists: "Allowed", NotExists: "Forbidden", ForAll: "Required"}[c.Quantifier]
}
