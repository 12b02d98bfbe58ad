package code

// Frame is the state of a call: its registers, and where its memory begins.
type Frame struct {
	R       []int64
	Private int64 // memory that no other thread reaches
	Stack   int64 // memory that others may reach
}
