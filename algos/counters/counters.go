// Package counters defines the counts of an exploration, and a table of these
// counters from which the columns of results files, the tables and the figures
// are made. It is separate because algos and results both need it and neither
// may import the other. A new counter is a field and an entry of the table, both
// here.
package counters

import (
	"slices"
	"time"
)

// Counts holds the counts of an exploration. All are exact, and the same on every machine.
type Counts struct {
	Executions      int64 // maximal executions visited, of any outcome
	Deadlocked      int64 // executions that deadlocked
	Starved         int64 // executions that are starved
	Livelocked      int64 // executions that are livelocked
	AssumeBlocked   int64 // executions that stopped at a false Assume
	Failed          int64 // executions that failed
	Leaked          int64 // executions in which a goroutine never ends though the first one has
	Raced           int64 // executions with a data race
	NonLinearizable int64 // executions with an object that is not linearizable
	Redundant       int64 // explorations given up because a sleep set blocked them
	Events          int64 // events executed; going back to an earlier prefix executes none
}

// Stored counts the data that an explorer keeps in memory, each counter at its peak. A counter
// that does not apply to an algorithm stays 0.
type Stored struct {
	Events         int64 // events of the executions and schedules held: the current one, and whatever is kept to be continued
	Frames         int64 // explorations begun and not ended (depth of recursion)
	SleepEntries   int64 // threads, schedules or expressions in the sleep sets in force
	Configurations int64 // configurations remembered as seen (exhaustive)
	WakeupNodes    int64 // nodes of wakeup trees
	Schedules      int64 // schedules collected and not yet explored, or explored and kept in sleep sets
	ScheduleEvents int64 // the events kept with those schedules
	GraphNodes     int64 // nodes of execution graphs, or events of an unfolding
	BehaviourNodes int64 // nodes of the model's own cache of the threads' behaviour; bounded, see machine.Machine
}

// Work counts the steps of an exploration besides executing events, where they are taken. It separates the
// work of an algorithm from the speed of its implementation. Each counter is a number of steps that take
// bounded time, except merging clocks, which takes time in the number of threads. A counter that means
// nothing to an algorithm stays 0. With several workers, and after a resume, it includes the work of
// getting to the start of each task.
type Work struct {
	Joins        int64 // vector clocks merged into others
	Restored     int64 // events put back as they were, without executing them
	Races        int64 // races examined, or pairs of a read and a write (trust)
	Comparisons  int64 // events examined to find which may come first in a sequence
	TreeNodes    int64 // nodes of wakeup trees that sequences were compared with on insertion
	SleepEntries int64 // entries of sleep sets examined
	Expressions  int64 // updates of sleep set expressions with an event
	GraphEvents  int64 // events added to execution graphs, or to an unfolding
	Consistency  int64 // comparisons of two events of a graph
}

// Sample is the state of an exploration at one moment. Stored holds the peaks up to the last
// execution that had been visited.
type Sample struct {
	Elapsed    time.Duration // since the exploration began
	Executions int64
	LiveHeap   int64 // bytes that were in use at the last garbage collection
	RSS        int64 // bytes resident now
	Stored     Stored
}

// Add adds other to w.
func (w *Work) Add(other Work) { add(ofWork, w, &other) }

// Subtract subtracts other from w.
func (w *Work) Subtract(other Work) {
	for i := range ofWork {
		of := ofWork[i].Of
		*of(w) -= *of(&other)
	}
}

// Add adds other to c.
func (c *Counts) Add(other Counts) { add(ofCounts, c, &other) }

func add[T any](counters []Counter[T], to, other *T) {
	for i := range counters {
		of := counters[i].Of
		*of(to) += *of(other)
	}
}

// Raise raises each counter of s to the same counter of other, if that is larger.
func (s *Stored) Raise(other Stored) {
	for i := range ofStored {
		of := ofStored[i].Of
		*of(s) = max(*of(s), *of(&other))
	}
}

// Sum returns the total, as if each step took the same time.
func (w Work) Sum() int64 {
	sum := int64(0)
	for _, c := range OfWork() {
		sum += c.In(w)
	}
	return sum
}

// Counter is an entry of a table of the counters in a T.
type Counter[T any] struct {
	Column string // its column in a results file, without prefix
	Doc    string // of that column
	Of     func(*T) *int64
	// Later is true for a counter that earlier versions did not have: their files, which lack its column, are read with 0.
	// A new counter needs it, or no older file can be read.
	Later bool

	// Of the counters in Work and in Stored:
	Name  string // in figures and reports; empty for the model's cache, which is not the algorithm's
	Title string // above a column of a table

	// Of the counters in Stored only:
	Place int // of that column among the others, from the left
}

// In returns the counter's value in v.
func (c Counter[T]) In(v T) int64 { return *c.Of(&v) }

// OfCounts lists the counters in Counts, in the order of a results file.
func OfCounts() []Counter[Counts] { return slices.Clone(ofCounts) }

var ofCounts = []Counter[Counts]{
	{Column: "executions", Doc: "maximal executions visited, of any outcome", Of: func(c *Counts) *int64 { return &c.Executions }},
	{Column: "deadlocked", Doc: "those of them that deadlocked; in files without a column starved, also those that are starved or livelocked", Of: func(c *Counts) *int64 { return &c.Deadlocked }},
	{Column: "assume_blocked", Doc: "those of them that stopped at a false assume", Of: func(c *Counts) *int64 { return &c.AssumeBlocked }},
	{Column: "failed", Doc: "those of them that failed", Of: func(c *Counts) *int64 { return &c.Failed }},
	{Column: "redundant", Doc: "explorations given up because a sleep set blocked them", Of: func(c *Counts) *int64 { return &c.Redundant }},
	{Column: "events", Doc: "events executed", Of: func(c *Counts) *int64 { return &c.Events }},
	{Column: "leaked", Doc: "those of them in which a goroutine waits forever though the first one has ended; for programs in Go", Of: func(c *Counts) *int64 { return &c.Leaked }, Later: true},
	{Column: "raced", Doc: "those of them with a data race that neither failed nor got stuck", Of: func(c *Counts) *int64 { return &c.Raced }, Later: true},
	{Column: "nonlinearizable", Doc: "those of them in which the operations of an object are not linearizable, where --linearizable asks for it", Of: func(c *Counts) *int64 { return &c.NonLinearizable }, Later: true},
	{Column: "starved", Doc: "those of them in which threads have ended, and others wait forever", Of: func(c *Counts) *int64 { return &c.Starved }, Later: true},
	{Column: "livelocked", Doc: "those of them in which threads that have not ended wait forever, and one of them loops", Of: func(c *Counts) *int64 { return &c.Livelocked }, Later: true},
}

// OfWork lists the counters in Work, in the order of a results file.
func OfWork() []Counter[Work] { return slices.Clone(ofWork) }

var ofWork = []Counter[Work]{
	{Column: "joins", Doc: "vector clocks merged into others", Of: func(w *Work) *int64 { return &w.Joins }, Later: true, Name: "clocks merged", Title: "clocks\nmerged"},
	{Column: "restored", Doc: "events put back as they were, without executing them", Of: func(w *Work) *int64 { return &w.Restored }, Later: true, Name: "events restored", Title: "events\nrestored"},
	{Column: "races", Doc: "races examined; for trust, pairs of a read and a write", Of: func(w *Work) *int64 { return &w.Races }, Later: true, Name: "races", Title: "races"},
	{Column: "comparisons", Doc: "events examined to find which may come first in a sequence", Of: func(w *Work) *int64 { return &w.Comparisons }, Later: true, Name: "comparisons", Title: "compa-\nrisons"},
	{Column: "tree_nodes", Doc: "nodes of wakeup trees that sequences were compared with on insertion", Of: func(w *Work) *int64 { return &w.TreeNodes }, Later: true, Name: "wakeup-tree nodes", Title: "wakeup\nnodes"},
	{Column: "sleep_entries", Doc: "entries of sleep sets examined", Of: func(w *Work) *int64 { return &w.SleepEntries }, Later: true, Name: "sleep-set entries", Title: "sleep\nsets"},
	{Column: "expressions", Doc: "updates of sleep set expressions with an event", Of: func(w *Work) *int64 { return &w.Expressions }, Later: true, Name: "expression updates", Title: "expres-\nsions"},
	{Column: "graph_events", Doc: "events added to execution graphs, or to an unfolding", Of: func(w *Work) *int64 { return &w.GraphEvents }, Later: true, Name: "graph events", Title: "graph\nevents"},
	{Column: "consistency", Doc: "comparisons of two events of a graph", Of: func(w *Work) *int64 { return &w.Consistency }, Later: true, Name: "graph comparisons", Title: "graph com-\nparisons"},
}

// OfStored lists the counters in Stored, in the order of a results file.
func OfStored() []Counter[Stored] { return slices.Clone(ofStored) }

var ofStored = []Counter[Stored]{
	{Column: "events", Doc: "most events held in executions and schedules at one time", Of: func(s *Stored) *int64 { return &s.Events }, Name: "events", Title: "events", Place: 8},
	{Column: "frames", Doc: "most explorations begun and not ended", Of: func(s *Stored) *int64 { return &s.Frames }, Name: "frames", Title: "frames", Place: 7},
	{Column: "sleep_entries", Doc: "most entries in the sleep sets in force", Of: func(s *Stored) *int64 { return &s.SleepEntries }, Name: "sleep-set entries", Title: "sleep\nsets", Place: 6},
	{Column: "configurations", Doc: "most configurations remembered as seen", Of: func(s *Stored) *int64 { return &s.Configurations }, Name: "configurations", Title: "configurations", Place: 5},
	{Column: "wakeup_nodes", Doc: "most nodes of wakeup trees", Of: func(s *Stored) *int64 { return &s.WakeupNodes }, Name: "wakeup-tree nodes", Title: "wakeup\nnodes", Place: 3},
	{Column: "schedules", Doc: "most schedules collected and not yet explored, or explored and kept in sleep sets", Of: func(s *Stored) *int64 { return &s.Schedules }, Name: "schedules", Title: "schedules", Place: 1},
	{Column: "schedule_events", Doc: "most events kept with those schedules", Of: func(s *Stored) *int64 { return &s.ScheduleEvents }, Name: "schedule events", Title: "schedule\nevents", Place: 2},
	{Column: "graph_nodes", Doc: "most nodes of execution graphs, or events of an unfolding", Of: func(s *Stored) *int64 { return &s.GraphNodes }, Name: "graph nodes", Title: "graph\nnodes", Place: 4},
	{Column: "behaviour_nodes", Doc: "most nodes of the model's cache of thread behaviour", Of: func(s *Stored) *int64 { return &s.BehaviourNodes }},
}

// Own lists the counters in Stored for the algorithm's own data: all but the counter of the model's cache, which is
// bounded, and the same for all algorithms.
func Own() []Counter[Stored] {
	all := OfStored()
	return all[:len(all)-1]
}

// Largest returns the largest counter of the algorithm's own data.
func (s Stored) Largest() int64 {
	largest := int64(0)
	for _, c := range Own() {
		largest = max(largest, c.In(s))
	}
	return largest
}
