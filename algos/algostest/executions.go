package algostest

import (
	"errors"
	"fmt"
	"slices"

	"dporbench/algos"
	"dporbench/model"
	"dporbench/smallprog"
)

// executions looks for a program of which something is visited that is not a
// maximal execution, or not one that the program can run.
func (k kit) executions() error {
	return k.search(search{programs: 300, random: smallprog.Random, options: inAllOrders, test: kit.eachVisited, atMost: 500})
}

// repeatable looks for a program that the same options explore differently the
// second time, because something depends on chance, such as the order of a map.
func (k kit) repeatable() error {
	return k.search(search{programs: 300, random: smallprog.Random, options: inAllOrders, test: kit.twice, atMost: 500})
}

func (k kit) eachVisited(p smallprog.Program, options []algos.Options, atMost int) (f *violation, tried bool) {
	built := p.Build()
	return each(options, func(o algos.Options) error {
		visits := 0
		_, err := k.guarded(k.New(o), built, func(e *model.Execution) error {
			if visits++; visits > atMost {
				return errTooMany
			}
			return Replay(built, e)
		})
		return err
	})
}

func (k kit) twice(p smallprog.Program, options []algos.Options, atMost int) (f *violation, tried bool) {
	built := p.Build()
	return each(options, func(o algos.Options) error {
		var first [][]model.Event
		firstStats, err := k.guarded(k.New(o), built, func(e *model.Execution) error {
			if len(first) == atMost {
				return errTooMany
			}
			first = append(first, slices.Clone(e.Events()))
			return nil
		})
		if err != nil {
			return err
		}
		visits := 0
		stats, err := k.guarded(k.New(o), built, func(e *model.Execution) error {
			if visits++; visits > len(first) || !slices.Equal(first[visits-1], e.Events()) {
				return fmt.Errorf("the same options visit another execution the second time: number %d is %v", visits, e.Events())
			}
			return nil
		})
		if err == nil && stats != firstStats {
			err = fmt.Errorf("the same options count other things the second time: %+v, and before %+v", stats, firstStats)
		}
		return err
	})
}

// each returns the first error of test as a violation; errTooMany is none.
func each(options []algos.Options, test func(o algos.Options) error) (f *violation, tried bool) {
	for _, o := range options {
		switch err := test(o); {
		case errors.Is(err, errTooMany):
			return nil, false
		case err != nil:
			f = violationOf(err)
			f.options = o
			return f, true
		}
	}
	return nil, true
}

// Replay runs e on a machine. The error says why e is not a maximal execution of p
// with that outcome.
func Replay(p *model.Program, e *model.Execution) error {
	m, err := model.NewMachine(p, model.Limits{})
	if err != nil {
		return err
	}
	defer m.Close()
	number := map[model.ThreadID]model.ThreadID{} // of started threads, in the machine
	for i, want := range e.Events() {
		t := want.Thread
		if int(t) >= p.NumThreads() {
			t = number[t]
		}
		if !m.Enabled(t) {
			return fmt.Errorf("event %d of %v is not enabled", i+1, e.Events())
		}
		got, err := m.Step(t)
		if err != nil {
			return err
		}
		if got.Kind == model.Spawn {
			number[model.ThreadID(want.Object)] = model.ThreadID(got.Object)
		}
		if got.Index != want.Index || got.Kind != want.Kind || !got.Kind.OnThread() && got.Object != want.Object {
			return fmt.Errorf("instead of event %d of %v, the machine does %v", i+1, e.Events(), got)
		}
	}
	for t := range model.ThreadID(m.Threads()) {
		if m.Enabled(t) {
			return fmt.Errorf("%v is not maximal", e.Events())
		}
	}
	if outcome, _ := m.Ending(); outcome != e.Outcome() {
		return fmt.Errorf("%v is called %v, and is %v", e.Events(), e.Outcome(), outcome)
	}
	return nil
}
