package algos

import (
	"fmt"

	"dporbench/model/memory"
)

// OnlySC is explore for an algorithm that supports only sequential consistency: other memory models are
// an error.
func OnlySC(explore func(x *Exploration) error) func(x *Exploration) error {
	return func(x *Exploration) error {
		if x.Memory != memory.SC {
			return notUnder(x.Memory)
		}
		return explore(x)
	}
}

// NoCommuting is the error, where updates commute, of an algorithm that does not support this.
func NoCommuting(m memory.Model) error {
	if m == memory.CommutingSC {
		return notUnder(m)
	}
	return nil
}

// NoBuffers is the error, where Stores are buffered, of an algorithm that does not support this.
func NoBuffers(m memory.Model) error {
	if m.Buffers() {
		return notUnder(m)
	}
	return nil
}

func notUnder(m memory.Model) error {
	return fmt.Errorf("the algorithm does not explore under %v: choose another algorithm, or the memory model sc", m)
}

// RefusedError is the error for a program with operations that an algorithm does not explore under a memory model.
type RefusedError struct{ Memory memory.Model }

func (e *RefusedError) Error() string {
	operations, or := "an Await or a When", ", or the memory model sc"
	switch e.Memory {
	case memory.SC:
		or = ""
	case memory.CommutingSC:
		operations = "an Await or a When of a variable that an Apply changes"
	}
	return fmt.Sprintf("the program has %s, which the algorithm does not explore under %v: choose another algorithm%s", operations, e.Memory, or)
}

// GuardsRefused is the error for a program with an Await or a When where an algorithm has NoGuards; nil where updates
// commute, unless the variable waited for is one that they change.
func (s *Session) GuardsRefused() error {
	if s.Memory == memory.CommutingSC && !s.machine.WaitsForApplied() {
		return nil
	}
	return &RefusedError{s.Memory}
}
