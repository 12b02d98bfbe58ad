package samplers

import (
	"cmp"
	"context"
	"encoding/binary"
	"errors"
	"slices"
	"sort"

	"dporbench/algos"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/order"
)

// Class is a class of executions.
type Class struct {
	Key         string // its canonical key
	Outcome     model.Outcome
	Probability float64 // of drawing an execution of it
}

// ErrTooLarge is returned by Exact if it needs more configurations than allowed.
var ErrTooLarge = errors.New("the program has too many configurations for an exact distribution")

// Exact calculates the probability with which s draws an execution of each class. Classes that it never draws are
// left out; the others are sorted by key. Of the options, MaxSteps and Memory are used. most bounds the
// configurations.
//
// The continuations of a prefix of an execution depend only on its class and on the state of the sampler, so prefixes
// that share both are one configuration, with the sum of their probabilities. They are followed event by event, in all
// ways in which the dice can fall.
func Exact(ctx context.Context, o algos.Options, p *model.Program, s Independent, most int) ([]Class, error) {
	classes, err := exactly(ctx, o, p, s, most, false)
	if errors.Is(err, errDrawsOn) {
		return exactly(ctx, o, p, s, most, true)
	}
	return classes, err
}

// errDrawsOn means that priorities were drawn after the priorities to compare them with had been forgotten.
var errDrawsOn = errors.New("priorities are drawn after others have been forgotten")

func exactly(ctx context.Context, o algos.Options, p *model.Program, s Independent, most int, keepsAll bool) ([]Class, error) {
	m, err := machine.New(p, behaviour.Limits{MaxSteps: o.MaxSteps, Memory: o.Memory, Interrupt: func() error { return context.Cause(ctx) }})
	if err != nil {
		return nil, err
	}
	defer m.Close()
	x := &exact{Machine: m, program: p, keyer: order.NewKeyer((*front.Program)(p)), left: most, keepsAll: keepsAll, classes: map[string]*Class{}}
	level := x.begin(s.Copy())
	for len(level) > 0 {
		if level, err = x.next(level); err != nil {
			return nil, err
		}
	}
	all := make([]Class, 0, len(x.classes))
	for _, c := range x.classes {
		all = append(all, *c)
	}
	slices.SortFunc(all, func(a, b Class) int { return cmp.Compare(a.Key, b.Key) })
	return all, nil
}

type exact struct {
	*machine.Machine
	program *model.Program
	keyer   *order.Keyer
	left    int // how many more configurations there may be
	classes map[string]*Class

	// keepsAll says that priorities that are no longer compared are kept for those to come: how many of them lie between
	// compared ones affects where a later one falls. Without them there are far fewer configurations, which is all right as
	// long as none is drawn later.
	keepsAll bool

	live    []float64 // scratch of add
	dice    fork
	enabled []event.ThreadID
	key     []byte
	way     []*configuration
}

// configuration is a class of prefixes with a state of the sampler.
type configuration struct {
	parent      *configuration // of one prefix of it
	thread      event.ThreadID // that does the last event
	choice      int32
	depth       int // how many events it has
	sampler     Independent
	drawn       []float64 // priorities that the dice must keep
	forgotten   bool      // some that have been drawn are not among them
	probability float64
}

// begin returns the configurations without events.
func (x *exact) begin(s Independent) (level []*configuration) {
	merged := map[string]*configuration{}
	for x.dice.begin(nil); ; {
		c := s.Copy()
		c.Begin(&x.dice)
		level = x.add(level, merged, configuration{sampler: c, probability: x.dice.probability})
		if !x.dice.next() {
			return level
		}
	}
}

// next returns the configurations with one more event.
func (x *exact) next(level []*configuration) (longer []*configuration, err error) {
	merged := map[string]*configuration{}
	for _, c := range level {
		if x.left < 0 {
			return nil, ErrTooLarge
		}
		if err := x.goTo(c); err != nil {
			return nil, err
		}
		if x.enabled = x.AppendEnabled(x.enabled[:0]); len(x.enabled) == 0 {
			x.end(c)
			continue
		}
		if longer, err = x.expand(c, longer, merged); err != nil {
			return nil, err
		}
		c.sampler, c.drawn = nil, nil
	}
	return longer, nil
}

// expand appends the configurations that c leads to.
func (x *exact) expand(c *configuration, longer []*configuration, merged map[string]*configuration) ([]*configuration, error) {
	for x.dice.begin(c.drawn); ; {
		s := c.sampler.Copy()
		next := configuration{parent: c, depth: c.depth + 1, forgotten: c.forgotten, sampler: s}
		next.thread = s.Next(x.Machine, x.enabled, &x.dice)
		if c.forgotten && len(x.dice.drawn) > len(c.drawn) {
			return nil, errDrawsOn
		}
		if n := x.Values(next.thread); n > 1 {
			next.choice = int32(x.dice.Roll(int(n)))
		}
		next.probability = c.probability * x.dice.probability
		x.Choose(next.choice)
		e, err := x.Step(next.thread)
		if err != nil {
			return nil, err
		}
		s.Done(x.Machine, e)
		longer = x.add(longer, merged, next)
		if x.dice.exhausted() || x.left < 0 {
			return nil, ErrTooLarge
		}
		x.Undo()
		if !x.dice.next() {
			return longer, nil
		}
	}
}

// add adds the configuration after E, or its probability if it is known.
func (x *exact) add(level []*configuration, merged map[string]*configuration, c configuration) []*configuration {
	x.live = x.live[:0]
	c.sampler.AppendState(nil, func(p float64) int { x.live = append(x.live, p); return 0 })
	slices.Sort(x.live)
	compared := x.live
	if x.keepsAll && len(x.live) > 0 { // else the priorities drawn do not matter
		compared = x.dice.drawn
	}
	c.forgotten = c.forgotten || len(x.live) > 0 && len(compared) < len(x.dice.drawn)
	c.drawn = slices.Clone(compared)
	x.key = x.keyer.Append(x.key[:0], x.Events())
	x.key = binary.AppendUvarint(x.key, uint64(len(x.key)))
	x.key = c.sampler.AppendState(x.key, func(p float64) int { return sort.SearchFloat64s(compared, p) })
	x.key = binary.AppendUvarint(x.key, uint64(len(compared)))
	if known := merged[string(x.key)]; known != nil {
		known.probability += c.probability
		return level
	}
	x.left--
	merged[string(x.key)] = &c
	return append(level, &c)
}

// goTo takes the machine to a configuration.
func (x *exact) goTo(c *configuration) error {
	x.way = x.way[:0]
	for at := c; at.parent != nil; at = at.parent {
		x.way = append(x.way, at)
	}
	for x.Len() > 0 {
		x.Undo()
	}
	for _, at := range slices.Backward(x.way) {
		x.Choose(at.choice)
		if _, err := x.Step(at.thread); err != nil {
			return err
		}
	}
	return nil
}

// end adds a maximal execution to its class.
func (x *exact) end(c *configuration) {
	key := string(x.keyer.Append(x.key[:0], x.Events()))
	class := x.classes[key]
	if class == nil {
		outcome, failure := x.Ending()
		outcome, _ = (*front.Program)(x.program).Decide(x.Events, outcome, failure)
		class = &Class{Key: key, Outcome: outcome}
		x.classes[key] = class
	}
	class.Probability += c.probability
}
