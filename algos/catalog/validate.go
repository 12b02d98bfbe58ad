package catalog

import (
	"errors"
	"fmt"
)

// Validate reports what is wrong with a list of algorithms: a name that is missing or
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
			problem("the name is there twice")
		}
		seen[a.Name] = true
		if a.Paper == "" {
			problem("no paper")
		}
		if a.Doc == "" {
			problem("no description")
		}
		if a.New == nil {
			problem("no constructor")
		}
		if a.Samples && (a.ExactlyOnce || a.PolynomialMemory) {
			problem("samples, and promises more")
		}
		if a.Optimal && !a.ExactlyOnce {
			problem("optimal, but not exactly once")
		}
	}
	return errors.Join(problems...)
}
