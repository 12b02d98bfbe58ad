package model

import (
	"fmt"
	"iter"
)

// coroutine is a thread's body, stopped at an operation it has asked for.
type coroutine struct {
	op     operation  // what it has asked for
	maker  *coroutine // for a spawned thread: the one that made its body, stopped at the Go
	thread *Thread
	next   func() (operation, bool)
	stop   func()
}

// newCoroutine runs body up to the first operation that again does not know.
func newCoroutine(p *Program, body func(*Thread), maker *coroutine, again rerun) *coroutine {
	c := &coroutine{maker: maker, thread: &Thread{program: p, again: again}}
	c.next, c.stop = iter.Pull(func(yield func(operation) bool) {
		c.thread.yield = yield
		if last, wanted := c.thread.run(body); wanted {
			yield(last)
		}
	})
	c.resume(0)
	return c
}

// resume lets the operation the body waits for return result, and runs the
// body up to the next one.
func (c *coroutine) resume(result int64) {
	c.thread.result = result
	c.op, _ = c.next()
}

// close ends the goroutines of the coroutine and of those that made it.
func (c *coroutine) close() {
	for ; c != nil; c = c.maker {
		c.stop()
	}
}

// run runs body to its end and returns how it ended; wanted is false if that
// was by being abandoned.
func (t *Thread) run(body func(*Thread)) (last operation, wanted bool) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case abandoned:
			wanted = false
		default:
			last, wanted = operation{code: opFail, message: fmt.Sprint("panic: ", r)}, true
		}
	}()
	body(t)
	return operation{code: opEnd}, true
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
