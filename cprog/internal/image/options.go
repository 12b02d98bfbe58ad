package image

// Options are as those of package cprog.
type Options struct {
	Unroll          int
	Spin, LikeGenMC bool
	Limits          Limits
}

// Limits are those of package cprog. None is 0.
type Limits struct {
	Instructions, Memory, Variables, Depth int
}
