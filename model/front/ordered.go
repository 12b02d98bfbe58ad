package front

import (
	"fmt"

	"dporbench/model/operation"
)

// With gives the thread's next operation on a variable, or its next Fence, a memory order of C11; the default is SeqCst.
// The order decides only what synchronises, and hence which executions have a data race: two accesses to one variable by
// different threads, at least one of which writes and at least one of which is Plain, ordered by neither program order
// nor synchronisation. The values read are decided by the memory model.
//
//	t.With(model.Plain).Store(data, 1)
//	t.With(model.Release).Store(flag, 1)
//
// A Load, a Store, a Swap, an Await and a When can be Plain. A Relaxed Fence does nothing.
func (t *Thread) With(o operation.MemoryOrder) *Thread {
	if !o.Valid() {
		t.refuse(fmt.Sprintf("with the memory order %d: use one of SeqCst, Plain, Relaxed, Acquire, Release and AcqRel", o))
	}
	t.order = operation.Order(o).After(t.order.Fences())
	return t
}

// WithOrders is With for a CompareAndSwap or a CompareExchange: failing is its order if it writes nothing. After With
// alone, that order is o without what only a write can do. A When fails if it leaves the variable unchanged; after With
// alone it always writes.
func (t *Thread) WithOrders(o, failing operation.MemoryOrder) *Thread {
	t.With(o)
	t.order = t.order.Failing(failing)
	return t
}

// Ordered is With for translators: o is everything the next operation says about memory orders, except for fences.
func (t *Thread) Ordered(o operation.Ordering) { t.order, t.ordered = o.After(t.order.Fences()), true }

// Bar, for translators, is a store barrier: where Stores to different variables overtake each other, those before it are in memory before
// those after it. It does not wait. The thread uses x for nothing else, and no other thread uses it.
func (t *Thread) Bar(x Var) {
	if t.memory.StoresOvertake() {
		t.do(operation.New(operation.Barrier, x.id, operation.Operands{}))
	}
}

// FenceOrder is Fence for the synchronisation alone: it does not wait. Where executions are graphs, it is an event.
func (t *Thread) FenceOrder() {
	if t.memory.Graphs() {
		t.Fence()
		return
	}
	t.order = operation.Ordering(0).After(t.order.Fences().And(t.order.Memory()))
}

// Drain waits until all Stores of the thread are in memory, as a Fence does, but synchronises nothing.
func (t *Thread) Drain() {
	if t.memory.Buffers() {
		t.do(operation.New(operation.Fence, 0, operation.Operands{}))
	}
}
