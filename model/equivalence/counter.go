package equivalence

import (
	"crypto/sha256"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
)

// Counter counts the classes of executions of one program by several equivalences. It must be closed.
type Counter struct{ counted []counted }

// counted holds the classes of an equivalence so far, by the SHA-256 of their keys.
type counted struct {
	keyer *Keyer
	seen  map[[sha256.Size]byte]struct{}
}

// NewCounter returns a counter for executions of p under a memory model.
func NewCounter(p *model.Program, m memory.Model, by []Equivalence) *Counter {
	c := &Counter{}
	for _, q := range by {
		c.counted = append(c.counted, counted{q.NewKeyer(p, m), map[[sha256.Size]byte]struct{}{}})
	}
	return c
}

// Add counts an execution. It returns an error if the events are not one.
func (c *Counter) Add(events []event.Event) error {
	for _, q := range c.counted {
		key, err := q.keyer.Key(events)
		if err != nil {
			return err
		}
		q.seen[sha256.Sum256([]byte(key))] = struct{}{}
	}
	return nil
}

// Count returns the number of classes by q, or 0 if q is not counted.
func (c *Counter) Count(q Equivalence) int64 {
	for _, counted := range c.counted {
		if counted.keyer.by == q {
			return int64(len(counted.seen))
		}
	}
	return 0
}

// Close frees the memory of the counter. The counts stay.
func (c *Counter) Close() {
	for _, q := range c.counted {
		q.keyer.Close()
	}
}
