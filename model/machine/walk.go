package machine

import (
	"math/rand/v2"
	"slices"

	"dporbench/model/event"
)

// Walk continues an execution with threads and choices drawn from random, to its end or until it has most events or more than
// threads threads. A thread runs for sticky events on average before another is drawn: executions with few switches show other
// behaviour than those with many. Front ends try programs out in this way before they are explored.
func (m *Machine) Walk(random *rand.Rand, sticky, most, threads int) error {
	return m.WalkBy(random, random.Int32N, sticky, most, threads)
}

// WalkBy is Walk with choices that a function makes: it returns one of the given number of values, for each event.
func (m *Machine) WalkBy(random *rand.Rand, choose func(values int32) int32, sticky, most, threads int) error {
	var enabled []event.ThreadID
	last := event.NoThread
	for m.Len() < most && m.Threads() <= threads {
		enabled = enabled[:0]
		for t := range event.ThreadID(m.Threads()) {
			if m.Enabled(t) {
				enabled = append(enabled, t)
			}
		}
		if len(enabled) == 0 {
			return nil
		}
		if random.IntN(sticky) == 0 || !slices.Contains(enabled, last) {
			last = enabled[random.IntN(len(enabled))]
		}
		m.Choose(choose(m.Values(last)))
		if _, err := m.Step(last); err != nil {
			return err
		}
	}
	return nil
}
