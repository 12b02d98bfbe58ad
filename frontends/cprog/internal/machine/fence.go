package machine

import (
	"dporbench/frontends/cprog/internal/code"
	"dporbench/model/operation"
)

// fence waits until the stores of the thread are in memory, if the memory model buffers them and
// the memory order requires it: after a sequentially consistent store, and for such a fence. If
// stores to different variables may be reordered, such a store has another fence before it. A release
// store would only have to come after earlier stores; that model has no fence for this.
func (th *thread) fence(i *code.Instruction, r []int64) {
	if th.model == nil {
		return
	}
	order := r[i.A]
	if !code.IsMemoryOrder(order) && order != code.FreesLock {
		th.fail(i, code.NoMemoryOrder, order)
	}
	inOrder := !th.model.Memory().StoresOvertake()
	switch {
	case !inOrder && i.Sub != code.FenceAfter && (order == code.Release || order == code.AcquireRelease):
		th.refuse(i, "under pso, a store or a fence that releases is not supported: it orders stores and nothing else")
	case i.Sub == code.FenceOrder && th.Races:
		if order == code.SequentialConsistency {
			th.event(i)
		}
		th.model.With(code.MemoryOrder(order)).Fence()
	case inOrder && i.Sub == code.FenceBefore:
	case order == code.SequentialConsistency, order == code.FreesLock && i.Sub == code.FenceBefore:
		th.event(i)
		th.model.Drain()
	}
}

// orders returns the memory orders in the arguments of i.
func (th *thread) orders(i *code.Instruction, r []int64) (o operation.Ordering) {
	for k, a := range i.Args {
		v := r[a]
		if !code.IsMemoryOrder(v) {
			th.fail(i, code.NoMemoryOrder, v)
		}
		if k == 0 {
			o = operation.Order(code.MemoryOrder(v))
		} else {
			o = o.Failing(code.MemoryOrder(v))
		}
	}
	return o
}
