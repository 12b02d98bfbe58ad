package litmus

import (
	"fmt"
	"slices"

	"dporbench/model"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// location is a variable of the program or, if it is a lock, a mutex.
type location struct {
	variable front.Var
	mutex    front.Mutex
}

const maxJumps = 10

func (p *parser) build() {
	t := p.test
	program := front.NewProgram(t.Name)
	t.Program = (*model.Program)(program)
	program.AssumeIsolated()
	for i := range t.locations {
		switch x := &t.locations[i]; {
		case x.isLock && x.initial != 0:
			p.fail(x.line, "lock %s must be free at first", x.name)
		case x.isLock:
			x.model.mutex = program.Mutex(x.name)
		default:
			x.model.variable = program.Var(x.name, x.initial)
		}
	}
	if t.notC11 == "" && slices.ContainsFunc(t.threads, (*code).hasWeakOrders) {
		program.NoteWeakOrders()
	}
	for n, c := range t.threads {
		for i := range c.instructions {
			c.instructions[i].place = fmt.Sprintf("%s:%d", p.file, c.instructions[i].line)
		}
		program.Thread(fmt.Sprintf("P%d", n), func(thread *front.Thread) { t.run(c, t.start(thread, c)) })
	}
}

// at returns the index of the variable at an address.
func (t *Test) at(address int64) (i int, ok bool) {
	return slices.BinarySearchFunc(t.locations, address, func(x variable, address int64) int { return int(x.address - address) })
}

func (t *Test) isAddress(value int64) bool {
	_, ok := t.at(value)
	return ok
}

// valueText writes a value; the address of a variable is written as its name.
func (t *Test) valueText(value int64) string {
	if i, ok := t.at(value); ok {
		return t.locations[i].name
	}
	return fmt.Sprint(value)
}

// shared executes the operations of a thread that others can see.
type shared interface {
	// do executes an instruction that is an event, on variable x with the values of b and c, and returns the
	// new value of its dst.
	do(i *instruction, x int, b, c int64) int64
	// at is called before each instruction but jumps not taken, with its place and whether it jumps back.
	at(place string, back bool)
	fail(problem string)
}

// run executes the code of a thread, and returns its registers at the end.
func (t *Test) run(c *code, s shared) []int64 {
	registers := slices.Clone(c.initial)
	value := func(o operand) int64 {
		if o.isRegister {
			return registers[o.register]
		}
		return o.number
	}
	for at := 0; at < len(c.instructions); at++ {
		i := &c.instructions[at]
		if i.code == opJump {
			if value(i.a) != 0 {
				s.at(i.place, i.target <= at)
				at = i.target - 1
			}
			continue
		}
		s.at(i.place, false)
		if i.code == opCompute {
			n, ok := apply(i.operator, value(i.a), value(i.b))
			if !ok {
				s.fail("division by 0")
			}
			registers[i.dst] = n
			continue
		}
		t.access(i, registers, value, s)
	}
	return registers
}

func (t *Test) access(i *instruction, registers []int64, value func(operand) int64, s shared) {
	x, ok := t.at(value(i.a))
	if i.code != opFence && (!ok || t.locations[x].isLock != (i.code == opLock || i.code == opUnlock)) {
		s.fail(fmt.Sprintf("%d is not the address of a variable", value(i.a)))
		return
	}
	if result := s.do(i, x, value(i.b), value(i.c)); i.code.returns() {
		registers[i.dst] = result
	}
}

var fetchOps = map[string]operation.FetchOp{
	"+": operation.FetchAdd, "-": operation.FetchSub, "&": operation.FetchAnd, "|": operation.FetchOr, "^": operation.FetchXor,
}

// live is a thread of the program.
type live struct {
	*front.Thread
	test  *Test
	code  *code
	c11   bool // memory orders count
	jumps int
}

func (t *Test) start(thread *front.Thread, c *code) *live {
	if err := t.CheckMemory(thread.Memory()); err != nil && thread.Memory().Graphs() {
		panic(&operation.UsageError{Problem: err.Error(), Unsupported: true})
	}
	return &live{Thread: thread, test: t, code: c, c11: thread.Memory().Graphs()}
}

// order gives the next operation, an access of variable x or a fence, its memory order.
func (l *live) order(i *instruction, x int) {
	switch {
	case !l.c11 || i.code == opLock || i.code == opUnlock:
	case i.plain && !l.isAtomic(x):
		l.With(operation.Plain)
	case i.code == opCompare:
		l.WithOrders(i.order, i.failing)
	default:
		l.With(i.order)
	}
}

// isAtomic reports whether the thread declares a location to be atomic or, if it does not declare it, another one does.
func (l *live) isAtomic(x int) bool {
	if slices.Contains(l.code.declared, x) {
		return slices.Contains(l.code.atomic, x)
	}
	return l.test.locations[x].isAtomic
}

// fence executes a fence. Of those in C, x86 needs only the strongest.
func (l *live) fence(i *instruction) {
	if i.compiled && l.c11 || i.order != operation.SeqCst && !l.c11 {
		return
	}
	l.order(i, 0)
	l.Fence()
}

func (l *live) do(i *instruction, x int, b, c int64) int64 {
	if i.code == opFence {
		l.fence(i)
		return 0
	}
	l.order(i, x)
	switch of := l.test.locations[x].model; i.code {
	case opLoad:
		return l.Load(of.variable)
	case opStore:
		l.Store(of.variable, b)
	case opSwap:
		return l.Swap(of.variable, b)
	case opFetch:
		return l.Fetch(of.variable, fetchOps[i.operator], b)
	case opCompare:
		return l.CompareExchange(of.variable, b, c)
	case opLock:
		l.Lock(of.mutex)
	case opUnlock:
		l.Unlock(of.mutex)
	}
	return 0
}

func (l *live) fail(problem string) { l.Assert(false, problem) }

func (l *live) at(place string, back bool) {
	l.Place(place)
	if back {
		l.jumps++
		l.Assume(l.jumps <= maxJumps)
	}
}
