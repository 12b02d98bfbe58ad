package machine

import (
	"slices"

	"dporbench/frontends/cprog/internal/code"
	"dporbench/model/operation"
)

// A longjmp ends calls until the one that has called setjmp is the innermost, and continues that. A jmp_buf holds the number of a
// return point of its thread.

// returnPoint is where a call of setjmp returns again.
type returnPoint struct {
	call     *call
	at       int // the instruction
	depth    int
	used     int
	top      int64
	caller   *code.Instruction
	handlers int
}

// jump is the panic of a longjmp.
type jump struct {
	to    *returnPoint
	value int64
}

// pointBits bounds the number of return points of a thread. The rest of the number of one is the thread's segment.
const pointBits = 20

// setReturnPoint executes an OpReturnPoint.
func (th *thread) setReturnPoint(c *call, i *code.Instruction, at int, address int64) int64 {
	if th.section.depth > 0 {
		th.refuse(i, "setjmp in an atomic section is not supported")
	}
	th.notes.giveUp()
	n := slices.IndexFunc(th.points, func(p *returnPoint) bool { return p.call == c && p.at == at })
	if n < 0 {
		n = len(th.points)
		th.points = append(th.points, &returnPoint{c, at, th.depth, th.used, th.top, th.caller, len(th.handlers)})
	}
	if n >= 1<<pointBits {
		th.refuse(i, "more than %d calls of setjmp", 1<<pointBits)
	}
	th.store(i, address, operation.Int64, th.segment<<pointBits|int64(n+1))
	return 0
}

// longjmp jumps to the point whose number is at address.
func (th *thread) longjmp(c libraryCall) {
	number, value := th.load(c.i, c.arg(0), operation.Int64), int64(int32(c.arg(1)))
	n := number & (1<<pointBits - 1)
	switch {
	case number>>pointBits != th.segment || n < 1 || n > int64(len(th.points)):
		th.fail(c.i, "longjmp to something that this thread has not set")
	case th.points[n-1].call == nil:
		th.fail(c.i, "longjmp to a call that is over")
	case th.section.depth > 0:
		th.refuse(c.i, "longjmp in an atomic section is not supported")
	}
	if value == 0 {
		value = 1
	}
	th.changes.Note()
	panic(jump{th.points[n-1], value})
}

// executeAgain executes a call of a function that calls setjmp.
func (th *thread) executeAgain(c *call) int64 {
	defer func() {
		for _, p := range th.points {
			if p.call == c {
				p.call = nil
			}
		}
	}()
	pc := 0
	for {
		result, jumped := th.untilJump(c, pc)
		if jumped == nil {
			return result
		}
		th.returnTo(jumped.to)
		c.R[c.f.Code[jumped.to.at].D] = jumped.value
		pc = jumped.to.at + 1
	}
}

// untilJump executes the code of a call from pc on, to its return or to a longjmp to it.
func (th *thread) untilJump(c *call, pc int) (result int64, jumped *jump) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case jump:
			if r.to.call != c {
				panic(r)
			}
			jumped = &r
		default:
			panic(r)
		}
	}()
	return th.execute(c, pc), nil
}

// returnTo ends the calls inside of the one with the return point p.
func (th *thread) returnTo(p *returnPoint) {
	for len(th.entered) > 0 && th.entered[len(th.entered)-1].depth > p.depth {
		last := th.entered[len(th.entered)-1]
		th.depth = last.depth - 1
		th.leaveFrame(last.function, 0)
	}
	th.depth, th.used, th.top, th.caller, th.handlers = p.depth, p.used, p.top, p.caller, th.handlers[:p.handlers]
}

// enteredFrame is a call with shared locals.
type enteredFrame struct {
	function *code.Function
	depth    int
}
