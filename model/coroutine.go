package model

import (
	"fmt"
	"iter"
)

// coroutine is a thread's body, stopped at an operation it has asked for.
type coroutine struct {
	op      operation  // what it has asked for
	spawned int32      // how many threads it has started, this operation included
	maker   *coroutine // for a spawned thread: the one that made its body, stopped at the Go
	thread  *Thread
	next    func() (operation, bool)
	stop    func()
}

// newCoroutine runs body up to its first operation.
func newCoroutine(p *Program, body func(*Thread), maker *coroutine) *coroutine {
	c := &coroutine{maker: maker, thread: &Thread{program: p}}
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
	if c.op.code == opSpawn {
		c.spawned++
	}
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
