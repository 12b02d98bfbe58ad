package cprog

import (
	"fmt"

	"dporbench/model"
)

// thread executes the code of one thread, as the body of a thread of the model. It
// depends on nothing but what the operations of the model return.
type thread struct {
	*image
	model    *model.Thread // nil while the initial values are computed
	segment  int64         // where its own addresses lie; see lineage.go
	spawned  int64
	children *child
	// private is the memory that no other thread reaches: the thread-local variables,
	// and then the locals of the calls, of which top bytes are in use. stack is the
	// next address for locals that others may reach, heap that for malloc.
	private   []byte
	top       int64
	stack     int64
	heap      int64
	registers []int64 // of all calls
	used      int     // how many of them are in use
	steps     int     // instructions since the last event
	depth     int     // calls inside each other
	changes   changes
	origin    int64           // of what the last call has returned; like GenMC
	blocks    []block         // from malloc; like GenMC
	rounds    map[int64]int64 // of barriers, by address: how often the thread has arrived
	initial   map[int64]int64 // by address, while the initial values are computed
}

// call is one call of a function.
type call struct {
	f       *function
	r       []int64 // its registers
	private int64   // where its private memory begins
	stack   int64   // and that which others may reach
	loops   []iteration
	origins origins // like GenMC; nil otherwise
}

// start is the body of a thread: it calls function f.
func (m *image) start(t *model.Thread, segment int64, children *child, f int, args ...int64) {
	th := &thread{
		image: m, model: t, segment: segment, children: children,
		private: append(make([]byte, 0, len(m.locals)+256), m.locals...), top: int64(len(m.locals)),
		stack: segment<<segmentShift | stackOffset, heap: segment<<segmentShift | heapOffset,
	}
	t.Return(th.run(m.functions[f], args))
}

// run calls f and returns its result.
func (th *thread) run(f *function, args []int64) int64 {
	c := th.enter(f, args)
	result := th.execute(&c)
	th.depth--
	th.used -= len(c.r)
	th.top, th.stack = c.private, c.stack
	return result
}

func (th *thread) enter(f *function, args []int64) call {
	if th.depth++; th.depth > th.limits.Depth {
		th.refuse(nil, "function %s: more than %d calls inside each other", f.name, th.limits.Depth)
	}
	n := int(f.registers)
	if th.used+n > len(th.registers) {
		th.registers = append(th.registers, make([]int64, th.used+n+64-len(th.registers))...)
	}
	c := call{f: f, r: th.registers[th.used : th.used+n : th.used+n], private: th.top, stack: th.stack}
	th.used += n
	clear(c.r)
	for k, v := range args[:min(len(args), len(f.parameters))] {
		c.r[f.parameters[k]] = v
	}
	th.top += (f.private + 15) &^ 15
	th.stack += (f.shared + 15) &^ 15
	th.clearPrivate(f, c.private)
	if (th.options.Spin || th.options.Unroll > 0) && len(f.loops) > 0 {
		c.loops = make([]iteration, len(f.loops))
	}
	if th.options.Like == GenMC && th.model != nil {
		c.origins = make(origins, f.registers)
	}
	return c
}

func (th *thread) clearPrivate(f *function, from int64) {
	if th.top > int64(th.limits.Memory) {
		th.refuse(nil, "function %s: the locals are more than %d bytes", f.name, th.limits.Memory)
	}
	if missing := th.top - int64(len(th.private)); missing > 0 {
		th.private = append(th.private, make([]byte, missing)...)
	}
	clear(th.private[from:th.top])
}

// execute executes the code of a call, to its return.
func (th *thread) execute(c *call) int64 {
	r, code := c.r, c.f.code
	for pc := 0; ; pc++ {
		i := &code[pc]
		if th.steps++; th.steps > th.limits.Instructions {
			th.refuse(i, "more than %d instructions without an event: does this end?", th.limits.Instructions)
		}
		switch i.op {
		case opJump:
			pc = int(i.n) - 1
		case opJumpZero:
			if r[i.a] == 0 {
				pc = int(i.n) - 1
			}
		case opJumpNonzero:
			if r[i.a] != 0 {
				pc = int(i.n) - 1
			}
		case opPrivate:
			r[i.d] = privateSpace | (c.private + i.n)
		case opStack:
			r[i.d] = c.stack + i.n
		case opThreadLocal:
			r[i.d] = th.segment<<segmentShift | i.n
		case opLoad:
			r[i.d] = th.loadAt(c, i, r[i.a])
		case opStore:
			th.store(i, r[i.a], i.t, r[i.b])
		case opCopy:
			th.copy(i, r[i.a], r[i.b], th.layouts[i.n])
		case opZero:
			th.zero(i, r[i.a], th.layouts[i.n])
		case opSwap, opFetch, opCompareExchange:
			r[i.d] = th.update(c, i)
		case opCall:
			r[i.d] = th.call(i, i.n, r)
		case opCallPointer:
			r[i.d] = th.call(i, th.functionAt(i, r[i.a]), r)
		case opLibrary:
			r[i.d] = th.library(i, r)
		case opFence:
			th.fence(i, r)
		case opReturn:
			if c.origins != nil {
				th.track(c, i)
			}
			if i.a == noRegister {
				return 0
			}
			return r[i.a]
		case opEnter:
			if c.loops != nil {
				c.loops[i.n].enter()
			}
		case opLoop:
			if c.loops != nil && th.model != nil {
				th.iterate(c, i)
			}
		default:
			if !compute(i, r) {
				th.fail(i, "division by zero")
			}
		}
		if c.origins != nil {
			th.track(c, i)
		}
	}
}

func (th *thread) call(i *instruction, n int64, r []int64) int64 {
	f := th.functions[n]
	if !f.defined {
		th.refuse(i, "function %s is not defined", f.name)
	}
	var few [8]int64
	args := few[:0]
	for _, a := range i.args {
		args = append(args, r[a])
	}
	return th.run(f, args)
}

func (th *thread) functionAt(i *instruction, address int64) int64 {
	n := address &^ functionSpace
	if address&functionSpace == 0 || n < 0 || n >= int64(len(th.functions)) {
		th.fail(i, "call of something that is no function")
	}
	return n
}

// where is the position of i, for messages.
func (th *thread) where(i *instruction) (file string, line int) {
	if i == nil || int(i.line) >= len(th.positions) {
		return th.positions[0].file, th.positions[0].line
	}
	p := th.positions[i.line]
	return p.file, p.line
}

// fail ends the thread with a failure of the execution.
func (th *thread) fail(i *instruction, format string, args ...any) {
	file, line := th.where(i)
	problem := fmt.Sprintf(format, args...)
	if th.model == nil {
		panic(&Error{file, line, "in an initialiser: " + problem})
	}
	th.model.Assert(false, fmt.Sprintf("%s:%d: %s", file, line, problem))
}

// refuse ends the exploration: the program does what is not supported.
func (th *thread) refuse(i *instruction, format string, args ...any) {
	file, line := th.where(i)
	err := &Error{file, line, fmt.Sprintf(format, args...)}
	if th.model == nil {
		panic(err)
	}
	panic(&model.UsageError{Problem: err.Error()})
}
