package code

// Races says whether to look for data races.
type Races int

// LookIfAtomic looks for them if the file has an atomic access.
const (
	LookIfAtomic Races = iota
	Look
	Ignore
)

// In reports whether data races are looked for in a file, which has atomic accesses or none.
func (r Races) In(atomics bool) bool { return r == Look || r == LookIfAtomic && atomics }
