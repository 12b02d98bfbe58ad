// Package catalog lists all algorithms, in the order of tables, with their promises.
package catalog

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dporbench/algos"
	"dporbench/model/equivalence"
)

// Algorithm is an entry: an algorithm, its source and its promises.
type Algorithm struct {
	Name  string // as on the command line and in result files
	Paper string // authors, title, where and when published
	DOI   string // of the paper; empty if there is none, or none that was checked
	Doc   string // one line
	New   func(algos.Options) algos.Explorer
	// Equivalence defines the classes meant here and below: for most algorithms, and in the zero value, classes of
	// happens-before.
	Equivalence equivalence.Equivalence
	// The promises of the algorithm. Every algorithm reaches every class, unless it samples: then
	// it promises only to visit maximal executions.
	Samples          bool // stops without knowing whether it has reached every class
	ExactlyOnce      bool // visits no class twice
	Optimal          bool // and explores nothing redundant
	StoreBuffers     bool // all this also under the memory models with store buffers; otherwise it refuses them
	Commuting        bool // and under sc-commuting; otherwise it refuses that one
	Graphs           bool // and under the memory models of graphs; otherwise it refuses them
	Awaits           bool // explores programs with Await and When; otherwise it refuses them
	AwaitsApplied    bool // under sc-commuting, even of a variable that an Apply changes; otherwise it refuses those
	Bounded          bool // with a bound of preemptions, prunes most executions beyond it; see algos.Bound
	PolynomialMemory bool // memory is polynomial in the length of an execution
	Splittable       bool // its exploration can be split into tasks; New returns an algos.Splittable
	// Plain marks an algorithm implemented as in its paper, for comparison. It need neither support what
	// the paper leaves out nor be fast, and is not included in "all".
	Plain bool
}

// All returns the algorithms that reach every class of happens-before, except the Plain ones, in the
// order of tables. The slice is the caller's.
func All() []Algorithm {
	return filtered(func(a Algorithm) bool { return !a.Samples && !a.Plain && a.Equivalence.KeepsOrder() })
}

// Coarser returns the algorithms that reach every class of a coarser equivalence. The slice is the caller's.
func Coarser() []Algorithm {
	return filtered(func(a Algorithm) bool { return !a.Samples && !a.Equivalence.KeepsOrder() })
}

// Plain returns the algorithms that are Plain. The slice is the caller's.
func Plain() []Algorithm { return filtered(func(a Algorithm) bool { return a.Plain }) }

// Samplers returns the algorithms that sample. The slice is the caller's.
func Samplers() []Algorithm { return filtered(func(a Algorithm) bool { return a.Samples }) }

func filtered(keep func(Algorithm) bool) []Algorithm {
	return slices.DeleteFunc(slices.Clone(algorithms), func(a Algorithm) bool { return !keep(a) })
}

// Lookup finds an algorithm by its name.
func Lookup(name string) (Algorithm, bool) {
	if i := slices.IndexFunc(algorithms, func(a Algorithm) bool { return a.Name == name }); i >= 0 {
		return algorithms[i], true
	}
	return Algorithm{}, false
}

// New makes an explorer of the algorithm called name. The error lists the algorithms.
func New(name string, o algos.Options) (algos.Explorer, error) {
	a, ok := Lookup(name)
	if !ok {
		return nil, fmt.Errorf("unknown algorithm %q: must be one of %s", name, strings.Join(Names(), ", "))
	}
	return a.New(o), nil
}

// Names returns the names of all algorithms, samplers included.
func Names() []string {
	names := make([]string, len(algorithms))
	for i, a := range algorithms {
		names[i] = a.Name
	}
	return names
}

// contradiction is a combination of promises that no algorithm can make, and why.
type contradiction struct {
	made         func(Algorithm) bool
	problem, why string
}

var contradictions = []contradiction{
	{func(a Algorithm) bool { return a.Samples && (a.ExactlyOnce || a.PolynomialMemory) }, "samples, and promises more",
		"the kit compares samples with no oracle, so nothing else could be checked"},
	{func(a Algorithm) bool { return a.Samples && !a.Equivalence.KeepsOrder() }, "samples, and has an equivalence",
		"an equivalence says which classes are reached, and a sampler promises to reach none"},
	{func(a Algorithm) bool { return a.Optimal && !a.ExactlyOnce }, "optimal, but not exactly once",
		"to visit a class again is redundant"},
	{func(a Algorithm) bool { return a.AwaitsApplied && !(a.Awaits && a.Commuting) }, "awaits of applied variables, but not both awaits and commuting updates",
		"such an await is an await where updates commute"},
}

// Validate reports a fault of a list of algorithms: a name that is missing or
// repeated, no paper, no description, no constructor, or contradictory promises.
func Validate(list []Algorithm) error {
	var problems []error
	seen := map[string]bool{}
	for i, a := range list {
		problem := func(text string) {
			problems = append(problems, fmt.Errorf("algorithm %d (%q): %s", i, a.Name, text))
		}
		switch {
		case a.Name == "":
			problem("no name")
		case seen[a.Name]:
			problem("the name is used twice")
		}
		seen[a.Name] = true
		if a.Paper == "" {
			problem("no paper")
		}
		if a.DOI != "" && !strings.HasPrefix(a.DOI, "10.") {
			problem(fmt.Sprintf("%q is not a DOI, which begins with 10.", a.DOI))
		}
		if a.Doc == "" {
			problem("no description")
		}
		if a.New == nil {
			problem("no constructor")
		}
		for _, c := range contradictions {
			if c.made(a) {
				problem(c.problem + ": " + c.why)
			}
		}
	}
	return errors.Join(problems...)
}
