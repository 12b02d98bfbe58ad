package model

import (
	"fmt"
	"iter"
)

// farAhead is how many operations a body does at most before it waits for the
// machine to do them. It need wait for none that returns nothing, and a switch
// of coroutines costs more than anything else a machine does.
const maxRunAhead = 32

// coroutine runs bodies of threads, one at a time, and is stopped where the
// body needs to know what an operation returned. Starting one is the dearest thing a
// behaviour does, so coroutines that are not needed any more are used again.
type coroutine struct {
	maker  *coroutine // for a spawned thread: the one that made its body, stopped at the Go
	thread *Thread
	body   func(*Thread)
	over   bool // the body has returned, in whichever way
	next   func() (struct{}, bool)
	stop   func()
}

func newCoroutine() *coroutine {
	c := &coroutine{thread: new(Thread)}
	c.next, c.stop = iter.Pull(c.run)
	return c
}

// run runs the body, and after it those that begin sets in its place.
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

// begin runs a body past the first operation that again does not know. The body
// before it must be over.
func (c *coroutine) begin(p *Program, body func(*Thread), maker *coroutine, again rerun) {
	*c.thread = Thread{program: p, again: again, asked: c.thread.asked, held: c.thread.held[:0], yield: c.thread.yield}
	c.body, c.maker, c.over = body, maker, false
	c.resume(0)
}

// resume lets the operation the body waits for return result, and runs the
// body until it waits again.
func (c *coroutine) resume(result int64) {
	c.thread.asked = c.thread.asked[:0]
	c.thread.result = result
	c.next()
}

// abandon unwinds the body, unless it is over.
func (c *coroutine) abandon() {
	c.thread.abandoned = true
	if !c.over {
		c.next()
	}
}

// abandoned is thrown to unwind a body that is not to go on.
type abandoned struct{}

// run runs body to its end and returns how it ended.
func (t *Thread) run(body func(*Thread)) (last operation) {
	defer func() {
		switch r := recover().(type) {
		case nil, abandoned:
		default:
			last = operation{code: opFail, message: fmt.Sprint("panic: ", r)}
		}
	}()
	body(t)
	return operation{code: opEnd}
}

// do asks for op and returns what it returned.
func (t *Thread) do(op operation) int64 {
	if op.code == opSpawn {
		t.spawned++
	}
	if result, ok := t.again.step(op, t.spawned); ok {
		return result
	}
	t.leaveIfAbandoned() // a body may recover from that, and go on all the same
	t.asked = append(t.asked, op)
	if !op.code.returns() && len(t.asked) < maxRunAhead {
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
	tree   *behaviour
	thread ThreadID
	path   []nodeID // from the root to the node where the thread is to stop
	done   int      // how many of them it has left
}

// step tells what op, which the thread asks for, returns; spawned counts the
// threads it has asked to start. ok is false at the end of the path, and where
// op is not what the thread did there before.
func (r *rerun) step(op operation, spawned int32) (result int64, ok bool) {
	if r.done >= len(r.path)-1 || !r.tree.agrees(r.thread, r.path[r.done], op, spawned) {
		return 0, false
	}
	at, next := r.path[r.done], r.path[r.done+1]
	r.done++
	return r.tree.result(at, r.tree.nodes[next].value), true
}
