package code

// Races says whether to look for data races.
type Races int

// LookIfAtomic looks for them if the file has an atomic access.
const (
	LookIfAtomic Races = iota
	Look
	Ignore
)
