package lab

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/oracle"
	"dporbench/model"
	"dporbench/model/equivalence"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/trace"
)

// mostClasses is the maximum number of classes that full enumeration may have.
const mostClasses = 50_000

// examples is the number of executions shown of the classes that an algorithm misses, and of those it visits again.
const examples = 3

// Comparison compares an algorithm's executions with the classes that full enumeration finds.
type Comparison struct {
	Algorithm  string `json:"algorithm"`
	Classes    int    `json:"classes"` // of full enumeration, by the algorithm's equivalence
	Executions int64  `json:"executions"`
	Missing    int    `json:"missing"`    // classes that are not visited
	Duplicated int    `json:"duplicated"` // executions whose class has been visited before
	Unknown    int    `json:"unknown"`    // classes that full enumeration has not found
	// The first of each.
	MissingShown    []Shown `json:"missingShown,omitempty"`
	DuplicatedShown []Shown `json:"duplicatedShown,omitempty"`
	Stopped         string  `json:"stopped,omitempty"` // why the algorithm did not finish; then nothing is known to be missing
	Refused         string  `json:"refused,omitempty"`
	Failed          string  `json:"failed,omitempty"`
}

// Shown is an execution as text.
type Shown struct {
	Number   int64  `json:"number,omitempty"` // of the visit
	Text     string `json:"text"`
	Schedule string `json:"schedule"` // the threads, in the order of their events
	Outcome  string `json:"outcome"`
}

// Compare compares the classes that each algorithm visits with the classes of full enumeration; report, if not nil, gets
// each comparison as soon as it is made. An error means that the program cannot be loaded or enumerated.
func (x Experiment) Compare(names []string, b Bounds, report func(Comparison)) ([]Comparison, error) {
	p, m, err := x.Load()
	if err != nil {
		return nil, err
	}
	c := comparer{lab: x.lab, program: p, memory: m, bounds: b, classes: map[equivalence.Equivalence]*classes{}}
	if err := c.enumerate(); err != nil {
		return nil, fmt.Errorf("full enumeration: %w", err)
	}
	var all []Comparison
	for _, name := range names {
		if name == fullEnumeration {
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
	lab     Laboratory
	program *model.Program
	memory  memory.Model
	bounds  Bounds
	all     []*model.Execution // of full enumeration: one for each class of happens-before
	classes map[equivalence.Equivalence]*classes
}

// classes are the classes of an equivalence.
type classes struct {
	by    equivalence.Equivalence
	known oracle.Classes
	first []first // of each class, in the order in which they were found
}

type first struct {
	key string // of the class
	*model.Execution
}

var errManyClasses = fmt.Errorf("there are more than %d classes", mostClasses)

func (c *comparer) enumerate() error {
	a, _ := c.lab.algorithm(fullEnumeration)
	_, err := a.New(algos.Options{Memory: c.memory}).Explore(newClock(c.bounds, nil), c.program, func(e *model.Execution) error {
		if len(c.all) == mostClasses {
			return errManyClasses
		}
		c.all = append(c.all, e.Clone())
		return nil
	})
	return err
}

// of returns the classes of an equivalence, each of which is a union of classes of happens-before.
func (c *comparer) of(by equivalence.Equivalence) (*classes, error) {
	if known := c.classes[by]; known != nil {
		return known, nil
	}
	k := by.NewKeyer(c.program, c.memory)
	defer k.Close()
	found := &classes{by: by, known: oracle.Classes{}}
	for _, e := range c.all {
		key, err := k.Key(e.Events())
		if err != nil {
			return nil, err
		}
		if found.known[key]++; found.known[key] == 1 {
			found.first = append(found.first, first{key, e})
		}
	}
	c.classes[by] = found
	return found, nil
}

func (c *comparer) compare(name string) Comparison {
	r := Comparison{Algorithm: name}
	a, err := c.lab.algorithm(name)
	if err != nil {
		r.Failed = err.Error()
		return r
	}
	if !a.Explores(c.memory) {
		r.Refused = refusal(c.memory)
		return r
	}
	all, err := c.of(a.Equivalence)
	if err != nil {
		r.Failed = err.Error()
		return r
	}
	c.visit(a, all, &r)
	return r
}

// visit explores with a, and records in r how its executions compare with all.
func (c *comparer) visit(a catalog.Algorithm, all *classes, r *Comparison) {
	r.Classes = len(all.first)
	keyer := all.by.NewKeyer(c.program, c.memory)
	defer keyer.Close()
	bound := newClock(c.bounds, nil)
	visited, _, err := oracle.Collect(bound, keyer, a.New(algos.Options{Memory: c.memory}), c.program, func(e *model.Execution, _ string, visits int) error {
		if r.Executions++; visits > 1 && len(r.DuplicatedShown) < examples {
			r.DuplicatedShown = append(r.DuplicatedShown, show(c.program, c.memory, r.Executions, e))
		}
		return nil
	})
	d := visited.Compare(all.known)
	r.Duplicated, r.Unknown = d.Repetitions, len(d.Unknown)
	switch {
	case err != nil && bound.err != nil && errors.Is(err, bound.err):
		r.Stopped = err.Error()
		return
	case err != nil:
		r.Failed = err.Error()
		return
	}
	r.Missing = len(d.Missing)
	for _, e := range all.first {
		if visited[e.key] == 0 && len(r.MissingShown) < examples {
			r.MissingShown = append(r.MissingShown, show(c.program, c.memory, 0, e.Execution))
		}
	}
}

// show shows an execution. number is 0 if it has none.
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
			return "" // threads alone do not determine the execution
		}
		words = append(words, t.Threads[e.Thread])
	}
	return strings.Join(words, " ")
}
