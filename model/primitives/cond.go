package primitives

import (
	"dporbench/model"
	"dporbench/model/guarded"
)

// Cond is sync.Cond with the mutex L: Signal wakes the thread that has waited longest.
type Cond struct {
	L Mutex
	object
}

// NewCond declares a condition variable with the mutex l.
func NewCond(p *model.Program, name string, l Mutex) Cond { return Cond{l, newObject(p, name, 0)} }

// Wait unlocks L, which the thread must hold, waits until it is woken, and locks L again.
func (c Cond) Wait(t *model.Thread) {
	waiter := guarded.WaiterAfter(c.step(t, guarded.BeginWait))
	c.L.Unlock(t)
	c.step(t, guarded.WaitAs(waiter))
	c.L.Lock(t)
}

// Signal wakes the first waiting thread, if any.
func (c Cond) Signal(t *model.Thread) { c.step(t, guarded.Signal) }

// Broadcast wakes all waiting threads.
func (c Cond) Broadcast(t *model.Thread) { c.step(t, guarded.Broadcast) }
