package code

// Frame is what a call has: its registers, and where its memory begins.
type Frame struct {
	R       []int64
	Private int64 // that which no other thread reaches
	Stack   int64 // and that which others may reach
}

// Next is where the code goes on after i, a jump at pc.
func (f *Frame) Next(pc int, i *Instruction) int {
	if i.Op == OpJump || (f.R[i.A] == 0) == (i.Op == OpJumpZero) {
		return int(i.N)
	}
	return pc + 1
}
