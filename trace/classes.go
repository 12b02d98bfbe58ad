package trace

import (
	"math"

	"dporbench/model"
	"dporbench/model/equivalence"
	"dporbench/model/memory"
	"dporbench/model/preemption"
	"dporbench/model/stack"
)

// ClassCounter counts a set of executions, one of each class of happens-before, by the coarser equivalences and by how many
// preemptions they need. The executions must be of one exploration. It must be closed.
type ClassCounter struct {
	*equivalence.Counter
	Preemptions []int64 // by n: the number of classes that need n preemptions
	Unknown     int64   // classes too large to determine that
	fewest      *preemption.Counter
}

// NewClassCounter returns a counter for executions of p.
func NewClassCounter(p *model.Program) (*ClassCounter, error) {
	fewest, err := preemption.NewCounter(p)
	if err != nil {
		return nil, err
	}
	return &ClassCounter{Counter: equivalence.NewCounter(p, memory.SC, equivalence.All()[1:]), fewest: fewest}, nil
}

// Close frees the resources of the counter. The counts stay.
func (c *ClassCounter) Close() {
	c.fewest.Close()
	c.Counter.Close()
}

// Add counts an execution.
func (c *ClassCounter) Add(e *model.Execution) error {
	if err := c.Counter.Add(e.Events()); err != nil {
		return err
	}
	f, err := c.fewest.Fewest(math.MaxInt, e.Events())
	if err != nil {
		return err
	}
	if !f.Found {
		c.Unknown++
		return nil
	}
	*stack.At(&c.Preemptions, f.Preemptions)++
	return nil
}

// Within returns the numbers of classes with at most 0, 1, ... preemptions.
func (c *ClassCounter) Within() (all []int64) {
	sum := int64(0)
	for _, n := range c.Preemptions {
		sum += n
		all = append(all, sum)
	}
	return all
}
