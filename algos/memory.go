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
			return notUnder(name, x.Memory)
		}
		return explore(x)
	}
}

// NoCommuting is the error of an algorithm that does not know that updates commute, where they do.
func NoCommuting(name string, m model.Memory) error {
	if m == model.CommutingSC {
		return notUnder(name, m)
	}
	return nil
}

func notUnder(name string, m model.Memory) error {
	return fmt.Errorf("%s does not explore under %v: choose another algorithm, or the memory model sc", name, m)
}

// RefusedError is that for a program with operations that an algorithm does not explore under a memory model.
type RefusedError struct{ Memory model.Memory }

func (e *RefusedError) Error() string {
	operations, or := "an Await or a When", ", or the memory model sc"
	switch e.Memory {
	case model.SC:
		or = ""
	case model.GenMCTSO:
		operations = "an Await, a When or a CompareAndSwap"
	case model.CommutingSC:
		operations = "an Await or a When of a variable that an Apply changes"
	}
	return fmt.Sprintf("the program has %s, which the algorithm does not explore under %v: choose another algorithm%s", operations, e.Memory, or)
}

// GuardsRefused is the error for a program with an Await or a When where an algorithm has NoGuards, or with another
// operation for which model.Machine.Guarded is true; nil where updates commute, unless the variable waited for is one
// that they change.
func (s *Session) GuardsRefused() error {
	if s.Memory == model.CommutingSC && !s.machine.WaitsForApplied() {
		return nil
	}
	return &RefusedError{s.Memory}
}
