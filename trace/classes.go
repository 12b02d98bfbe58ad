package trace

import (
	"dporbench/model"
	"dporbench/model/equivalence"
	"dporbench/model/memory"
	"dporbench/model/preemption"
	"dporbench/model/stack"
)

// Classes counts a set of executions, one of each class, by coarser measures.
type Classes struct {
	Observed    int64   // classes of what reads see of the order of writes; see package equivalence,
	ReadsFrom   int64   // of which write each read reads from,
	Lazy        int64   // of the order of accesses alone, without that of critical sections,
	Values      int64   // and of the values that are read
	Preemptions []int64 // by n: how many classes need n preemptions
	Unknown     int64   // classes too large to determine that
}

// ClassCounter counts Classes. The executions must be of one exploration. It must be closed.
type ClassCounter struct {
	Classes
	fewest  *preemption.Counter
	coarser []coarser
}

// NewClassCounter returns a counter of no executions of p.
func NewClassCounter(p *model.Program) (*ClassCounter, error) {
	fewest, err := preemption.NewCounter(p)
	if err != nil {
		return nil, err
	}
	c := &ClassCounter{fewest: fewest}
	for by, n := range map[equivalence.Equivalence]*int64{equivalence.Observed: &c.Observed, equivalence.ReadsFrom: &c.ReadsFrom, equivalence.Lazy: &c.Lazy, equivalence.Values: &c.Values} {
		c.coarser = append(c.coarser, coarser{by.NewKeyer(p, memory.SC), n, map[string]struct{}{}})
	}
	return c, nil
}

// coarser are the classes of an equivalence so far.
type coarser struct {
	keyer *equivalence.Keyer
	n     *int64
	seen  map[string]struct{}
}

func (c coarser) add(e *model.Execution) error {
	key, err := c.keyer.Key(e.Events())
	if _, known := c.seen[key]; !known {
		c.seen[key] = struct{}{}
		*c.n++
	}
	return err
}

// Close frees what the counter holds. The counts stay.
func (c *ClassCounter) Close() {
	c.fewest.Close()
	for _, counted := range c.coarser {
		counted.keyer.Close()
	}
}

// Add counts an execution.
func (c *ClassCounter) Add(e *model.Execution) error {
	for _, counted := range c.coarser {
		if err := counted.add(e); err != nil {
			return err
		}
	}
	_, preemptions, ok, err := c.fewest.Fewest(e.Events())
	if err != nil {
		return err
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
