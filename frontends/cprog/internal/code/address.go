package code

// The address map. A thread's addresses lie in its segment, which is determined by its
// position among the children of its parent, grandparent and so on.
const (
	FirstAddress  = 0x10000 // of the globals; nothing is below
	SegmentShift  = 33
	StackOffset   = 0x1000_0000
	HeapOffset    = 0x4000_0000
	ConstantSpace = int64(1) << 60
	FunctionSpace = int64(1) << 61
	LabelOffset   = int64(1) << 40 // of labels, in the space of functions
	PrivateSpace  = int64(1) << 62
)
