package image

// Options mirror those of package cprog.
type Options struct {
	Unroll          int
	Spin, LikeGenMC bool
	MallocFails     bool
	Spurious        bool
	Leaks           Leaks
	Limits          Limits
}

// Leaks says which memory is reported when an execution ends.
type Leaks int

// The kinds of Leaks: none, memory that nothing reaches, and all that is not freed.
const (
	NoLeaks Leaks = iota
	Lost
	Unfreed
)

// Limits are those of package cprog, with defaults filled in.
type Limits struct {
	Instructions, Memory, Heap, Variables, Depth int
}
