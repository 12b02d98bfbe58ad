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

// RefusedError is the error for a program with operations that an algorithm does not explore under a memory model, or
// within a bound of preemptions, or for a question that executions of its classes do not answer.
type RefusedError struct {
	Memory   memory.Model
	Bounded  bool
	Question string // or ""
}

func (e *RefusedError) Error() string {
	if e.Question != "" {
		return fmt.Sprintf("%s depends on the order of events, which is not the same in all executions of a class of this algorithm: choose another algorithm", e.Question)
	}
	if e.Bounded {
		return "the program has an Await or a When, which the algorithm does not explore within a bound of preemptions: choose another algorithm, or no bound"
	}
	operations, or := "an Await or a When", ", or the memory model sc"
	switch e.Memory {
	case memory.SC:
		or = ""
	case memory.CommutingSC:
		operations = "an Await or a When of a variable that an Apply changes"
	}
	return fmt.Sprintf("the program has %s, which the algorithm does not explore under %v: choose another algorithm%s", operations, e.Memory, or)
}

// NeedsOrder is the error, where the executions of a class differ in the order of dependent events, for a question
// whose answer may differ with it.
func (s *Session) NeedsOrder(question string) error {
	if s.Coarser {
		return &RefusedError{Question: question}
	}
	return nil
}

// GuardsRefused is the error for a program with an Await or a When where an algorithm has NoGuards; nil where updates
// commute, unless the variable waited for is one that they change.
func (s *Session) GuardsRefused() error {
	if s.Memory == memory.CommutingSC && !s.machine.WaitsForApplied() {
		return nil
	}
	_, bounded := s.Bound().Limit()
	return &RefusedError{Memory: s.Memory, Bounded: bounded}
}
