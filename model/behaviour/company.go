package behaviour

import (
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// A thread that waits when it runs alone may still go on without end together with others, for instance two that hand
// over to each other. So when it waits, all threads are run together, from their starts and without storing anything,
// each until it waits. If they are not done within the step bound, the program has an execution beyond it. Another
// order of the threads may terminate where this one does not, or the other way round; then it is the exploration that
// exceeds the bound.

// company holds the threads of a program that run together.
type company struct {
	*Behaviour
	members []member
	objects Objects
	chosen  int64 // returned by the Chooses
	steps   int
	next    operation.Operation // the operation last reached,
	thread  event.ThreadID      // and by which thread
}

type member struct {
	thread    event.ThreadID
	coroutine *front.Coroutine
	done      int // how many of the operations that the coroutine has asked for
}

// together returns an EndlessError if all threads, run together, exceed the step bound.
func (b *Behaviour) together(chosen int64) error {
	c := company{Behaviour: b, objects: InitialObjects(b.program), chosen: chosen}
	defer c.disband()
	for t := range event.ThreadID(b.program.NumThreads()) {
		if err := c.join(t, b.program.Declared(t).Body); err != nil {
			return err
		}
	}
	for before := -1; before < c.steps; {
		before = c.steps
		for i := 0; i < len(c.members); i++ {
			if err := c.runUntilItWaits(i); err != nil {
				return err
			}
		}
	}
	return nil
}

func (c *company) disband() {
	for _, m := range c.members {
		c.release(m.coroutine)
	}
}

func (c *company) join(t event.ThreadID, body func(*front.Thread)) error {
	started, err := c.run(t, body, nil, nil)
	if err == nil {
		c.members = append(c.members, member{thread: t, coroutine: started})
	}
	return err
}

// runUntilItWaits runs a member until it waits, or has stopped.
func (c *company) runUntilItWaits(i int) error {
	for resumed := 1; ; resumed++ {
		var result int64
		asked := c.members[i].coroutine.Asked()
		for c.members[i].done < len(asked) {
			c.next, c.thread = asked[c.members[i].done], c.members[i].thread
			if c.steps >= c.limits.MaxSteps {
				return &EndlessError{c.limits.MaxSteps, c.ThreadName(c.thread), c.next.Describe(c.program), c.next.Place}
			}
			returned, ok, err := c.do(c.next, c.members[i].coroutine.Spawned())
			if err != nil || !ok {
				return err
			}
			result = returned
			c.members[i].done++
			c.steps++
		}
		if resumed%interruptAlone == 0 && c.limits.Interrupt != nil {
			if err := c.limits.Interrupt(); err != nil {
				return err
			}
		}
		m := &c.members[i]
		if c.steps+maxRunAhead*len(c.members) >= c.limits.MaxSteps {
			m.coroutine.Locate()
		}
		m.coroutine.Resume(result)
		m.done = 0
	}
}

// do does an operation, unless its thread waits there. spawned is the number of threads that thread has started by then.
func (c *company) do(op operation.Operation, spawned int32) (result int64, ok bool, err error) {
	switch s := op.Step; {
	case s.Code.Stopped() || s.Code == operation.Refused:
		return 0, false, nil
	case s.Code == operation.Choose:
		return min(c.chosen, s.A-1), true, nil
	case s.Code == operation.Spawn:
		if !c.program.Repeatable() || len(c.members) >= maxThreads {
			return 0, false, nil // its body is a closure of a body that has gone on
		}
		child := c.childOf(c.thread, spawned)
		return int64(child), true, c.join(child, op.Child.(front.Declared).Body)
	case s.Code == operation.Join:
		result, ok = c.resultOf(event.ThreadID(s.Object))
		return result, ok, nil
	case s.Code == operation.Fence:
		return 0, true, nil
	default:
		object := c.objects.Of(s)
		if !s.Enabled(*object) {
			return 0, false, nil
		}
		result, *object = s.Returned(*object), s.Written(*object)
		return result, true, nil
	}
}

// resultOf returns the result of thread t, if it has ended.
func (c *company) resultOf(t event.ThreadID) (result int64, ended bool) {
	for _, m := range c.members {
		if m.thread == t {
			last := m.coroutine.Asked()[len(m.coroutine.Asked())-1]
			return last.Result(), last.Ended() && m.done == len(m.coroutine.Asked())-1
		}
	}
	return 0, false
}
