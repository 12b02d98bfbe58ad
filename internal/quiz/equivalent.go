package quiz

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/trace"
)

// oracle is the algorithm whose executions are compared: it visits each class once.
const oracle = "pop"

// equivalent asks about two executions: by chance of one class, if some class has several, or of two.
func (x *maker) equivalent() (*Question, error) {
	all, err := x.visit()
	if err != nil {
		return nil, err
	}
	r := rand.New(rand.NewPCG(uint64(x.n), 55))
	r.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
	first, events := x.sameClass(r, all)
	if events == nil || len(all) > 1 && r.IntN(2) == 0 {
		if len(all) < 2 {
			return nil, errors.New("this program has only one execution: there is nothing to compare it with")
		}
		first, events = all[0], shuffled(r, all[1].Events())
	}
	second, err := trace.Of(x.program, x.memory, events)
	if err != nil {
		return nil, err
	}
	d := Compare(x.program, first, second)
	return &Question{
		Kind:     Equivalent,
		Text:     "Are these two executions of one class?",
		Pictures: []Picture{Draw(x.program, first, "One execution"), Draw(x.program, second, "Another execution")},
		Options: []Option{
			{Text: "Yes: they are equivalent", Right: d.Same},
			{Text: "No: they are of different classes", Right: !d.Same},
		},
		Answer: d.Text,
	}, nil
}

// mostCompared is the number of executions that questions are about.
const mostCompared = 60

// visit returns the first executions that the oracle visits.
func (x *maker) visit() (all []trace.Trace, err error) {
	a, _ := catalog.Lookup(oracle)
	_, err = a.New(algos.Options{Memory: x.memory}).Explore(context.Background(), x.program, func(e *model.Execution) error {
		t, err := trace.Of(x.program, x.memory, slices.Clone(e.Events()))
		all = append(all, t)
		if err == nil && len(all) == mostCompared {
			err = algos.ErrStop
		}
		return err
	})
	return all, err
}

// sameClass is an execution and the events of another one of its class; nil if none of all has another one.
func (x *maker) sameClass(r *rand.Rand, all []trace.Trace) (trace.Trace, []event.Event) {
	for _, t := range all {
		if events := shuffled(r, t.Events()); !event.StartsWith(events, t.Events()) {
			return t, events
		}
	}
	return trace.Trace{}, nil
}

// shuffled is another order of events, of the same class: independent neighbours are swapped at random.
func shuffled(r *rand.Rand, events []event.Event) []event.Event {
	for range 4 * len(events) {
		if i := r.IntN(len(events)); i > 0 && !event.Dependent(events[i-1], events[i]) {
			events[i-1], events[i] = events[i], events[i-1]
		}
	}
	return events
}
