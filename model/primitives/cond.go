package primitives

import "dporbench/model"

// Cond is sync.Cond with the mutex L: Signal wakes the thread that has waited longest.
type Cond struct {
	L Mutex
	// The state counts the threads that have begun to wait, in the lower half, and those of
	// them that have been woken, in the upper half; they are woken in order.
	object
}

// NewCond declares a condition variable with the mutex l.
func NewCond(p *model.Program, name string, l Mutex) Cond { return Cond{l, newObject(p, name, 0)} }

const (
	began int64 = 1
	woken int64 = 1 << 32
)

// Wait unlocks L, which the thread must hold, waits until it is woken, and locks L again.
func (c Cond) Wait(t *model.Thread) {
	place := c.step(t, "begin to wait for", always, plus(began)) % woken
	c.L.Unlock(t)
	c.await(t, "wait for", func(state int64) bool { return state/woken > place })
	c.L.Lock(t)
}

// Signal wakes the first waiting thread, if any.
func (c Cond) Signal(t *model.Thread) {
	c.step(t, "signal", always, func(state int64) int64 {
		if state/woken < state%woken {
			return state + woken
		}
		return state
	})
}

// Broadcast wakes all waiting threads.
func (c Cond) Broadcast(t *model.Thread) {
	c.step(t, "broadcast", always, func(state int64) int64 { return state%woken*woken + state%woken })
}
