package trace

import (
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/machine"
	"dporbench/model/order"
)

// Classes is what a set of executions, one of each class, comes to in coarser measures.
type Classes struct {
	ReadsFrom   int64   // classes of those that agree on what each read reads: reads-from classes
	Preemptions []int64 // how many classes have at least so many preemptions, from 0
	Unknown     int64   // classes that are too large to find that out
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

// Close frees what the counter holds. What it has counted stays.
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
	_, preemptions, ok := s.search()
	if !ok {
		c.Unknown++
		return nil
	}
	for len(c.Preemptions) <= preemptions {
		c.Preemptions = append(c.Preemptions, 0)
	}
	c.Preemptions[preemptions]++
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
