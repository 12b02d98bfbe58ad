package tables

import "dporbench/results"

// counter is a column for one of the counters of what an algorithm stores.
type counter struct {
	title string
	of    func(results.Stored) int64
}

// counters are all those of which [results.Stored.Largest] is the largest.
var counters = []counter{
	{"schedules", func(s results.Stored) int64 { return s.Schedules }},
	{"schedule\nevents", func(s results.Stored) int64 { return s.ScheduleEvents }},
	{"wakeup\nnodes", func(s results.Stored) int64 { return s.WakeupNodes }},
	{"graph\nnodes", func(s results.Stored) int64 { return s.GraphNodes }},
	{"configurations", func(s results.Stored) int64 { return s.Configurations }},
	{"sleep\nsets", func(s results.Stored) int64 { return s.SleepEntries }},
	{"frames", func(s results.Stored) int64 { return s.Frames }},
	{"events", func(s results.Stored) int64 { return s.Events }},
}

// usedCounters are the counters that are not 0 in all of the cells.
func usedCounters(cells []results.Cell) []counter {
	var used []counter
	for _, counter := range counters {
		for _, c := range cells {
			if counter.of(c.Median().Stored) != 0 {
				used = append(used, counter)
				break
			}
		}
	}
	return used
}
