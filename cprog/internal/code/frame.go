package code

// Frame is what a call has: its registers, and where its memory begins.
type Frame struct {
	R       []int64
	Private int64 // that which no other thread reaches
	Stack   int64 // and that which others may reach
}
