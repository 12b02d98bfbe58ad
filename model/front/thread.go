package front

import (
	"fmt"
	"slices"

	"dporbench/model/event"
	"dporbench/model/operation"
)

// Load reads x.
func (t *Thread) Load(x Var) int64 {
	return t.do(operation.New(operation.Load, t.variable(x), operation.Operands{}))
}

// Store writes v to x.
func (t *Thread) Store(x Var, v int64) {
	t.do(operation.New(operation.Store, t.variable(x), operation.Operands{A: v}))
}

// Add adds d to x in one event and returns the value it replaced.
func (t *Thread) Add(x Var, d int64) int64 {
	return t.do(operation.New(operation.Add, t.variable(x), operation.Operands{A: d}))
}

// Swap writes v to x in one event and returns the value it replaced.
func (t *Thread) Swap(x Var, v int64) int64 {
	return t.do(operation.New(operation.Swap, t.variable(x), operation.Operands{A: v}))
}

// CompareAndSwap writes new to x if x is old, in one event, and reports
// whether it did.
func (t *Thread) CompareAndSwap(x Var, old, new int64) bool {
	return t.do(operation.New(operation.CompareAndSwap, t.variable(x), operation.Operands{A: old, B: new})) != 0
}

// CompareExchange is CompareAndSwap, but returns the value that x had: new was written if
// that equals old.
func (t *Thread) CompareExchange(x Var, old, new int64) (seen int64) {
	return t.do(operation.New(operation.CompareExchange, t.variable(x), operation.Operands{A: old, B: new}))
}

// Fetch applies op to x with operand v in one event, and returns the value it replaced.
func (t *Thread) Fetch(x Var, op operation.FetchOp, v int64) int64 {
	if !op.Valid() {
		t.refuse("fetch with " + op.String() + ": use one of FetchAdd to FetchMin, or its As")
	}
	return t.do(operation.New(operation.Fetch, t.variable(x), operation.Operands{A: v, B: int64(op)}))
}

// Choose returns a number from 0 to n-1; every one of them is explored. It is an event
// that depends on nothing but earlier events of its thread. n must be from 1 to
// MaxChoices.
func (t *Thread) Choose(n int) int64 {
	if n < 1 || n > MaxChoices {
		t.refuse(fmt.Sprintf("choose one of %d: there must be from 1 to %d", n, MaxChoices))
	}
	return t.do(operation.New(operation.Choose, 0, operation.Operands{A: int64(n)}))
}

// MaxChoices is the largest number of values to choose from.
const MaxChoices = 1 << 16

// Await waits until the value of x satisfies predicate, and returns that value: the event
// is a read of x that is enabled only where predicate holds. If that never happens again,
// the thread is blocked, and the execution deadlocked or starved.
//
// predicate must be a pure function that terminates for every value; it may depend on
// the values of the thread, but must not use the Thread.
func (t *Thread) Await(x Var, predicate func(value int64) bool) int64 {
	if predicate == nil {
		t.refuse("await of " + t.program.VarName(t.variable(x)) + " has no predicate (nil)")
	}
	return t.do(operation.Operation{Step: operation.Waiting(operation.Await, t.variable(x), t.guard(x, predicate, nil))})
}

// AwaitAtLeast is Await for a value that is not below n. Where updates commute, it may be used together with Applies that add
// what is not negative, and with Posts.
func (t *Thread) AwaitAtLeast(x Var, n int64) int64 {
	g := t.guardAt(x, func(v int64) bool { return v >= n }, nil, true)
	return t.do(operation.Operation{Step: operation.Waiting(operation.Await, t.variable(x), g)})
}

// When waits until the value of x satisfies guard, then replaces it with the result of
// update in the same event, and returns the value it replaced. Both functions must be as
// in Await; update is called only with values that satisfy guard.
func (t *Thread) When(x Var, guard func(value int64) bool, update func(value int64) int64) int64 {
	if guard == nil || update == nil {
		t.refuse("when on " + t.program.VarName(t.variable(x)) + " has no guard or no update (nil)")
	}
	return t.do(operation.Operation{Step: operation.Waiting(operation.When, t.variable(x), t.guard(x, guard, update))})
}

// Pass, for translators, is a When that lets time pass: besides, it is enabled only where every other thread has stopped, waits, or is
// at a Pass. So it comes after all events before it. The program must have called [Program.LetsTimePass].
func (t *Thread) Pass(x Var, guard func(value int64) bool, update func(value int64) int64) int64 {
	if guard == nil || update == nil || !t.program.passes {
		t.refuse("pass on " + t.program.VarName(t.variable(x)) + " has no guard or no update (nil), or the program has not called LetsTimePass")
	}
	return t.do(operation.Operation{Step: operation.Waiting(operation.Pass, t.variable(x), t.guard(x, guard, update))})
}

// Survey, for translators, is a Pass that replaces the value of x with what the program's survey finds: see [Program.SurveyBy]. It is enabled only where that is
// another value, and there no other Pass is. One thread alone may write to x.
func (t *Thread) Survey(x Var) {
	t.note.Surveys = true
	t.Pass(x, func(int64) bool { return true }, func(value int64) int64 { return value })
}

// Note sets how traces show the next Await or When, instead of "when x", and the value that
// it returns; result may be nil if that is of no interest. It is not an event.
func (t *Thread) Note(text string, result func(seen int64) string) {
	t.note.Text, t.note.Result = text, result
}

// NoteLoop, for translators, says that the next Await or When stands for a loop that iterates until its condition holds. If it never
// does, the execution is livelocked.
func (t *Thread) NoteLoop() { t.note.Loop = true }

// NoteLate, for translators, says that the thread need not wait forever at the next Await, When or Join: it may also stop waiting, after a choice
// before. An execution in which it waits forever counts as stopped at a false Assume. NoteUnless says so where x has been written.
func (t *Thread) NoteLate()        { t.note.Late = true }
func (t *Thread) NoteUnless(x Var) { t.note.UnlessWritten = x.id + 1 }

func (t *Thread) guard(x Var, holds func(int64) bool, update func(int64) int64) *operation.Guard {
	return t.guardAt(x, holds, update, false)
}

// guardAt is guard; atLeast says that it holds from some least value on.
func (t *Thread) guardAt(x Var, holds func(int64) bool, update func(int64) int64, atLeast bool) *operation.Guard {
	names, id := t.names, t.id // t will serve other threads
	g := operation.NewGuard(holds, update, t.note,
		operation.Owner{Thread: func() string { return names.ThreadName(id) }, Variable: t.program.VarName(x.id)})
	t.note = operation.Note{}
	g.Trusted = t.program.Isolated() == Assumed
	if t.applied != nil {
		t.applied.wait(x.id, atLeast)
	}
	return g
}

// Fence waits until all Stores of the thread are in memory. Where Stores are not buffered
// it is not an event, and only synchronises; see [Thread.With].
func (t *Thread) Fence() {
	if t.fenceIsEvent() || !t.running {
		t.do(operation.New(operation.Fence, 0, operation.Operands{}))
	}
}

// Lock waits until m is free and takes it. A thread that locks a mutex it holds
// is blocked from then on.
func (t *Thread) Lock(m Mutex) {
	id := t.mutex(m)
	t.do(operation.New(operation.Lock, id, operation.Operands{}))
	t.held = append(t.held, id)
}

// Unlock frees m. Unlocking a mutex that the thread does not hold is a failure
// of the execution, and ends the thread.
func (t *Thread) Unlock(m Mutex) {
	id := t.mutex(m)
	i := slices.Index(t.held, id)
	if i < 0 {
		t.fail("unlock of " + t.program.MutexName(id) + ", which the thread does not hold")
	}
	t.held = slices.Delete(t.held, i, i+1)
	t.do(operation.New(operation.Unlock, id, operation.Operands{}))
}

// Go starts another thread. body may read what it captures from the calling
// thread, but neither may change it after the call: threads share only the
// variables of the program, and the result of a thread is obtained by Join.
func (t *Thread) Go(name string, body func(*Thread)) Child {
	return t.Spawn(Declared{name, bodyOf(body)})
}

// Spawn is Go for a body of any type.
func (t *Thread) Spawn(d Declared) Child {
	if d.Body == nil {
		t.refuse("go " + d.Name + " has no body (nil)")
	}
	id := t.do(operation.Operation{Step: operation.Step{Code: operation.Spawn}, Child: d})
	return Child{t.program, event.ThreadID(id)}
}

// Join waits until the thread c has ended, and returns its result: what it
// passed to Return, or 0. A thread that failed has ended, with the result 0; one
// that stopped at a false Assume has not.
func (t *Thread) Join(c Child) int64 {
	if c.program != t.program {
		t.refuse("join of " + foreign(c.program, "thread") + ": join what Go returned")
	}
	unless := int64(t.note.UnlessWritten)
	if t.note.Late {
		unless = operation.LateJoin
	}
	t.note.UnlessWritten, t.note.Late = 0, false
	return t.do(operation.New(operation.Join, int32(c.id), operation.Operands{A: unless}))
}

// Return ends the thread with the result v, which Join returns. It does not
// return to its caller. A body that simply returns has the result 0.
func (t *Thread) Return(v int64) { t.do(operation.New(operation.End, 0, operation.Operands{A: v})) }

// Exit, for translators, ends the program where one thread can end it for all. The thread stops for good, and threads that
// have not ended do not count as stuck. What others do after the Exit they can also do before it, since it is no event, so
// they are still explored to their ends; a Join of the thread waits forever. With joinable, the thread ends as by Return,
// for one that none joins.
func (t *Thread) Exit(v int64, joinable bool) {
	if joinable {
		t.do(operation.New(operation.End, 0, operation.Operands{A: v, B: operation.Exits}))
	}
	t.do(operation.New(operation.Assume, 0, operation.Operands{B: operation.Exits}))
}

// Assert ends the thread with a failure of the execution unless ok.
func (t *Thread) Assert(ok bool, msg string) {
	if !ok || !t.running { // do refuses the use by another body
		t.fail("assert: " + msg)
	}
}

// Fail, for translators, ends the thread with a failure of the execution, described by text.
func (t *Thread) Fail(text string) { t.fail(text) }

// Assume stops the thread for good unless ok; the execution then counts as
// assume-blocked.
func (t *Thread) Assume(ok bool) {
	if !ok || !t.running {
		t.do(operation.New(operation.Assume, 0, operation.Operands{}))
	}
}

// Spin, for translators, stops the thread as a false Assume does. The given number of its last operations were a loop
// iteration that changed nothing, so the next one would do the same until another thread writes what this one has read. If
// none ever does, and all threads that have not ended wait or spin like this, the execution is livelocked.
func (t *Thread) Spin(operations int64) {
	t.do(operation.New(operation.Assume, 0, operation.Operands{A: operations}))
}

// SpinLate is Spin for an iteration in which the thread has chosen not to wait any longer, as it would in the next one.
func (t *Thread) SpinLate(operations int64) {
	t.do(operation.New(operation.Assume, 0, operation.Operands{A: operations, B: operation.Late}))
}

// ChildAt, for translators, returns the nth thread that a thread started, from 1; path identifies that thread in the same way, from the first
// declared one on, which has the empty path. The thread must have been started.
func (t *Thread) ChildAt(path []int64) (c Child, ok bool) {
	id, ok := event.ThreadID(0), true
	for _, n := range path {
		if id, ok = t.names.ChildOf(SpawnPath{id, int32(n)}); !ok {
			return c, false
		}
	}
	return Child{t.program, id}, ok
}

// Operations returns the number of operations the thread has done so far.
func (t *Thread) Operations() int64 { return t.operations }

func (t *Thread) variable(x Var) int32 {
	if x.program != t.program {
		t.refuse("use of " + foreign(x.program, "variable") + ": declare it with Var")
	}
	return x.id
}

func (t *Thread) mutex(m Mutex) int32 {
	if m.program != t.program {
		t.refuse("use of " + foreign(m.program, "mutex") + ": declare it with Mutex")
	}
	return m.id
}

// foreign describes an object of p used by a thread of another program.
func foreign(p *Program, object string) string {
	if p == nil {
		return "a " + object + " that was never declared (a zero value)"
	}
	return "a " + object + " of another program (" + p.name + ")"
}
