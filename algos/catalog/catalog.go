// Package catalog is the list of all algorithms: one entry each, in the order
// in which tables show them.
package catalog

import (
	"fmt"
	"slices"
	"strings"

	"dporbench/algos"
)

// Algorithm is an entry: an algorithm, where it is from and what it promises.
type Algorithm struct {
	Name  string // as the command line and the result files name it
	Paper string // authors, title, where and when published
	Doc   string // one line
	New   func(algos.Options) algos.Explorer
	// What the algorithm promises. All of them reach every class, but for those
	// that sample: these visit maximal executions and promise nothing else.
	Samples          bool // stops before it has reached every class, or after, and does not know
	ExactlyOnce      bool // visits no class twice
	Optimal          bool // and begins nothing redundant
	PolynomialMemory bool // stores what is polynomial in the length of an execution
}

// All returns the algorithms that reach every class, in the order of tables. The
// slice is the caller's.
func All() []Algorithm { return filtered(false) }

// Samplers returns the others, which sample. The slice is the caller's.
func Samplers() []Algorithm { return filtered(true) }

func filtered(samples bool) []Algorithm {
	return slices.DeleteFunc(slices.Clone(algorithms), func(a Algorithm) bool { return a.Samples != samples })
}

// Lookup finds an algorithm by its name.
func Lookup(name string) (Algorithm, bool) {
	for _, a := range algorithms {
		if a.Name == name {
			return a, true
		}
	}
	return Algorithm{}, false
}

// New makes an explorer of the algorithm called name. The error names the
// algorithms there are.
func New(name string, o algos.Options) (algos.Explorer, error) {
	a, ok := Lookup(name)
	if !ok {
		return nil, fmt.Errorf("unknown algorithm %q: must be one of %s", name, strings.Join(Names(), ", "))
	}
	return a.New(o), nil
}

// Names lists the names of all algorithms, also of those that sample.
func Names() []string {
	names := make([]string, len(algorithms))
	for i, a := range algorithms {
		names[i] = a.Name
	}
	return names
}
