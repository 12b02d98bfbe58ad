package states

import (
	"context"
	"encoding/binary"
	"errors"
	"fmt"
	"math/big"
	"math/bits"
	"sync"

	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/model/stack"
)

// Counted is a number of classes.
type Counted struct {
	Classes *big.Int
	Nodes   int64 // pairs of a state and a sleep set
	Doubt   Doubt // about nodes
	Passes  int
	Unknown string // why there is no number; "" if there is one
}

// Count returns the exact number of classes of maximal executions of p: by happens-before, as an algorithm visits them that visits each
// class once. Errors are as from [Decide]; where states form a cycle, or a limit is reached, there is no number.
func Count(ctx context.Context, p *model.Program, o Options) (Counted, error) {
	o.FinalVerdicts = true // which do not matter
	m, err := newTeam(ctx, p, o)
	if err != nil {
		return Counted{}, err
	}
	defer m.Close()
	m.histories = nil // nor do these
	if o.Memory != memory.SC {
		return Counted{}, &Refused{fmt.Sprintf("classes are counted under sc, not under %v, where happens-before is more than pairs of dependent events", o.Memory)}
	}
	if m.program.PostsCommute(o.Memory) {
		return Counted{}, &Refused{"posts of semaphores commute, so classes are not counted by the events that depend on each other"}
	}
	defer m.program.Explored()
	m.reduced = true
	if err := m.each((*search).walk); err != nil {
		return m.uncounted(Counted{}, err)
	}
	return m.countAll()
}

// countAll counts until a pass shows nothing new.
func (m *team) countAll() (c Counted, err error) {
	for {
		news := m.classes.news.Load()
		m.begin()
		all, err := m.countOnce()
		c.Nodes, c.Passes, c.Doubt = int64(m.table.len()), c.Passes+1, m.table.doubt()
		switch {
		case errors.Is(err, errRefuted):
			continue
		case err != nil:
			return m.uncounted(c, err)
		case m.classes.news.Load() == news:
			c.Classes = all.big()
			return c, nil
		}
	}
}

// countOnce is a pass.
func (m *team) countOnce() (all number, err error) {
	var once sync.Once // the first worker that is done; all find the same number
	err = m.each(func(s *search) error {
		n := counting{search: s}
		sum, err := n.below(0)
		if err == nil {
			once.Do(func() { all = sum })
		}
		return err
	})
	if err == nil && m.workers[0].takesForSymmetric() {
		err = errRefuted
	}
	return all, err
}

// uncounted returns why there is no number.
func (m *team) uncounted(c Counted, err error) (Counted, error) {
	switch {
	case errors.Is(err, errCyclic):
		c.Unknown = "executions can be arbitrarily long"
	case m.isInterrupted(err):
		c.Unknown = m.result.Unknown
	default:
		return c, err
	}
	return c, nil
}

// counting is a pass of a worker.
type counting struct {
	*search
	open []bool // the nodes that it is counting, by number
}

// larges are numbers of classes that are kept apart.
type larges struct {
	mu  sync.Mutex
	all []*big.Int
}

// isLarge is part of the fact of a node whose number of classes is kept apart: the rest is its place there. Other facts are 1 + the number.
const isLarge fact = 1 << 63

func (l *larges) factOf(n number) fact {
	if n.large == nil && n.small < uint64(isLarge)-1 {
		return fact(n.small) + 1
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.all = append(l.all, n.big())
	return isLarge | fact(len(l.all)-1)
}

func (l *larges) number(f fact) number {
	if f&isLarge == 0 {
		return number{small: uint64(f) - 1}
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	return number{large: l.all[f&^isLarge]}
}

// number is a number of classes. Few are large.
type number struct {
	small uint64
	large *big.Int // in place of small, or nil
}

func (n number) big() *big.Int {
	if n.large != nil {
		return n.large
	}
	return new(big.Int).SetUint64(n.small)
}

func (n number) plus(m number) number {
	sum, carry := bits.Add64(n.small, m.small, 0)
	if n.large == nil && m.large == nil && carry == 0 {
		return number{small: sum}
	}
	return number{large: new(big.Int).Add(n.big(), m.big())}
}

// below counts the classes that continue the current execution, except those in which a thread that sleeps moves before an event that depends
// on it.
func (c *counting) below(sleep uint64) (sum number, err error) {
	from := c.Len()
	defer func() {
		for err == nil && c.Len() > from {
			c.Undo()
		}
	}()
	set, sleep, err := c.advance(sleep)
	switch {
	case err != nil:
		return sum, err
	case c.takesForSymmetric():
		return sum, errRefuted
	}
	c.symmetry.asleep = sleep
	c.key = binary.AppendUvarint(c.stateKey(), c.rename(sleep))
	if c.stopped.Load() {
		return sum, errStopped
	}
	node, _, counted := c.table.find(c.key)
	switch open := stack.At(&c.open, int(node)); {
	case counted != 0:
		return c.larges.number(counted), nil
	case *open:
		return sum, errCyclic
	default:
		*open = true
	}
	if err := c.checkLimits(nil); err != nil {
		return sum, err
	}
	if set == 0 {
		sum.small = 1
	}
	all := set &^ sleep // each sleeps where those after it continue, by their numbers
	for todo := all; todo != 0; {
		t := c.nextOf(node, todo)
		todo &^= 1 << t
		e, _ := c.Next(t)
		asleep := c.staysAsleep(sleep|all&(1<<t-1), e)
		for choice := range c.Values(t) {
			more, err := c.after(t, choice, asleep)
			if err != nil {
				return sum, err
			}
			sum = sum.plus(more)
		}
	}
	c.table.note(node, c.larges.factOf(sum))
	return sum, nil
}

// after counts the classes that begin with an event of t.
func (c *counting) after(t event.ThreadID, choice int32, sleep uint64) (number, error) {
	c.Choose(choice)
	if err := c.move(t); err != nil {
		return number{}, err
	}
	n, err := c.below(sleep)
	if err == nil {
		c.Undo()
	}
	return n, err
}

// mostAlone bounds how many events are executed between two states that are looked up.
const mostAlone = 1000

// advance executes the events that all continuations begin with, and returns the threads that continue the state after them, and the threads that
// still sleep there.
func (c *counting) advance(sleep uint64) (set, asleep uint64, err error) {
	for range mostAlone {
		if set, err = c.continuing(sleep); err != nil || set == 0 || set&(set-1) != 0 || set&sleep != 0 {
			return set, sleep, err
		}
		t := event.ThreadID(bits.TrailingZeros64(set))
		if c.Values(t) > 1 {
			break
		}
		e, _ := c.Next(t)
		sleep = c.staysAsleep(sleep, e)
		if err := c.move(t); err != nil {
			return set, sleep, err
		}
	}
	set, err = c.continuing(sleep)
	return set, sleep, err
}

// continuing returns a persistent set of enabled threads.
func (c *counting) continuing(sleep uint64) (set uint64, err error) {
	enabled, err := c.enabled()
	if err != nil {
		return 0, err
	}
	for t := range event.ThreadID(c.Threads()) {
		c.classOf(t)
	}
	if enabled&(enabled-1) != 0 {
		return c.sets.smallest(c.search, enabled, sleep), nil
	}
	return enabled, nil
}

// staysAsleep returns the threads that stay asleep after e.
func (s *search) staysAsleep(sleep uint64, e event.Event) (asleep uint64) {
	for rest := sleep; rest != 0; rest &= rest - 1 {
		u := event.ThreadID(bits.TrailingZeros64(rest))
		if f, ok := s.Next(u); ok && !event.Dependent(e, f) {
			asleep |= 1 << u
		}
	}
	return asleep
}
