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

// RefusedError is that for a program with operations that an algorithm does not explore under a memory model.
type RefusedError struct{ Memory model.Memory }

func (e *RefusedError) Error() string {
	operations := "an Await or a When"
	if e.Memory == model.GenMCTSO {
		operations = "an Await, a When or a CompareAndSwap"
	}
	return fmt.Sprintf("the program has %s, which the algorithm does not explore under %v: "+
		"choose exhaustive, sleepset, trust or randomwalk, or the memory model sc", operations, e.Memory)
}

// GuardsRefused is the error for a program with an Await or a When where an algorithm has NoGuards, or with another
// operation for which model.Machine.Guarded is true.
func (s *Session) GuardsRefused() error { return &RefusedError{s.Memory} }
