package model

import "dporbench/model/front"

// Thread is the handle through which the body of a thread acts. Every call of Load, Store, Add,
// Swap, CompareAndSwap, CompareExchange, Fetch, Choose, Await, When, Lock, Unlock, Go and Join
// is one event; New, Assert, Assume, Return, Invoke and Respond are not events. A Fence is one where Stores are
// buffered; there, the event of a Store is its flush. A Thread belongs to the body it was
// passed to: using it in another body is a [UsageError].
type Thread front.Thread

func (t *Thread) front() *front.Thread { return (*front.Thread)(t) }

// body is a function as package front runs it.
type body func(*Thread)

// Run calls b.
func (b body) Run(t *front.Thread) { b((*Thread)(t)) }

// bodyOf returns the Body that calls f; nil stays nil, which is refused there.
func bodyOf(f func(*Thread)) front.Body {
	if f == nil {
		return nil
	}
	return body(f)
}

// Load reads x.
func (t *Thread) Load(x Var) int64 { return t.front().Load(x) }

// Store writes v to x.
func (t *Thread) Store(x Var, v int64) { t.front().Store(x, v) }

// Add adds d to x in one event and returns the value it replaced.
func (t *Thread) Add(x Var, d int64) int64 { return t.front().Add(x, d) }

// Swap writes v to x in one event and returns the value it replaced.
func (t *Thread) Swap(x Var, v int64) int64 { return t.front().Swap(x, v) }

// CompareAndSwap writes new to x if x is old, in one event, and reports
// whether it did.
func (t *Thread) CompareAndSwap(x Var, old, new int64) bool {
	return t.front().CompareAndSwap(x, old, new)
}

// CompareExchange is CompareAndSwap, but returns the value that x had: new was written if
// that equals old.
func (t *Thread) CompareExchange(x Var, old, new int64) (seen int64) {
	return t.front().CompareExchange(x, old, new)
}

// Fetch applies op to x with operand v in one event, and returns the value it replaced.
func (t *Thread) Fetch(x Var, op FetchOp, v int64) int64 { return t.front().Fetch(x, op, v) }

// Apply applies op to x with operand v in one event, as Fetch does, and returns nothing.
//
// The difference matters only under [CommutingSC]: there, two Applies to one variable
// commute if their operations do, whatever the operands: the same operation twice, or
// FetchAdd and FetchSub. FetchNand commutes with nothing, not even with itself. All
// commuting Applies to a variable must be on values of one type (see [FetchOp.As]).
func (t *Thread) Apply(x Var, op FetchOp, v int64) { t.front().Apply(x, op, v) }

// Choose returns a number from 0 to n-1; every one of them is explored. It is an event
// that depends on nothing but earlier events of its thread. n must be from 1 to
// MaxChoices.
func (t *Thread) Choose(n int) int64 { return t.front().Choose(n) }

// Await waits until the value of x satisfies predicate, and returns that value: the event
// is a read of x that is enabled only where predicate holds. If that never happens again,
// the thread is blocked, and the execution deadlocked or starved.
//
// predicate must be a pure function that terminates for every value; it may depend on
// the values of the thread, but must not use the Thread.
func (t *Thread) Await(x Var, predicate func(value int64) bool) int64 {
	return t.front().Await(x, predicate)
}

// When waits until the value of x satisfies guard, then replaces it with the result of
// update in the same event, and returns the value it replaced. Both functions must be as
// in Await; update is called only with values that satisfy guard.
func (t *Thread) When(x Var, guard func(value int64) bool, update func(value int64) int64) int64 {
	return t.front().When(x, guard, update)
}

// Note sets how traces show the next Await or When, instead of "when x", and the value that
// it returns; result may be nil if that is of no interest. It is not an event.
func (t *Thread) Note(text string, result func(seen int64) string) { t.front().Note(text, result) }

// Fence waits until all Stores of the thread are in memory. Where Stores are not buffered
// it is not an event, and only synchronises; see [Thread.With].
func (t *Thread) Fence() { t.front().Fence() }

// Lock waits until m is free and takes it. A thread that locks a mutex it holds
// is blocked from then on.
func (t *Thread) Lock(m Mutex) { t.front().Lock(m) }

// Unlock frees m. Unlocking a mutex that the thread does not hold is a failure
// of the execution, and ends the thread.
func (t *Thread) Unlock(m Mutex) { t.front().Unlock(m) }

// Go starts another thread. body may read what it captures from the calling
// thread, but neither may change it after the call: threads share only the
// variables of the program, and the result of a thread is obtained by Join.
func (t *Thread) Go(name string, body func(*Thread)) Child {
	return t.front().Spawn(front.Declared{Name: name, Body: bodyOf(body)})
}

// Join waits until the thread c has ended, and returns its result: what it
// passed to Return, or 0. A thread that failed has ended, with the result 0; one
// that stopped at a false Assume has not.
func (t *Thread) Join(c Child) int64 { return t.front().Join(c) }

// Return ends the thread with the result v, which Join returns. It does not
// return to its caller. A body that simply returns has the result 0.
func (t *Thread) Return(v int64) { t.front().Return(v) }

// Assert ends the thread with a failure of the execution unless ok.
func (t *Thread) Assert(ok bool, msg string) { t.front().Assert(ok, msg) }

// Assume stops the thread for good unless ok; the execution then counts as
// assume-blocked.
func (t *Thread) Assume(ok bool) { t.front().Assume(ok) }

// With gives the thread's next operation on a variable, or its next Fence, a memory order of C11; the default is SeqCst.
// The order decides only what synchronises, and hence which executions have a data race: two accesses to one variable by
// different threads, at least one of which writes and at least one of which is Plain, ordered by neither program order
// nor synchronisation. The values read are decided by the memory model.
//
//	t.With(model.Plain).Store(data, 1)
//	t.With(model.Release).Store(flag, 1)
//
// A Load, a Store, a Swap, an Await and a When can be Plain. A Relaxed Fence does nothing.
func (t *Thread) With(o MemoryOrder) *Thread { return (*Thread)(t.front().With(o)) }

// WithOrders is With for a CompareAndSwap or a CompareExchange: failing is its order if it writes nothing. After With
// alone, that order is o without what only a write can do. A When fails if it leaves the variable unchanged; after With
// alone it always writes.
func (t *Thread) WithOrders(o, failing MemoryOrder) *Thread {
	return (*Thread)(t.front().WithOrders(o, failing))
}

// PlainLoad reads x as an ordinary, non-atomic variable: see [Thread.With].
func (t *Thread) PlainLoad(x Var) int64 { return t.With(Plain).Load(x) }

// PlainStore writes v to x as an ordinary, non-atomic variable.
func (t *Thread) PlainStore(x Var, v int64) { t.With(Plain).Store(x, v) }

// New makes a variable. It is not an event. Other threads get hold of the variable by its
// Address, or because they are started with it. A variable is never freed.
//
// What a thread makes is identified by how the thread was started and how much it has made
// before, so New is deterministic like everything a body does. The name is for people, who see
// it with the thread and a number: "p.1.node#2" is the second variable made by the first child
// of p.
func (t *Thread) New(name string, initial int64) Var { return t.front().New(name, initial) }

// NewVars makes n variables with the same initial value.
func (t *Thread) NewVars(name string, n int, initial int64) []Var {
	return t.front().NewVars(name, n, initial)
}

// At returns the variable with that Address. If there is none, as at 0, the thread fails.
func (t *Thread) At(address int64) Var { return t.front().At(address) }

// Invoke records that the thread begins an operation of an object, such as enqueue with the argument 1 of a queue: everything
// it does up to the next Respond is part of it. The operations of a thread do not overlap. Invoke costs next to nothing where
// no histories are wanted; see package linear.
func (t *Thread) Invoke(object, name string, args ...int64) { t.front().Invoke(object, name, args...) }

// Respond records that the operation begun by Invoke is over, and its results.
func (t *Thread) Respond(results ...int64) { t.front().Respond(results...) }

// Print prints text for readers of an execution; see trace.Trace in package trace. It is not an event, and has no
// effect on other threads.
func (t *Thread) Print(text string) { t.front().Print(text) }
