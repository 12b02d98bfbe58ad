package image

import (
	"slices"

	"dporbench/model"
)

// Arrivals are the variables of a barrier.
type Arrivals struct {
	Threads []int64        // segments of those that come there, in order
	Turns   [2][]model.Var // for each of them
}

// Search is what is looked for at barriers.
type Search struct {
	Barriers map[int64][]int64 // which threads come there, by address
	News     int               // how much has been met
}

// Arrives notes that a thread comes to a barrier.
func (s *Search) Arrives(at, segment int64) {
	i, known := slices.BinarySearch(s.Barriers[at], segment)
	if !known {
		s.Barriers[at] = slices.Insert(s.Barriers[at], i, segment)
		s.News++
	}
}
