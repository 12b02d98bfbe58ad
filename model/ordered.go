package model

import (
	"fmt"

	"dporbench/model/operation"
)

// With gives the thread's next operation on a variable, or its next Fence, a memory order of C11; without it, that is
// SeqCst. The order decides only what synchronises, and with that which executions have a data race: two accesses of one
// variable by different threads, of which at least one writes and at least one is Plain, and which neither program order
// nor synchronisation orders. What is read is a matter of the memory model.
//
//	t.With(model.Plain).Store(data, 1)
//	t.With(model.Release).Store(flag, 1)
//
// A Load, a Store, a Swap, an Await and a When can be Plain. A Fence that is Relaxed does nothing.
func (t *Thread) With(o MemoryOrder) *Thread {
	if !o.Valid() {
		t.refuse(fmt.Sprintf("with the memory order %d: take one of SeqCst, Plain, Relaxed, Acquire, Release and AcqRel", o))
	}
	t.order = operation.Order(o).After(t.order.Fences())
	return t
}

// WithOrders is With for a CompareAndSwap or a CompareExchange: failing is its order if it writes nothing. With alone
// leaves out of the order what only a write can do. A When fails if it leaves the variable as it is; with With alone it
// always writes.
func (t *Thread) WithOrders(o, failing MemoryOrder) *Thread {
	t.With(o)
	t.order = t.order.Failing(failing)
	return t
}

// PlainLoad reads x as an ordinary variable, which is not atomic: see [Thread.With].
func (t *Thread) PlainLoad(x Var) int64 { return t.With(Plain).Load(x) }

// PlainStore writes v to x as an ordinary variable.
func (t *Thread) PlainStore(x Var, v int64) { t.With(Plain).Store(x, v) }

// Ordered is With for a translator: all that the next operation says of memory orders, but for fences.
func (t *Thread) Ordered(o operation.Ordering) { t.order = o.After(t.order.Fences()) }

// Drain waits until all Stores of the thread are in memory, as a Fence does, and synchronises nothing.
func (t *Thread) Drain() {
	if t.memory.Buffers() {
		t.do(operation.New(operation.Fence, 0, operation.Operands{}))
	}
}
