package emit

import "dporbench/cprog/internal/code"

// Label is a place to jump to, known once it is bound.
type Label struct {
	at    int64
	Bound bool
	jumps []int
}

// Jump jumps to l if the register a is as op says.
func (b *Emitter) Jump(op code.Opcode, a code.Register, l *Label) {
	i := b.Emit(code.Instruction{Op: op, A: a, N: l.at})
	if !l.Bound {
		l.jumps = append(l.jumps, i)
	}
}

// Bind makes l the place of the next instruction.
func (b *Emitter) Bind(l *Label) {
	l.at, l.Bound = int64(len(b.F.Code)), true
	for _, i := range l.jumps {
		b.F.Code[i].N = l.at
	}
	l.jumps = nil
}

// EnterLoop begins a loop: it is entered from outside here.
func (b *Emitter) EnterLoop() int64 {
	b.F.Loops = append(b.F.Loops, nil)
	loop := int64(len(b.F.Loops) - 1)
	b.Emit(code.Instruction{Op: code.OpEnter, N: loop})
	return loop
}

// Iterate is where every iteration of a loop begins.
func (b *Emitter) Iterate(loop int64) { b.Emit(code.Instruction{Op: code.OpLoop, N: loop}) }
