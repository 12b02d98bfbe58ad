package behaviour

import (
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// A thread that waits when it runs alone may still run forever together with others, for instance two that hand
// over to each other. So when it waits, all threads are run together, from their starts, each until it waits. If some still
// run at the step bound, the program has an execution beyond it. Another order of the threads may terminate where
// this one does not, or the other way round; then it is the exploration that exceeds the bound.

// joint is a trial of all threads of a program.
type joint struct {
	trial
	members []member
	thread  event.ThreadID // that has reached the last operation
}

type member struct {
	thread    event.ThreadID
	coroutine *front.Coroutine
	executed  int // how many of the operations that the coroutine has asked for
}

// runTogether returns an EndlessError if all threads, run together, exceed the step bound.
func (b *Behaviour) runTogether(chosen int64) error {
	c := joint{trial: trial{Behaviour: b, objects: InitialObjects(b.program), chosen: chosen}}
	defer c.end()
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

func (c *joint) end() {
	for _, m := range c.members {
		c.release(m.coroutine)
	}
}

func (c *joint) join(t event.ThreadID, body front.Body) error {
	started, err := c.run(t, body, nil, nil)
	if err == nil {
		c.members = append(c.members, member{thread: t, coroutine: started})
	}
	return err
}

// runUntilItWaits runs a member until it waits, or has stopped.
func (c *joint) runUntilItWaits(i int) error {
	for turn := 1; ; turn++ {
		var result int64
		asked := c.members[i].coroutine.Asked()
		for c.members[i].executed < len(asked) {
			c.next, c.thread = asked[c.members[i].executed], c.members[i].thread
			if c.steps >= c.limits.MaxSteps && !c.next.Ended() {
				return &EndlessError{c.limits.MaxSteps, c.ThreadName(c.thread), c.next.Describe(c.program), c.next.Place}
			}
			returned, ok, err := c.executeNext(c.members[i].coroutine.Spawned())
			if err != nil || !ok {
				return err
			}
			result = returned
			c.members[i].executed++
			c.steps++
		}
		if err := c.interrupted(turn); err != nil {
			return err
		}
		m := &c.members[i]
		if c.steps+maxRunAhead*len(c.members) >= c.limits.MaxSteps {
			m.coroutine.Locate()
		}
		m.coroutine.Resume(result)
		m.executed = 0
	}
}

// executeNext executes the operation last reached, unless its thread waits there. spawned is the number of threads that thread has
// started by then.
func (c *joint) executeNext(spawned int32) (result int64, ok bool, err error) {
	switch op := c.next; {
	case op.Code == operation.Spawn:
		if !c.program.Repeatable() || len(c.members) >= maxThreads {
			return 0, false, nil // its body is a closure of a body that has run on since
		}
		child := c.childOf(c.thread, spawned)
		return int64(child), true, c.join(child, op.Child.(front.Declared).Body)
	case op.Code == operation.Join:
		result, ok = c.resultOf(event.ThreadID(op.Object))
	default:
		result, ok = c.execute(op.Step)
	}
	return result, ok, nil
}

// resultOf returns the result of thread t, if it has ended.
func (c *joint) resultOf(t event.ThreadID) (result int64, ended bool) {
	for _, m := range c.members {
		if m.thread == t {
			last := m.coroutine.Asked()[len(m.coroutine.Asked())-1]
			return last.Result(), last.Ended() && m.executed == len(m.coroutine.Asked())-1
		}
	}
	return 0, false
}
