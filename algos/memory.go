package algos

import (
	"fmt"

	"dporbench/model"
)

// OnlySC is explore for an algorithm that knows no memory model but sequential consistency: under others
// it is an error.
func OnlySC(name string, explore func(x *Exploration) error) func(x *Exploration) error {
	return func(x *Exploration) error {
		if x.Memory != model.SC {
			return fmt.Errorf("%s does not explore under %v: choose another algorithm, or the memory model sc", name, x.Memory)
		}
		return explore(x)
	}
}

// GuardsRefused is the error for a program with an Await or a When where an algorithm has NoGuards.
func (s *Session) GuardsRefused() error {
	return fmt.Errorf("the program has an Await or a When, which the algorithm does not explore under %v: "+
		"choose exhaustive, sleepset or randomwalk, or the memory model sc", s.Memory)
}
