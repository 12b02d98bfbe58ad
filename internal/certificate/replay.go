package certificate

import (
	"fmt"
	"slices"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

type replay struct {
	program *model.Program
	memory  memory.Model
	machine *machine.Machine
	threads []event.ThreadID // the machine's numbers of the current schedule's threads
	places  []int32          // in the entry, of the machine's events; where executions are graphs
}

func newReplay(p *model.Program, under memory.Model) (*replay, error) {
	m, err := machine.NewFollowing(p, behaviour.Limits{Memory: under})
	if err != nil {
		return nil, err
	}
	return &replay{program: p, memory: under, machine: m}, nil
}

// run runs s from the start; the error says why it is not a maximal execution.
func (r *replay) run(s Schedule) error {
	m := r.machine
	r.undoTo(0)
	r.threads = r.threads[:0]
	for t := range r.program.NumThreads() {
		r.threads = append(r.threads, event.ThreadID(t))
	}
	nth := 0
	for i, n := range s {
		if n < 0 {
			continue // the value of the event before
		}
		nth++
		if int(n) >= len(r.threads) {
			return fmt.Errorf("not an execution: event %d is of thread %d, which has not been spawned", nth, n)
		}
		t := r.threads[n]
		switch {
		case s.flushes(i) && r.memory.Graphs():
			to, later := m.References(t), int(s[i+1]-noStore)
			if later == 0 || later >= len(to) {
				return fmt.Errorf("not an execution: event %d is of thread %d, which cannot refer to the write %d before the last there", nth, n, later)
			}
			m.Refer(to[len(to)-1-later])
		case s.flushes(i):
			buffer := s[i+1] - noStore
			if t = m.KnownActor(t, buffer); t == event.NoThread || buffer != 0 && r.memory.OneBuffer() {
				return fmt.Errorf("not an execution: event %d is a flush of thread %d, which has no such buffer", nth, n)
			}
		}
		if !m.Enabled(t) {
			return fmt.Errorf("not an execution: event %d is of thread %d, which cannot continue there", nth, n)
		}
		if s.chooses(i) {
			if -s[i+1] >= m.Values(t) {
				return fmt.Errorf("not an execution: event %d is of thread %d, which cannot choose %d there", nth, n, -s[i+1])
			}
			m.Choose(-s[i+1])
		}
		e, err := m.Step(t)
		if err != nil {
			return err
		}
		if e.Kind == event.Spawn {
			r.threads = append(r.threads, event.ThreadID(e.Object))
		}
	}
	if t := m.NextEnabled(event.NoThread); t != event.NoThread {
		return fmt.Errorf("not maximal: thread %s can continue after the last event", m.ThreadName(t))
	}
	return nil
}

// reverse runs the reversal of the race c, and then continues to any maximal
// execution. The machine must have run the events of the execution at least up to
// the race's first event. o is the order of the execution that has the race.
func (r *replay) reverse(o *happensBefore, c race) error {
	r.undoTo(int(c.first))
	for i := c.first + 1; int(i) < len(o.events); i++ {
		if o.isBefore(c.first, i) {
			continue
		}
		if err := r.again(o.events[i]); err != nil {
			return err
		}
	}
	if !r.machine.Enabled(c.thread) {
		return fmt.Errorf("thread %s cannot continue where one of its races is reversed", r.machine.ThreadName(c.thread))
	}
	r.machine.Choose(c.value)
	for t := c.thread; t != event.NoThread; t = r.machine.NextEnabled(event.NoThread) {
		if _, err := r.machine.Step(t); err != nil {
			return err
		}
	}
	return nil
}

// again runs an event of the execution at another place, where it must be the same.
func (r *replay) again(e event.Event) error {
	if !r.machine.Enabled(e.Thread) {
		return fmt.Errorf("event %v cannot be run again before a race that it does not depend on", e)
	}
	if e.Kind == event.Choice {
		r.machine.Choose(e.Object)
	}
	switch f, err := r.machine.Step(e.Thread); {
	case err != nil:
		return err
	case !same(e, f):
		return fmt.Errorf("event %v became %v before a race that it does not depend on", e, f)
	}
	return nil
}

// same reports whether e and f are the same event, except that one may have found a store in the buffer that the other
// found in memory.
func same(e, f event.Event) bool {
	if e.ReadsOwn() && f.ReadsOwn() {
		e.Kind, f.Kind = event.Read, event.Read
	}
	return e == f
}

func (r *replay) undoTo(n int) {
	for r.machine.Len() > n {
		r.machine.Undo()
	}
}

func (r *replay) execution() *model.Execution {
	outcome, failure := r.machine.Ending()
	events := slices.Clone(r.machine.Events())
	return (*front.Program)(r.program).NewExecution(func() []event.Event { return events }, outcome, failure)
}
