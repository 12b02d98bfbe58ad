package code

// Races says whether data races are looked for.
type Races int

// LookIfAtomic looks for them if the file has an atomic access.
const (
	LookIfAtomic Races = iota
	Look
	Ignore
)
