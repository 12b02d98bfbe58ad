package trace

import (
	"math"

	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/machine"
	"dporbench/model/order"
	"dporbench/model/stack"
)

// Classes counts a set of executions, one of each class, by coarser measures.
type Classes struct {
	ReadsFrom   int64   // reads-from classes: of executions that agree on what each read reads
	Preemptions []int64 // by n: how many classes need n preemptions
	Unknown     int64   // classes too large to determine that
}

// ClassCounter counts Classes. The executions must be of one exploration. It must be closed.
type ClassCounter struct {
	Classes
	machine *machine.Machine
	program *model.Program
	keyer   order.Keyer
	key     []byte
	seen    map[string]struct{}
}

// NewClassCounter returns a counter of no executions of p.
func NewClassCounter(p *model.Program) (*ClassCounter, error) {
	m, err := machine.New(p, behaviour.Limits{})
	if err != nil {
		return nil, err
	}
	return &ClassCounter{machine: m, program: p, seen: map[string]struct{}{}}, nil
}

// Close frees what the counter holds. The counts stay.
func (c *ClassCounter) Close() { c.machine.Close() }

// Add counts an execution.
func (c *ClassCounter) Add(e *model.Execution) error {
	c.key = c.keyer.AppendReadsFrom(c.key[:0], e.Events())
	if _, known := c.seen[string(c.key)]; !known {
		c.seen[string(c.key)] = struct{}{}
		c.ReadsFrom++
	}
	c.machine.Reset()
	s, err := newSwitches(c.machine, newNumbers(c.program), e.Events())
	if err != nil {
		return err
	}
	_, preemptions, ok := s.search(math.MaxInt)
	if s.err != nil {
		return s.err
	}
	if !ok {
		c.Unknown++
		return nil
	}
	*stack.At(&c.Preemptions, preemptions)++
	return nil
}

// Within are the classes with at most 0, 1, ... preemptions.
func (c Classes) Within() (all []int64) {
	sum := int64(0)
	for _, n := range c.Preemptions {
		sum += n
		all = append(all, sum)
	}
	return all
}
