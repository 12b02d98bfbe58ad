package front

import (
	"fmt"
	"iter"

	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/model/operation"
)

// Coroutine runs thread bodies, one at a time, and stops where the body needs
// what an operation returned. Starting one costs more than anything else a behaviour
// does, so coroutines are reused.
type Coroutine struct {
	// Maker is for the caller's use: for a spawned thread, the coroutine that made its body.
	Maker  *Coroutine
	thread *Thread
	body   Body
	over   bool // the body has returned, or was unwound
	next   func() (struct{}, bool)
	stop   func()
}

// Coroutines holds coroutines whose bodies are over.
type Coroutines []*Coroutine

// Take removes and returns one of them, or returns a new one.
func (idle *Coroutines) Take() *Coroutine {
	last := len(*idle) - 1
	if last < 0 {
		return newCoroutine()
	}
	c := (*idle)[last]
	*idle = (*idle)[:last]
	return c
}

// Stop stops and removes all of them.
func (idle *Coroutines) Stop() {
	for _, c := range *idle {
		c.stop()
	}
	*idle = nil
}

func newCoroutine() *Coroutine {
	c := &Coroutine{thread: new(Thread)}
	c.next, c.stop = iter.Pull(c.run)
	return c
}

// stackRoom is what a body of a Go program needs of its goroutine's stack, in bytes, unless it calls deeply.
const stackRoom = 6 << 10

// growStack makes room on a stack that is almost empty. Otherwise the runtime would double it wherever it is full, and copy it each time:
// for many bodies, that takes as long as the rest.
//
//go:noinline
func growStack(used int) byte {
	if used == 0 {
		return 0 // the room is not cleared
	}
	var room [stackRoom]byte
	return room[used]
}

// run runs the body, then each one that Begin puts in its place.
func (c *Coroutine) run(yield func(struct{}) bool) {
	wait := func() bool { return yield(struct{}{}) }
	c.thread.yield = wait
	growStack(0)
	for {
		last := c.thread.run(c.body)
		c.over = true
		c.thread.asked = append(c.thread.asked, last)
		if c.thread.stopped || !wait() {
			return
		}
	}
}

// Start holds what a body needs to start.
type Start struct {
	Program *Program
	Thread  event.ThreadID
	Names   ThreadNames
	Memory  memory.Model
	Applied *Applied // nil unless updates commute
	Ahead   int      // operations it may reach before those that return nothing are done
	Places  bool     // operations record their places in the source
	Calls   bool     // and the last call before them; see Thread.Invoke
	Locals  bool     // and the hashes of the local states at them; see Thread.Local
	MaxMade int      // variables that it may make; 0 means DefaultMaxMade
	Again   Replay   // nil unless it is replayed to where it was before
}

// Begin runs a body, once the last one is over, up to the first operation that is not in
// s.Again, and those it reaches ahead.
func (c *Coroutine) Begin(s Start, body Body) {
	*c.thread = Thread{
		program: s.Program, id: s.Thread, names: s.Names, ahead: s.Ahead, memory: s.Memory, applied: s.Applied, stronger: s.Program.stronger,
		remarks: remarks{places: s.Places, calls: s.Calls}, made: makings{most: s.MaxMade}, again: s.Again,
		asked: c.thread.asked, held: c.thread.held[:0], yield: c.thread.yield, local: local{wanted: s.Locals, at: c.thread.local.at[:0]},
	}
	c.body, c.Maker, c.over = body, nil, false
	c.Resume(0)
}

// Asked returns the operations that the body has reached since it was resumed; it is stopped at the
// last one. The slice is valid until the body is resumed again.
func (c *Coroutine) Asked() []operation.Operation { return c.thread.asked }

// LocalAt returns the hash of the local state at the i-th operation of Asked, or 0 if the body does not describe itself; see [Thread.Local].
func (c *Coroutine) LocalAt(i int) uint64 { return c.thread.local.of(i) }

// Spawned returns the number of threads the body has asked to start.
func (c *Coroutine) Spawned() int32 { return c.thread.spawned }

// Arrive ends a replay: what the body does from here on is new.
func (c *Coroutine) Arrive() { c.thread.again = nil }

// Locate makes later operations record their places in the source.
func (c *Coroutine) Locate() { c.thread.places = true }

// Resume returns result to the body, which runs until it waits again.
func (c *Coroutine) Resume(result int64) {
	c.thread.asked = c.thread.asked[:0]
	c.thread.local.at = c.thread.local.at[:0]
	c.thread.result = result
	c.enter()
}

func (c *Coroutine) enter() {
	c.thread.running = true
	c.thread.program.entered.Store(int32(c.thread.id))
	c.next()
	c.thread.running = false
}

// Abandon unwinds the body.
func (c *Coroutine) Abandon() {
	c.thread.abandoned = true
	if !c.over && !c.thread.exits {
		c.enter()
	}
	if c.thread.exits {
		c.renew()
	}
}

// renew ends the goroutine of a body that has called runtime.Goexit and starts a new one. Ending
// it would also end the caller, so another goroutine does that.
func (c *Coroutine) renew() {
	ended := make(chan struct{})
	go func(stop func()) {
		defer close(ended)
		stop()
	}(c.stop)
	<-ended
	c.thread, c.over = new(Thread), true
	c.next, c.stop = iter.Pull(c.run)
}

// Revealed returns what the body, if it has called [Thread.Reveal], holds where it is stopped; otherwise nil.
func (c *Coroutine) Revealed() any {
	if c.thread.reveal == nil || c.over {
		return nil
	}
	return c.thread.reveal()
}

// Refusal returns the [operation.UsageError] or [Refine] at which the body was stopped, or nil.
func (c *Coroutine) Refusal() error {
	t := c.thread
	last := t.asked[len(t.asked)-1]
	switch {
	case last.Code != operation.Refused:
		return nil
	case t.coarse != nil:
		return t.coarse
	}
	return &operation.UsageError{Thread: t.names.ThreadName(t.id), Problem: last.Message, Unsupported: t.unsupported}
}

// unwound is thrown to unwind an abandoned body.
type unwound struct{}

// Error is for a goroutine, started by a body, that uses the body's Thread.
func (unwound) Error() string {
	return "a model.Thread is used after its body was left: only the body it was passed to may use it"
}

// foreignUse is thrown when a Thread is used while its body is not running.
type foreignUse struct {
	thread *Thread
	op     operation.Operation
}

func (f foreignUse) Error() string {
	t := f.thread
	return fmt.Sprintf("uses the Thread of thread %s to do %q: a body uses the Thread that was passed to it, no other",
		t.names.ThreadName(t.id), f.op.Describe(t.program))
}

func (t *Thread) run(body Body) (last operation.Operation) {
	returned := false
	defer func() {
		switch r := recover().(type) {
		case nil:
			if !returned {
				t.exit()
			}
		case unwound:
		case foreignUse:
			last = operation.Saying(operation.Refused, r.Error())
		case *operation.UsageError:
			last, t.unsupported = operation.Saying(operation.Refused, r.Problem), r.Unsupported
		case *Refine:
			last, t.coarse = operation.Saying(operation.Refused, r.Why), r
		default:
			last = operation.Saying(operation.Fail, fmt.Sprint("panic: ", r))
			if t.places {
				last.Place = t.here()
			}
		}
		last.Remarks, last.Order = operation.Remarks{Place: last.Place, Printed: t.printed, Mark: t.mark, LastCall: t.lastCall}, t.order
	}()
	body.Run(t)
	returned = true
	return operation.New(operation.End, 0, operation.Operands{})
}

// exit ends the exploration because the body has called runtime.Goexit. That cannot be recovered from,
// so the goroutine is kept from going on.
func (t *Thread) exit() {
	t.exits = true
	t.asked = append(t.asked, operation.Saying(operation.Refused, "calls runtime.Goexit, as testing.T's FailNow and Skip do: "+
		"a body returns, or ends with Return or Assert"))
	t.yield()
}

// stray ends the exploration because something does op through t while its body is not running.
func (t *Thread) stray(op operation.Operation) {
	use := foreignUse{t, op}
	t.program.refuse(&operation.UsageError{Problem: "a thread " + use.Error()})
	panic(use)
}

func (t *Thread) do(op operation.Operation) int64 {
	if !t.running {
		t.stray(op)
	}
	if t.stronger != nil {
		return t.doStronger(op)
	}
	if op.Code == operation.Spawn {
		t.spawned++
	}
	if t.order != 0 {
		op.Order = t.takeOrder(op)
	} else if t.program.library && t.memory.Graphs() {
		op.Order = t.libraryOrder(op)
	}
	t.operations++
	if t.again != nil {
		if result, ok := t.again.Returned(op, t.spawned); ok {
			t.printed = operation.Output{}
			t.local.returned(op.Code, result)
			return result
		}
	}
	t.leaveIfAbandoned() // a body may recover from that and continue anyway
	op.Mark, op.LastCall = t.mark, t.lastCall
	if t.places {
		op.Place = t.here()
		op.Printed, t.printed = t.printed, operation.Output{}
	}
	t.asked = append(t.asked, op)
	if t.local.wanted {
		t.local.asked(op.Order)
	}
	if !op.Code.Returns() && len(t.asked) < t.ahead {
		t.local.returned(op.Code, 0)
		return 0
	}
	t.stopped = !t.yield()
	t.leaveIfAbandoned()
	t.local.returned(op.Code, t.result)
	return t.result
}

// doStronger is do where Strengthen has been called.
func (t *Thread) doStronger(op operation.Operation) int64 {
	all := t.stronger
	t.stronger = nil // do is called again
	defer func() { t.stronger = all }()
	s, ok := all[t.site(op)]
	if own := t.order.Memory(); ok && !s.Fence && own != operation.SeqCst && own != operation.Plain {
		t.order = operation.Order(own.Join(s.Order)).After(t.order.Fences())
	}
	result := t.do(op)
	if s.Fence && t.fenceIsEvent() {
		t.do(operation.New(operation.Fence, 0, operation.Operands{}))
	}
	return result
}

func (t *Thread) site(op operation.Operation) Site {
	s := Site{Place: t.here()}
	if s.Place == "" {
		op.Order = t.order
		s.Text = op.Statement(t.program)
	}
	if int(t.id) < t.program.NumThreads() {
		s.Thread = t.program.ThreadName(t.id)
	}
	return s
}

func (t *Thread) leaveIfAbandoned() {
	if t.Unwinding() {
		panic(unwound{})
	}
}

// Unwinding reports whether the body is being abandoned; deferred functions need not recover from that only to panic again.
func (t *Thread) Unwinding() bool { return t.abandoned || t.stopped }

func (t *Thread) fail(message string) {
	t.do(operation.Saying(operation.Fail, message))
}

// refuse ends the exploration with a UsageError.
func (t *Thread) refuse(problem string) {
	t.do(operation.Saying(operation.Refused, problem))
}

// Memory returns the memory model that the thread runs under, for bodies made by a translator.
func (t *Thread) Memory() memory.Model { return t.memory }

// libraryOrder returns the order for op, to which Ordered has given none, or that of sequential consistency.
func (t *Thread) libraryOrder(op operation.Operation) operation.Ordering {
	ordered := t.ordered
	t.ordered = false
	if ordered || !op.Code.OnVariable() {
		return 0
	}
	return operation.Order(operation.AcqRel)
}

// takeOrder returns the order for op, which is about to be done.
func (t *Thread) takeOrder(op operation.Operation) operation.Ordering {
	o := t.order
	if op.Code == operation.Refused {
		return 0
	}
	t.order, t.ordered = 0, false
	if m := o.Memory(); m == operation.SeqCst || op.Code == operation.Load || op.Code == operation.Store || op.Code == operation.Swap || op.Code.Guarded() ||
		m != operation.Plain && op.Code.OnVariable() || op.Code == operation.Fence && t.memory.Graphs() {
		return o
	}
	if op.Code == operation.Fence || !op.Code.OnVariable() && op.Code.Stopped() {
		return operation.Ordering(0).After(o.Fences())
	}
	t.refuse(fmt.Sprintf("%s with the order %v: a Load, a Store, a Swap, an Await and a When can be Plain, and other orders are for accesses of variables and for fences",
		op.Describe(t.program), o.Memory()))
	return 0
}
