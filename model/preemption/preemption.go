// Package preemption counts preemptions: switches from a thread that could have continued. Among the executions of a
// class it finds one with the fewest (Musuvathi, Qadeer, Iterative Context Bounding for Systematic Testing of
// Multithreaded Programs, PLDI 2007).
package preemption

import (
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
)

// Counter counts the preemptions of executions of one exploration of a program, under sequential consistency. It must
// be closed.
type Counter struct {
	cuts
	replay *machine.Replay
	waits  []bool // by event: it may have to wait
	stuck  []bool // by thread: it has something left to do at the end
	err    error  // of the replay
}

// NewCounter returns a counter for executions of p.
func NewCounter(p *model.Program) (*Counter, error) {
	r, err := machine.NewReplay(p, behaviour.Limits{})
	return &Counter{replay: r}, err
}

// Close frees the memory of the counter.
func (c *Counter) Close() { c.replay.Close() }

// Fewest is the result of Counter.Fewest.
type Fewest struct {
	Order       []event.Event // of the class, with the fewest preemptions
	Preemptions int
	Found       bool // the class has such an order
	TooLarge    bool // the class is too large to say
}

const mostCuts = 1 << 20

// Fewest finds an order of the class of an execution with the fewest preemptions, up to most.
//
// It examines all sets of events that are closed under happens-before: their number can be exponential in the number of
// threads. A class with more than about a million is too large.
func (c *Counter) Fewest(most int, events []event.Event) (f Fewest, err error) {
	if err := c.run(events); err != nil {
		return f, err
	}
	c.err = nil
	last, preemptions, ok := c.search(most, mostCuts, c.goesOn)
	if !ok {
		return Fewest{TooLarge: len(c.all) > mostCuts}, c.err
	}
	return Fewest{Order: c.order(last), Preemptions: preemptions, Found: true}, c.err
}

// run runs the events.
func (c *Counter) run(events []event.Event) error {
	if _, err := c.replay.Run(events); err != nil {
		return err
	}
	c.keep(events)
	c.waits = c.waits[:len(c.events)]
	for i := len(c.events); i < len(events); i++ {
		e := events[i]
		c.push(e)
		c.waits = append(c.waits, e.Kind == event.Lock || e.Kind == event.Join || c.replay.GuardAt(i) != nil)
	}
	c.stuck = c.stuck[:0]
	for t := range event.ThreadID(len(c.threads)) {
		left := false
		if n := c.replay.NumberOf(t); n != event.NoThread { // otherwise only other executions start it
			_, left = c.replay.Next(n)
		}
		c.stuck = append(c.stuck, left)
	}
	return nil
}

// goesOn reports whether the last thread of a cut could do its next operation, even as a different event from the one in
// the class, or as one that the class does not have.
func (c *Counter) goesOn(at int32) bool {
	t := c.all[at].last
	i, ok := c.next(at, t)
	switch {
	case c.isAvailable(at, t), ok && !c.waits[i]:
		return true
	case !ok && !c.stuck[t]:
		return false
	}
	if _, err := c.replay.Run(c.order(at)); err != nil {
		c.err = err
		return false
	}
	return c.replay.Enabled(c.replay.NumberOf(t))
}
