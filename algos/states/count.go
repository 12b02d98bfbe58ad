package states

import (
	"context"
	"encoding/binary"
	"errors"
	"math/big"
	"math/bits"
	"math/rand/v2"

	"dporbench/model"
	"dporbench/model/event"
)

// Counted is a number of classes.
type Counted struct {
	Classes *big.Int
	Nodes   int64 // pairs of a state and a sleep set
	Passes  int
	Unknown string // why there is no number; "" if there is one
}

// Random executions show the accesses of threads, before states are visited: at least the first of these numbers, until the second in a row have
// shown nothing new, and at most the third.
const (
	fewestWalks = 100
	quietWalks  = 500
	mostWalks   = 3000
)

// Count returns the exact number of classes of maximal executions of p: by happens-before, as an algorithm visits them that visits each
// class once. Errors are as from [Decide]; where states form a cycle, or a limit is reached, there is no number.
func Count(ctx context.Context, p *model.Program, o Options) (Counted, error) {
	o.FinalVerdicts = true // which do not matter
	s, err := newSearch(ctx, p, o)
	if err != nil {
		return Counted{}, err
	}
	defer s.Close()
	if s.program.PostsCommute(o.Memory) {
		return Counted{}, &Refused{"posts of semaphores commute, so classes are not counted by the events that depend on each other"}
	}
	defer s.program.Explored()
	s.reduced = true
	if err := s.walk(); err != nil {
		return s.uncounted(Counted{}, err)
	}
	return s.countAll()
}

// countAll counts until a pass shows nothing new.
func (s *search) countAll() (c Counted, err error) {
	for {
		news := s.classes.news
		n := counting{search: s}
		s.assume()
		s.table.clear()
		all, err := n.below(0)
		c.Nodes, c.Passes = int64(s.table.len()), c.Passes+1
		switch {
		case errors.Is(err, errRefuted):
			s.Reset()
			continue
		case err != nil:
			return s.uncounted(c, err)
		case s.classes.news == news:
			c.Classes = all.big()
			return c, nil
		}
	}
}

// uncounted returns why there is no number.
func (s *search) uncounted(c Counted, err error) (Counted, error) {
	switch {
	case errors.Is(err, errCyclic):
		c.Unknown = "executions can be arbitrarily long"
	case s.isInterrupted(err):
		c.Unknown = s.result.Unknown
	default:
		return c, err
	}
	return c, nil
}

// walk runs random executions.
func (s *search) walk() error {
	random := rand.New(rand.NewPCG(1, 1))
	last, most := 0, mostInWalk // last is the walk that has shown something new
	if s.options.MaxSteps > 0 {
		most = min(most, s.options.MaxSteps-1)
	}
	for n := range mostWalks {
		if n >= fewestWalks && n > last+quietWalks {
			break
		}
		news := s.classes.news
		if err := s.Walk(random, 2, most, MostThreads); err != nil {
			return err
		}
		for s.Len() > 0 {
			for t := range event.ThreadID(s.Threads()) {
				s.classOf(t)
			}
			s.Undo()
		}
		if s.classes.news > news {
			last = n
		}
		if s.ctx.Err() != nil {
			return nil
		}
	}
	return nil
}

// mostInWalk bounds the events of a random execution.
const mostInWalk = 2_000

// counting is a pass.
type counting struct {
	*search
	numbers []kept // by node
	large   []*big.Int
}

// kept is a number of classes as nodes keep it: itself or, with the highest bit, its place among large ones.
type kept uint64

const (
	isLarge kept = 1 << 63
	pending      = ^kept(0) // it is being counted
)

func (c *counting) keep(n number) kept {
	if n.large == nil && kept(n.small) < isLarge {
		return kept(n.small)
	}
	c.large = append(c.large, n.big())
	return isLarge | kept(len(c.large)-1)
}

func (c *counting) number(k kept) number {
	if k&isLarge != 0 {
		return number{large: c.large[k&^isLarge]}
	}
	return number{small: uint64(k)}
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
	node, known := c.table.find(c.key)
	if known {
		if c.numbers[node] == pending {
			return sum, errCyclic
		}
		return c.number(c.numbers[node]), nil
	}
	if err := c.checkLimits(); err != nil {
		return sum, err
	}
	c.numbers = append(c.numbers, pending)
	if set == 0 {
		sum.small = 1
	}
	for todo := set &^ sleep; todo != 0; todo &= todo - 1 {
		t := event.ThreadID(bits.TrailingZeros64(todo))
		e, _ := c.Next(t)
		asleep := c.staysAsleep(sleep, e)
		for choice := range c.Values(t) {
			more, err := c.after(t, choice, asleep)
			if err != nil {
				return sum, err
			}
			sum = sum.plus(more)
		}
		sleep |= 1 << t
	}
	c.numbers[node] = c.keep(sum)
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
