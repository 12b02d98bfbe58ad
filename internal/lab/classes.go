package lab

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dporbench/algos"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/trace"
)

// mostClasses is how many classes of full enumeration are kept.
const mostClasses = 50_000

// examples is how many executions are shown of what an algorithm misses, and of what it visits again.
const examples = 3

// Comparison is what an algorithm visits of the classes that full enumeration finds.
type Comparison struct {
	Algorithm  string `json:"algorithm"`
	Classes    int    `json:"classes"` // of full enumeration
	Executions int64  `json:"executions"`
	Missing    int    `json:"missing"`    // classes that are not visited
	Duplicated int64  `json:"duplicated"` // executions whose class has been visited before
	Unknown    int64  `json:"unknown"`    // executions of a class that there is not
	// The first of each.
	MissingShown    []Shown `json:"missingShown,omitempty"`
	DuplicatedShown []Shown `json:"duplicatedShown,omitempty"`
	Stopped         string  `json:"stopped,omitempty"` // why the algorithm did not finish: nothing is known to be missing then
	Refused         string  `json:"refused,omitempty"`
	Failed          string  `json:"failed,omitempty"`
}

// Shown is an execution for people.
type Shown struct {
	Number   int64  `json:"number,omitempty"` // of the visit
	Text     string `json:"text"`
	Schedule string `json:"schedule"` // the threads, in the order of their events
	Outcome  string `json:"outcome"`
}

// Compare compares the classes that each algorithm visits with those of full enumeration; report gets each
// comparison as soon as it is made. The error says why there is nothing to compare with.
func (x Experiment) Compare(names []string, b Bounds, report func(Comparison)) ([]Comparison, error) {
	p, m, err := x.Load()
	if err != nil {
		return nil, err
	}
	c := comparer{program: p, memory: m, bounds: b, known: map[string]int{}}
	if err := c.enumerate(); err != nil {
		return nil, fmt.Errorf("full enumeration: %w", err)
	}
	var all []Comparison
	for _, name := range names {
		if name == oracle {
			continue
		}
		all = append(all, c.compare(name))
		if report != nil {
			report(all[len(all)-1])
		}
	}
	return all, nil
}

type comparer struct {
	program *model.Program
	memory  memory.Model
	bounds  Bounds
	known   map[string]int // classes of the oracle, by their keys
	first   []*model.Execution
}

var errManyClasses = fmt.Errorf("there are more than %d classes", mostClasses)

func (c *comparer) enumerate() error {
	a, _ := algorithm(oracle)
	_, err := a.New(algos.Options{Memory: c.memory}).Explore(newClock(c.bounds, nil), c.program, func(e *model.Execution) error {
		if len(c.first) == mostClasses {
			return errManyClasses
		}
		c.known[e.Key()] = len(c.first)
		c.first = append(c.first, e.Clone())
		return nil
	})
	return err
}

func (c *comparer) compare(name string) Comparison {
	r := Comparison{Algorithm: name, Classes: len(c.first)}
	a, ok := algorithm(name)
	if !ok {
		r.Failed = fmt.Sprintf("there is no algorithm %q", name)
		return r
	}
	if !a.Explores(c.memory) {
		r.Refused = refusal(c.memory)
		return r
	}
	visits := make([]int64, len(c.first))
	bound := newClock(c.bounds, nil)
	_, err := a.New(algos.Options{Memory: c.memory}).Explore(bound, c.program, func(e *model.Execution) error {
		r.Executions++
		i, known := c.known[e.Key()]
		switch {
		case !known:
			r.Unknown++
		case visits[i] > 0:
			if r.Duplicated++; len(r.DuplicatedShown) < examples {
				r.DuplicatedShown = append(r.DuplicatedShown, c.show(r.Executions, e))
			}
		}
		if known {
			visits[i]++
		}
		return nil
	})
	switch {
	case err != nil && bound.err != nil && errors.Is(err, bound.err):
		r.Stopped = err.Error()
		return r
	case err != nil:
		r.Failed = err.Error()
		return r
	}
	for i, n := range visits {
		if n > 0 {
			continue
		}
		if r.Missing++; len(r.MissingShown) < examples {
			r.MissingShown = append(r.MissingShown, c.show(0, c.first[i]))
		}
	}
	return r
}

// show shows the execution with that number; 0 if it has none.
func (c *comparer) show(number int64, e *model.Execution) Shown {
	return show(c.program, c.memory, number, e)
}

func show(p *model.Program, m memory.Model, number int64, e *model.Execution) Shown {
	s := Shown{Number: number, Outcome: e.Outcome().String()}
	t, err := trace.Of(p, m, slices.Clone(e.Events()))
	if err != nil {
		s.Text = err.Error()
		return s
	}
	var text strings.Builder
	t.Draw(&text, trace.Layout{Races: t.Races(p), Width: 120})
	s.Text, s.Schedule = text.String(), schedule(t)
	return s
}

// schedule names the threads in the order of their events.
func schedule(t trace.Trace) string {
	var words []string
	for _, e := range t.Events() {
		if e.Kind == event.Choice {
			return "" // it takes more than threads to repeat this
		}
		words = append(words, t.Threads[e.Thread])
	}
	return strings.Join(words, " ")
}
