package model

import (
	"fmt"
	"iter"
)

// maxRunAhead bounds the operations a body does before it waits for the machine
// to do them. It need not wait for one that returns nothing, and a switch of
// coroutines costs more than anything else a machine does.
const maxRunAhead = 32

// coroutine runs bodies of threads, one at a time, and is stopped where the
// body needs to know what an operation returned. Starting one costs more than
// anything else a behaviour does, so coroutines are reused.
type coroutine struct {
	maker  *coroutine // for a spawned thread: the one that made its body, stopped at the Go
	thread *Thread
	body   func(*Thread)
	over   bool // the body has returned, or was unwound
	next   func() (struct{}, bool)
	stop   func()
}

// coroutines are those whose bodies are over.
type coroutines []*coroutine

func (idle *coroutines) take() *coroutine {
	last := len(*idle) - 1
	if last < 0 {
		return newCoroutine()
	}
	c := (*idle)[last]
	*idle = (*idle)[:last]
	return c
}

func (idle *coroutines) stop() {
	for _, c := range *idle {
		c.stop()
	}
	*idle = nil
}

func newCoroutine() *coroutine {
	c := &coroutine{thread: new(Thread)}
	c.next, c.stop = iter.Pull(c.run)
	return c
}

// run runs the body, and after it those that begin puts in its place.
func (c *coroutine) run(yield func(struct{}) bool) {
	wait := func() bool { return yield(struct{}{}) }
	c.thread.yield = wait
	for {
		last := c.thread.run(c.body)
		c.over = true
		c.thread.asked = append(c.thread.asked, last)
		if c.thread.stopped || !wait() {
			return
		}
	}
}

// begin runs a body, after the last one is over, up to the first operation that again does not
// know, and those that it does ahead. start has the fields of Thread that concern its program.
func (c *coroutine) begin(start Thread, body func(*Thread), maker *coroutine) {
	start.asked, start.held, start.yield = c.thread.asked, c.thread.held[:0], c.thread.yield
	*c.thread = start
	c.body, c.maker, c.over = body, maker, false
	c.resume(0)
}

// resume returns result to the body, which runs until it waits again.
func (c *coroutine) resume(result int64) {
	c.thread.asked = c.thread.asked[:0]
	c.thread.result = result
	c.enter()
}

func (c *coroutine) enter() {
	c.thread.running = true
	c.next()
	c.thread.running = false
}

func (c *coroutine) abandon() {
	c.thread.abandoned = true
	if !c.over {
		c.enter()
	}
}

func (c *coroutine) refusal() error {
	t := c.thread
	if last := t.asked[len(t.asked)-1]; last.code == opRefused {
		return &UsageError{Thread: t.names.ThreadName(t.id), Problem: last.message}
	}
	return nil
}

// abandoned is thrown to unwind a body that is not to be continued.
type abandoned struct{}

// Error is for a goroutine that a body has started and that uses its Thread.
func (abandoned) Error() string {
	return "a model.Thread is used after its body was left: only the body it was passed to may use it"
}

// foreignUse is thrown where a Thread is used while its body does not run.
type foreignUse struct {
	thread *Thread
	op     operation
}

func (f foreignUse) Error() string {
	t := f.thread
	return fmt.Sprintf("uses the Thread of thread %s to do %q: a body uses the Thread that was passed to it, no other",
		t.names.ThreadName(t.id), f.op.describe(t.program))
}

func (t *Thread) run(body func(*Thread)) (last operation) {
	defer func() {
		switch r := recover().(type) {
		case nil, abandoned:
		case foreignUse:
			last = operation{code: opRefused, message: r.Error()}
		case *UsageError:
			last = operation{code: opRefused, message: r.Problem}
		default:
			last = operation{code: opFail, message: fmt.Sprint("panic: ", r)}
			if t.places {
				last.place = t.here()
			}
		}
	}()
	body(t)
	return operation{code: opEnd}
}

// stray ends the exploration: somebody does op through t while its body does not run.
func (t *Thread) stray(op operation) {
	use := foreignUse{t, op}
	t.program.refuse(&UsageError{Problem: "a thread " + use.Error()})
	panic(use)
}

func (t *Thread) do(op operation) int64 {
	if !t.running {
		t.stray(op)
	}
	if op.code == opSpawn {
		t.spawned++
	}
	if result, ok := t.again.step(op, t.spawned); ok {
		return result
	}
	t.leaveIfAbandoned() // a body may recover from that and continue all the same
	if t.places {
		op.place = t.here()
	}
	t.asked = append(t.asked, op)
	if !op.code.returns() && len(t.asked) < t.ahead {
		return 0
	}
	t.stopped = !t.yield()
	t.leaveIfAbandoned()
	return t.result
}

func (t *Thread) leaveIfAbandoned() {
	if t.abandoned || t.stopped {
		panic(abandoned{})
	}
}

// rerun leads a body along nodes that its thread has been at before.
type rerun struct {
	tree   *Behaviour
	thread ThreadID
	path   []Position // from the root to the node where the thread is to stop
	done   int        // how many of them it has left
}

// step tells what op returns; ok is false at the end of the path, and where op is not what the
// thread did there before. spawned counts the threads it has started.
func (r *rerun) step(op operation, spawned int32) (result int64, ok bool) {
	if r.done >= len(r.path)-1 || !r.tree.agrees(r.thread, r.path[r.done], op, spawned) {
		return 0, false
	}
	at, next := r.path[r.done], r.path[r.done+1]
	r.done++
	return r.tree.result(at, r.tree.nodes[next].value), true
}
