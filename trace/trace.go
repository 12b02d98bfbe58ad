package trace

import (
	"slices"
	"strings"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/memory"
	"dporbench/model/operation"
	"dporbench/model/order"
)

// Key explains the marks of a drawn trace, on one line.
const Key = "x = 1: wrote 1   x → 1: returned 1   │ has more to do   ⊣ waits   ✗ failed, or stopped at an assume"

// BufferKey explains what else is drawn where Stores are buffered.
const BufferKey = "(x = 1): put into the buffer   (x) → 1: read from there   p.buffer: what it writes to memory"

// Trace is an execution in full, or a prefix of one.
type Trace struct {
	Program string // its name
	Memory  memory.Model
	// Threads also has store buffers, as threads whose steps are the flushes.
	Threads []string // unique names, by ThreadID; "" for a thread that was not started
	Steps   []Step
	Stops   []Stop // the threads that are not at the end of their bodies, by ThreadID
	Outcome model.Outcome
	Report  string // the report of its [front.Verdict], or the first of its data races if its Outcome is Raced
	Printed []Printed
	// DataRaces are the races that the memory orders of its accesses leave, if it is maximal.
	DataRaces []DataRace
	Failure   string // the name of the first thread that failed, a colon, and the failed operation; else ""
}

// Printed is output of a thread.
type Printed struct {
	Thread event.ThreadID
	After  int // steps
	operation.Output
}

// Output returns the output of the threads, each text as early as possible, and whether a test has been skipped.
func (t Trace) Output() (text string, skipped bool) {
	var b strings.Builder
	for _, p := range t.Printed {
		b.WriteString(p.Text)
		skipped = skipped || p.Skips
	}
	return b.String(), skipped
}

// DataRace is two steps of a Trace that race, with a description.
type DataRace struct {
	model.Race
	Text string
}

// Step is an event and its effect.
type Step struct {
	Event event.Event
	Place string // its line in the source, as in "counter.go:12"; "" if not known
	Minor bool   // a drawing leaves it out, unless it races
	Text  string // as in "x = 1", "y → 0", "cas(x, 0, 1) → false", "lock l", "go q1"
	Write string // the end of Text that names the write it refers to, if executions are graphs
}

// Stop is where a thread is at the end of a Trace, if that is not the end of
// its body.
type Stop struct {
	Thread event.ThreadID
	Why    Why
	Place  string // as in Step: of the failed operation or the next one
	Text   string // the failed or the next operation: "lock l", "join q1"; "" at a false Assume
	// Holder is the thread that holds the mutex that Thread waits for, or
	// event.NoThread.
	Holder event.ThreadID
	Round  bool  // if Thread never continues, it loops
	Values int32 // of the choice that Thread is at: 0 to Values-1; 0 if it is at none
}

// Why is the reason why a thread stopped.
type Why int

// The reasons to stop. Blocked is forever if no thread is Ready.
const (
	Failed      Why = iota // the thread failed
	AssumeFalse            // it is at a false Assume
	Blocked                // it waits: at a Lock, a Join, an Await or a When
	Ready                  // it could continue: the Trace is a prefix
)

// Maximal reports whether no thread could continue.
func (t Trace) Maximal() bool {
	return !slices.ContainsFunc(t.Stops, func(s Stop) bool { return s.Why == Ready })
}

// Events returns the events of the steps.
func (t Trace) Events() []event.Event {
	events := make([]event.Event, len(t.Steps))
	for i, s := range t.Steps {
		events[i] = s.Event
	}
	return events
}

// Started returns the names of the threads that were started, by ThreadID.
func (t Trace) Started() []string {
	return slices.DeleteFunc(slices.Clone(t.Threads), func(name string) bool { return name == "" })
}

// Races returns the races of the trace, which must be one of p (Definition 5): for each
// step, the places in Steps of the earlier steps it races with, in order. The race of a
// Lock is with the Lock before it, see [order.HappensBefore.Races]. There are none where executions are graphs: it returns nil then.
func (t Trace) Races(p *model.Program) [][]int {
	if t.Memory.Graphs() {
		return nil
	}
	races := make([][]int, len(t.Steps))
	order := order.NewHappensBefore((*front.Program)(p), t.Memory)
	for i, s := range t.Steps {
		order.Push(s.Event)
		for _, r := range order.Races() {
			races[i] = append(races[i], int(r))
		}
		slices.Sort(races[i])
	}
	return races
}
