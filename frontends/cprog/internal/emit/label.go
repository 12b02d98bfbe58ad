package emit

import "dporbench/frontends/cprog/internal/code"

// Label is a jump target, known once it is bound.
type Label struct {
	at    int64
	Bound bool
	jumps []int
}

// Jump emits a jump to l, under the condition of op on register a.
func (b *Emitter) Jump(op code.Opcode, a code.Register, l *Label) {
	i := b.Emit(code.Instruction{Op: op, A: a, N: l.at})
	if !l.Bound {
		l.jumps = append(l.jumps, i)
	}
}

// Bind binds l to the next instruction.
func (b *Emitter) Bind(l *Label) {
	l.at, l.Bound = int64(len(b.F.Code)), true
	for _, i := range l.jumps {
		b.F.Code[i].N = l.at
	}
	l.jumps = nil
}

// EnterLoop begins a loop, which is entered here from outside, and returns its number.
func (b *Emitter) EnterLoop() int64 {
	b.F.Loops = append(b.F.Loops, nil)
	loop := int64(len(b.F.Loops) - 1)
	b.Emit(code.Instruction{Op: code.OpEnter, N: loop})
	return loop
}

// Iterate marks where every iteration of a loop begins.
func (b *Emitter) Iterate(loop int64) { b.Emit(code.Instruction{Op: code.OpLoop, N: loop}) }
