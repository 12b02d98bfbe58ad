package algos

import (
	"fmt"

	"dporbench/model/memory"
)

// NoCommuting returns the error of an algorithm that does not support commuting updates, nil if under m updates do
// not commute.
func NoCommuting(m memory.Model) error {
	if m.UpdatesCommute() {
		return notUnder(m)
	}
	return nil
}

// NoBuffers returns the error of an algorithm that does not support store buffers, nil if m has none.
func NoBuffers(m memory.Model) error {
	if m.Buffers() {
		return notUnder(m)
	}
	return nil
}

func notUnder(m memory.Model) error {
	return fmt.Errorf("the algorithm does not explore under %v: choose another algorithm, or the memory model sc", m)
}

// RefusedError is the error for a program with operations that an algorithm does not explore under a memory model or
// within a bound of preemptions, or for a question to which executions of one class may have different answers.
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
	switch {
	case e.Memory == memory.SC:
		or = ""
	case e.Memory.UpdatesCommute():
		operations = "an Await or a When of a variable that an Apply changes"
	}
	return fmt.Sprintf("the program has %s, which the algorithm does not explore under %v: choose another algorithm%s", operations, e.Memory, or)
}
