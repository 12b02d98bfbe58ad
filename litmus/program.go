package litmus

import (
	"fmt"
	"slices"

	"dporbench/model"
)

// location is a variable of the program or, if it is a lock, a mutex.
type location struct {
	variable model.Var
	mutex    model.Mutex
}

// maxJumps bounds how often a thread jumps back.
const maxJumps = 10

// build makes the program.
func (p *parser) build() {
	t := p.test
	t.Program = model.NewProgram(t.Name)
	t.Program.AssumeIsolated()
	for i := range t.locations {
		switch x := &t.locations[i]; {
		case x.isLock && x.initial != 0:
			p.fail(x.line, "lock %s must be free at first", x.name)
		case x.isLock:
			x.model.mutex = t.Program.Mutex(x.name)
		default:
			x.model.variable = t.Program.Var(x.name, x.initial)
		}
	}
	for n, c := range t.threads {
		for i := range c.instructions {
			c.instructions[i].place = fmt.Sprintf("%s:%d", p.file, c.instructions[i].line)
		}
		t.Program.Thread(fmt.Sprintf("P%d", n), func(thread *model.Thread) { t.run(c, &live{Thread: thread, test: t}) })
	}
}

// at is the index of the variable at an address.
func (t *Test) at(address int64) (i int, ok bool) {
	return slices.BinarySearchFunc(t.locations, address, func(x variable, address int64) int { return int(x.address - address) })
}

func (t *Test) isAddress(value int64) bool {
	_, ok := t.at(value)
	return ok
}

// valueText writes a value; the address of a variable is its name.
func (t *Test) valueText(value int64) string {
	if i, ok := t.at(value); ok {
		return t.locations[i].name
	}
	return fmt.Sprint(value)
}

// shared is what a thread does to what it shares with others.
type shared interface {
	load(x int) int64
	store(x int, v int64)
	swap(x int, v int64) int64
	fetch(x int, op model.FetchOp, v int64) int64
	compareExchange(x int, old, new int64) int64
	fence()
	lock(x int)
	unlock(x int)
	// at is told what comes next, and whether that jumps back.
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

// access executes an instruction that is an event.
func (t *Test) access(i *instruction, registers []int64, value func(operand) int64, s shared) {
	if i.code == opFence {
		s.fence()
		return
	}
	x, ok := t.at(value(i.a))
	if !ok || t.locations[x].isLock != (i.code == opLock || i.code == opUnlock) {
		s.fail(fmt.Sprintf("%d is not the address of a variable", value(i.a)))
		return
	}
	switch i.code {
	case opLoad:
		registers[i.dst] = s.load(x)
	case opStore:
		s.store(x, value(i.b))
	case opSwap:
		registers[i.dst] = s.swap(x, value(i.b))
	case opFetch:
		registers[i.dst] = s.fetch(x, fetchOps[i.operator], value(i.b))
	case opCompare:
		registers[i.dst] = s.compareExchange(x, value(i.b), value(i.c))
	case opLock:
		s.lock(x)
	case opUnlock:
		s.unlock(x)
	}
}

var fetchOps = map[string]model.FetchOp{
	"+": model.FetchAdd, "-": model.FetchSub, "&": model.FetchAnd, "|": model.FetchOr, "^": model.FetchXor,
}

// live is a thread of the program.
type live struct {
	*model.Thread
	test  *Test
	jumps int
}

func (l *live) variable(x int) model.Var { return l.test.locations[x].model.variable }

func (l *live) load(x int) int64          { return l.Load(l.variable(x)) }
func (l *live) store(x int, v int64)      { l.Store(l.variable(x), v) }
func (l *live) swap(x int, v int64) int64 { return l.Swap(l.variable(x), v) }
func (l *live) lock(x int)                { l.Lock(l.test.locations[x].model.mutex) }
func (l *live) unlock(x int)              { l.Unlock(l.test.locations[x].model.mutex) }
func (l *live) fail(problem string)       { l.Assert(false, problem) }

func (l *live) fetch(x int, op model.FetchOp, v int64) int64 { return l.Fetch(l.variable(x), op, v) }

func (l *live) compareExchange(x int, old, new int64) int64 {
	return l.CompareExchange(l.variable(x), old, new)
}

func (l *live) fence() { l.Fence() }

func (l *live) at(place string, back bool) {
	l.Place(place)
	if back {
		l.jumps++
		l.Assume(l.jumps <= maxJumps)
	}
}
