package cprog

import "dporbench/frontends/cprog/compiled"

// These say how a file is read; see package compiled.
type (
	Options = compiled.Options
	Limits  = compiled.Limits
	Races   = compiled.Races
	Leaks   = compiled.Leaks
	Range   = compiled.Range
	Tool    = compiled.Tool
)

// The values of Races, Leaks and Tool.
const (
	LookIfAtomic = compiled.LookIfAtomic
	Look         = compiled.Look
	Ignore       = compiled.Ignore

	NoLeaks = compiled.NoLeaks
	Lost    = compiled.Lost
	Unfreed = compiled.Unfreed

	GenMC = compiled.GenMC
)
