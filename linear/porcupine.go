package linear

import (
	"maps"
	"math/bits"
	"slices"

	"github.com/anishathalye/porcupine"
)

// everAfter is the return time of operations that have not returned.
const everAfter = 1 << 40

// intervals returns the operations in porcupine's form, if intervals order them: each is called right after all operations
// before it have returned, and returns right before the next one after it is called.
func (h History) intervals() []porcupine.Operation {
	var times []int // the sizes of the sets of predecessors, ascending: at time t, a set of times[t] operations have ended
	for _, set := range h.Before {
		times = append(times, bits.OnesCount64(set))
	}
	slices.Sort(times)
	times = slices.Compact(times)
	all := make([]porcupine.Operation, len(h.Operations))
	for i, op := range h.Operations {
		call, _ := slices.BinarySearch(times, bits.OnesCount64(h.Before[i]))
		all[i] = porcupine.Operation{ClientId: int(op.Thread), Input: op.Input, Output: op.output(), Call: int64(4 * call), Return: everAfter}
	}
	for j := range h.Operations {
		for i := range h.Operations {
			if h.Before.Before(i, j) {
				all[i].Return = min(all[i].Return, all[j].Call-1)
			}
		}
	}
	return all
}

// Linearizable reports whether the operations can be put into one order that m allows and that does not contradict h.Before. An operation
// that has not returned may be left out. Porcupine decides if intervals order the operations, and [History.search] otherwise.
func (h History) Linearizable(m porcupine.Model) bool {
	if h.Before.IsInterval() {
		return porcupine.CheckOperations(forgiving(m), h.intervals())
	}
	return h.search(forgiving(m))
}

// forgiving lets operations that have not returned do nothing where m would not allow them: they then come after all operations that
// have returned, so it is as if they were left out.
func forgiving(m porcupine.Model) porcupine.Model {
	step := m.Step
	m.Step = func(state, input, output any) (bool, any) {
		ok, after := step(state, input, output)
		if out, _ := output.(Output); !ok && out == nil {
			return true, state
		}
		return ok, after
	}
	if m.Equal == nil {
		m.Equal = func(a, b any) bool { return a == b }
	}
	return m
}

// Of returns the specification of several objects together, by name; operations of other objects are always allowed.
func Of(objects map[string]porcupine.Model) porcupine.Model {
	names := slices.Sorted(maps.Keys(objects))
	at := func(input any) int { return slices.Index(names, input.(Input).Object) }
	equal := func(i int, a, b any) bool {
		if e := objects[names[i]].Equal; e != nil {
			return e(a, b)
		}
		return a == b
	}
	return porcupine.Model{
		Init: func() any {
			states := make([]any, len(names))
			for i, name := range names {
				states[i] = objects[name].Init()
			}
			return states
		},
		Step: func(state, input, output any) (bool, any) {
			i := at(input)
			if i < 0 {
				return true, state
			}
			states := state.([]any)
			ok, after := objects[names[i]].Step(states[i], input, output)
			if !ok {
				return false, state
			}
			states = slices.Clone(states)
			states[i] = after
			return true, states
		},
		Equal: func(a, b any) bool {
			for i := range names {
				if !equal(i, a.([]any)[i], b.([]any)[i]) {
					return false
				}
			}
			return true
		},
	}
}
