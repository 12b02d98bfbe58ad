package parsimonious

import "dporbench/algos"

// enters reports whether what begins with E, which is E1·σ, is explored: all of it, unless a
// Sampler decides otherwise.
func (t *MarkedSequence) enters() bool {
	return t.Run.Sampler == nil || t.Run.Sampler.Enter(t.stratum())
}

// stratum is the same where about as much is left to be explored. That depends on the length of E, on
// how many of its events are in no schedule, as those that can be reversed must be, and on how many of
// these come after the last head but that of σ.
func (t *MarkedSequence) stratum() uint64 {
	free, behind := uint64(0), uint64(0)
	for _, m := range t.marks[:t.Len()-1] {
		switch m.place {
		case Outside:
			free++
			behind++
		case AtHead:
			behind = 0
		}
	}
	return algos.Stratum(uint64(t.Len()), free, behind)
}
