package samplers

import (
	"fmt"
	"slices"
	"strings"

	"dporbench/model/event"
	"dporbench/model/machine"
)

// RFF is a fuzzer of schedules. An abstract schedule asks that some reads read from certain writes, and that others do
// not. Executions are steered towards one (see rff_steer.go). A schedule whose execution shows a pair of a write and a
// read that was not known is kept, and is varied later on: the more often, the rarer what it showed.
//
// Source: Wolff et al., Greybox Fuzzing for Concurrency Testing, ASPLOS 2024, with the power schedule that it takes
// from AFLFast (Böhme, Pham, Roychoudhury, CCS 2016: cut-off exponential). Unlocking writes a mutex and locking reads it.
type RFF struct {
	corpus  []*schedule
	known   []pair // in the order in which they were found
	isKnown map[pair]bool
	shown   map[string]int
	runs    int
	varied  int // in corpus
	energy  int // how often it is still varied

	current schedule
	running bool
	execution
}

// pair is a write and a read that reads from it.
type pair struct {
	write, read access
	object      object
}

// access is the abstract event of a read or a write: all of a kind that a line of the source does, in any thread, or
// the n-th event of a thread if the line is not known. The zero value stands for the initial value of a variable.
type access struct {
	kind  event.Kind
	place string

	thread event.ThreadID
	index  int32
}

// constraint is a pair that should be, or not.
type constraint struct {
	pair
	not bool
}

// schedule is an abstract schedule.
type schedule struct {
	constraints []constraint
	shows       string // the pairs of the execution that it was kept for
	chosen      int    // how often it has been varied
}

// most bounds the energy of a schedule, and how many constraints it may have.
const (
	mostEnergy      = 64
	mostConstraints = 16
)

// Begin implements [Sampler]. It takes stock of the execution before, and chooses the next schedule.
func (s *RFF) Begin(d Dice) {
	if s.isKnown == nil {
		s.isKnown, s.shown = map[pair]bool{}, map[string]int{}
		s.corpus = []*schedule{{}}
	}
	if s.running {
		s.learn()
	}
	s.execution.begin()
	s.running, s.runs = true, s.runs+1
	for tries := 0; s.energy == 0; tries++ {
		s.varied = (s.varied + 1) % len(s.corpus)
		s.energy = s.energyOf(s.corpus[s.varied])
		if tries > len(s.corpus) {
			s.energy = 1
		}
	}
	s.energy--
	s.current = s.mutate(*s.corpus[s.varied], d)
}

// learn keeps the schedule of the last execution if that has shown a new pair.
func (s *RFF) learn() {
	found := false
	shows, pairs := s.execution.shows()
	for _, p := range pairs {
		if !s.isKnown[p] {
			found, s.isKnown[p] = true, true
			s.known = append(s.known, p)
		}
	}
	s.shown[shows]++
	if found {
		s.corpus = append(s.corpus, &schedule{constraints: s.current.constraints, shows: shows})
	}
}

// energyOf is how often a schedule is to be varied: not at all if what it showed is shown more often than others are
// on average, or else twice as often as the last time.
func (s *RFF) energyOf(c *schedule) int {
	if len(s.shown) > 0 && s.shown[c.shows]*len(s.shown) > s.runs {
		return 0
	}
	c.chosen++
	return min(1<<min(c.chosen-1, 30), mostEnergy)
}

// mutate returns a schedule that is like c but for a constraint: a new one, one that is replaced, left out, or negated.
func (s *RFF) mutate(c schedule, d Dice) schedule {
	c = schedule{constraints: slices.Clone(c.constraints)}
	if len(s.known) == 0 {
		return c
	}
	random := func() constraint { return constraint{s.known[d.Roll(len(s.known))], d.Roll(2) == 1} }
	if len(c.constraints) == 0 {
		c.constraints = append(c.constraints, random())
		return c
	}
	i := d.Roll(len(c.constraints))
	switch d.Roll(4) {
	case 0:
		if len(c.constraints) < mostConstraints {
			c.constraints = append(c.constraints, random())
		}
	case 1:
		c.constraints[i] = random()
	case 2:
		c.constraints = slices.Delete(c.constraints, i, i+1)
	case 3:
		c.constraints[i].not = !c.constraints[i].not
	}
	return c
}

// Next implements [Sampler].
func (s *RFF) Next(m *machine.Machine, enabled []event.ThreadID, d Dice) event.ThreadID {
	best, highest := event.NoThread, 0.0
	for _, t := range enabled {
		p := priorityOf(&s.pos.priorities, t)
		if *p == unknown {
			*p = d.Priority()
		}
		e, _ := m.Next(t)
		if steered := *p + s.steer(s.current.constraints, e, m.NextPlace(t)); best == event.NoThread || steered > highest {
			best, highest = t, steered
		}
	}
	return best
}

// Done implements [Sampler].
func (s *RFF) Done(m *machine.Machine, e event.Event) { s.execution.done(m, e) }

// shows are the pairs of the execution, as one word and as a list that is always in the same order.
func (x *execution) shows() (word string, pairs []pair) {
	words := map[pair]string{}
	for p := range x.pairs {
		words[p] = fmt.Sprint(p)
		pairs = append(pairs, p)
	}
	slices.SortFunc(pairs, func(p, q pair) int { return strings.Compare(words[p], words[q]) })
	for _, p := range pairs {
		word += words[p]
	}
	return word, pairs
}

// begin forgets the execution before.
func (x *execution) begin() {
	x.pos.Begin(nil)
	if x.last == nil {
		x.last, x.executed, x.pairs = map[object]access{}, map[access]bool{}, map[pair]bool{}
	}
	clear(x.pairs)
	clear(x.last)
	clear(x.executed)
	x.executed[access{}] = true
}
