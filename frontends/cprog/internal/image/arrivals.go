package image

import (
	"slices"

	"dporbench/model/front"
)

// Arrivals are the variables of a barrier.
type Arrivals struct {
	Threads []int64        // segments of the threads that arrive there, in order
	Turns   [2][]front.Var // for each of them
}

// Search collects the arrivals at barriers.
type Search struct {
	Barriers map[int64][]int64 // segments of the threads that arrive there, by address
	News     int               // number of arrivals recorded
}

// Arrives notes that a thread arrives at a barrier.
func (s *Search) Arrives(at, segment int64) {
	i, known := slices.BinarySearch(s.Barriers[at], segment)
	if !known {
		s.Barriers[at] = slices.Insert(s.Barriers[at], i, segment)
		s.News++
	}
}
