package samplers

import (
	"encoding/binary"
	"slices"

	"dporbench/model/event"
	"dporbench/model/machine"
)

// RFF is a fuzzer of schedules. An abstract schedule asks some reads to read from certain writes, and others not to.
// Executions are steered towards one (see rff_steer.go). A schedule whose execution shows a new pair of a write and a
// read is kept, and varied later on: the rarer the pairs it showed, the more often.
//
// Source: Wolff et al., Greybox Fuzzing for Concurrency Testing, ASPLOS 2024, with the power schedule that it takes
// from AFLFast (Böhme, Pham, Roychoudhury, CCS 2016: cut-off exponential). Unlocking writes a mutex and locking reads it.
type RFF struct {
	corpus  []*schedule
	numbers map[pair]int   // of pairs that executions have shown
	shown   map[string]int // how many executions have shown these pairs, by the pairs' numbers
	runs    int
	varied  int // in corpus
	energy  int // how many more times it is varied

	current schedule
	running bool
	execution

	found []int  // scratch of learn
	word  []byte // scratch of learn
}

// pair is a write and a read that reads from it.
type pair struct {
	write, read access
	object      object
}

// access is the abstract event of a read or a write: all events of a kind at a line of the source, in any thread, or
// the n-th event of a thread if the line is not known. The zero value stands for the initial value of a variable.
type access struct {
	kind  event.Kind
	place string

	thread event.ThreadID
	index  int32
}

// constraint is a pair that should occur, or should not.
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

// Bounds on how often a schedule is varied in a row, and on how many constraints it has.
const (
	mostEnergy      = 64
	mostConstraints = 16
)

// Begin implements [Sampler]. It evaluates the previous execution, and chooses the next schedule.
func (s *RFF) Begin(d Dice) {
	if s.numbers == nil {
		s.numbers, s.shown = map[pair]int{}, map[string]int{}
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
	before := len(s.numbers)
	s.found = s.found[:0]
	for _, p := range s.pairs {
		if !s.possible.is[p] {
			continue
		}
		n, known := s.numbers[p]
		if !known {
			n = len(s.numbers)
			s.numbers[p] = n
		}
		s.found = append(s.found, n)
	}
	slices.Sort(s.found)
	s.word = s.word[:0]
	for _, n := range s.found {
		s.word = binary.AppendUvarint(s.word, uint64(n))
	}
	s.shown[string(s.word)]++
	if len(s.numbers) > before {
		s.corpus = append(s.corpus, &schedule{constraints: s.current.constraints, shows: string(s.word)})
	}
}

// energyOf is how often a schedule is to be varied: not at all if its pairs are shown more often than others are
// on average, or else twice as often as the last time.
func (s *RFF) energyOf(c *schedule) int {
	if len(s.shown) > 0 && s.shown[c.shows]*len(s.shown) > s.runs {
		return 0
	}
	c.chosen++
	return min(1<<min(c.chosen-1, 30), mostEnergy)
}

// mutate returns a copy of c with one constraint added, replaced, left out, or negated.
func (s *RFF) mutate(c schedule, d Dice) schedule {
	c = schedule{constraints: slices.Clone(c.constraints)}
	pairs := s.possible.pairs
	if len(pairs) == 0 {
		return c
	}
	random := func() constraint { return constraint{pairs[d.Roll(len(pairs))], d.Roll(2) == 1} }
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

// begin forgets the previous execution.
func (x *execution) begin() {
	x.pos.Begin(nil)
	if x.last == nil {
		x.last, x.executed, x.isPair = map[object]access{}, map[access]bool{}, map[pair]bool{}
	}
	x.pairs = x.pairs[:0]
	clear(x.isPair)
	clear(x.last)
	clear(x.executed)
	x.executed[access{}] = true
}
