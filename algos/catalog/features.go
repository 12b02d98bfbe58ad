package catalog

import "dporbench/model/memory"

// Feature is something that a program may have, or that may be wanted of an exploration.
type Feature int

// The features.
const (
	Awaits        Feature = iota // Await and When
	AwaitsApplied                // of a variable that an Apply changes
	Choices                      // Choose
	Made                         // New: threads make variables
	Applies                      // Apply
	Jobs                         // several workers
	Certificates                 // the classes in a file that can be verified
)

var featureNames = [...]string{
	Awaits: "await", AwaitsApplied: "await of applied", Choices: "choice", Made: "made", Applies: "apply", Jobs: "jobs", Certificates: "certificate",
}

func (f Feature) String() string { return featureNames[f] }

// Features lists all features.
func Features() []Feature {
	return []Feature{Awaits, AwaitsApplied, Choices, Made, Applies, Jobs, Certificates}
}

// Explores reports whether the algorithm explores under m.
func (a Algorithm) Explores(m memory.Model) bool {
	return (a.StoreBuffers || !m.Buffers()) && (a.Commuting || !m.UpdatesCommute()) && (a.Graphs || !m.Graphs())
}

// Takes reports whether the algorithm supports f under m. It refuses programs with a feature that it does not support.
func (a Algorithm) Takes(f Feature, m memory.Model) bool {
	switch {
	case !a.Explores(m):
		return false
	case f == Awaits:
		return a.Awaits
	case f == AwaitsApplied:
		return a.Awaits && (a.AwaitsApplied || !m.UpdatesCommute())
	case f == Jobs:
		return a.Splittable
	case f == Certificates:
		return a.Equivalence.KeepsOrder()
	}
	return true
}
