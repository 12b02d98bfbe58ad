package algostest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"dporbench/algos"
	"dporbench/algos/exhaustive"
	"dporbench/algos/oracle"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/model/memory"
	"dporbench/trace"
)

// executions looks for a visited execution that is not maximal, or that the program cannot run.
func (k kit) executions() error {
	return k.search(search{programs: 300, random: smallprog.Random, options: inAllOrders, test: kit.eachVisited, atMost: 500})
}

// repeatable looks for a program whose exploration depends on chance, such as the order of a map.
func (k kit) repeatable() error {
	return k.search(search{programs: 300, random: smallprog.Random, options: inAllOrders, test: kit.twice, atMost: 500})
}

func (k kit) eachVisited(p smallprog.Program, options []algos.Options, atMost int) (f *violation, tried bool) {
	built := p.Build()
	return each(options, func(o algos.Options) error {
		visits := 0
		_, err := k.guarded(k.New(o), built, func(e *model.Execution) error {
			if visits++; visits > atMost {
				return k.enough()
			}
			if o.Memory.Buffers() {
				return nil // buffers are numbered in the order of their first use
			}
			return replay(built, o.Memory, e)
		})
		return err
	})
}

func (k kit) twice(p smallprog.Program, options []algos.Options, atMost int) (f *violation, tried bool) {
	built := p.Build()
	return each(options, func(o algos.Options) error {
		var first [][]event.Event
		firstStats, err := k.guarded(k.New(o), built, func(e *model.Execution) error {
			if len(first) == atMost {
				return k.enough()
			}
			first = append(first, slices.Clone(e.Events()))
			return nil
		})
		if err != nil {
			return err
		}
		visits := 0
		stats, err := k.guarded(k.New(o), built, func(e *model.Execution) error {
			if visits++; visits > atMost {
				return k.enough()
			}
			if visits > len(first) || !slices.Equal(first[visits-1], e.Events()) {
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

// enough returns the error that stops an exploration. If the algorithm may repeat classes, only the beginning is
// checked; otherwise only small programs are.
func (k kit) enough() error {
	if k.ExactlyOnce {
		return errTooMany
	}
	return algos.ErrStop
}

// each returns the first error of test as a violation, unless it is errTooMany; then tried is false.
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

// replay returns an error if e is not a maximal execution of p with its outcome.
func replay(p *model.Program, m memory.Model, e *model.Execution) error {
	replayed, err := trace.Of(p, m, e.Events())
	switch {
	case err != nil:
		return fmt.Errorf("%v is not an execution: %w", e.Events(), err)
	case !replayed.Maximal():
		return fmt.Errorf("%v is not maximal", e.Events())
	case replayed.Outcome != e.Outcome():
		return fmt.Errorf("%v is called %v, but is %v", e.Events(), e.Outcome(), replayed.Outcome)
	}
	return nil
}

func (k kit) endings() error {
	errs := []error{k.panics()}
	for _, c := range []struct {
		program string
		want    oracle.Outcomes
	}{
		{"p: x=1 | q: a=x; assert a!=1", oracle.Outcomes{Executions: 2, Failed: 1}},
		{"p: x=1 | q: a=x; assume a!=1", oracle.Outcomes{Executions: 2, AssumeBlocked: 1}},
		{"p: lock l; lock m; unlock m; unlock l | q: lock m; lock l; unlock l; unlock m", oracle.Outcomes{Executions: 3, Deadlocked: 1}},
		{"p: lock l; lock l", oracle.Outcomes{Executions: 1, Deadlocked: 1}},
		{"p: lock l; lock m; unlock m; unlock l | q: lock m; lock l; unlock l; unlock m | r: a=x", oracle.Outcomes{Executions: 3, Deadlocked: 1}},
		{"p: lock l | q: lock l; unlock l", oracle.Outcomes{Executions: 2, Starved: 1}},
		{"p: lock l; lock l | q: a=x", oracle.Outcomes{Executions: 1, Deadlocked: 1}},
		{"p: unlock l; x=1 | q: x=2", oracle.Outcomes{Executions: 1, Failed: 1}},
		{"p: go { a=x; assert a!=0 }; join; x=1", oracle.Outcomes{Executions: 1, Failed: 1}},
		{"p: go { assume a!=0 }; join; x=1", oracle.Outcomes{Executions: 1, AssumeBlocked: 1}},
		{"p: ", oracle.Outcomes{Executions: 1}},
	} {
		want, p := c.want, smallprog.MustBuild(c.program)
		if !k.Equivalence.KeepsOrder() {
			want = k.outcomesOfClasses(p)
		}
		_, stats, err := Explore(k.New(algos.Options{}), p)
		if got := oracle.OutcomesOf(stats); err != nil || !k.right(got, want) {
			errs = append(errs, fmt.Errorf("%s\n\t%v, error %v, want %v", c.program, got, err, want))
		}
	}
	return errors.Join(errs...)
}

// outcomesOfClasses are the outcomes of the classes of p by the algorithm's equivalence.
func (k kit) outcomesOfClasses(p *model.Program) oracle.Outcomes {
	keyer := k.keyer(p, []algos.Options{{}})
	defer keyer.Close()
	v, err := k.visit(exhaustive.New(algos.Options{}), p, how{atMost: 1000, keyer: keyer})
	must(err)
	return v.outcomes
}

// right compares the counts or, if classes may be repeated, only which outcomes occur.
func (k kit) right(got, want oracle.Outcomes) bool {
	if k.ExactlyOnce {
		return got == want
	}
	return which(got) == which(want)
}

// which returns 1 for each of the outcomes that occur.
func which(o oracle.Outcomes) oracle.Outcomes {
	return oracle.Outcomes{Executions: min(1, o.Executions), Failed: min(1, o.Failed), AssumeBlocked: min(1, o.AssumeBlocked),
		Deadlocked: min(1, o.Deadlocked), Starved: min(1, o.Starved)}
}

func (k kit) panics() error {
	p := model.NewProgram("panics")
	x := p.Var("x", 0)
	p.Thread("writer", func(t *model.Thread) { t.Store(x, 3) })
	p.Thread("reader", func(t *model.Thread) { _ = [3]int{}[t.Load(x)] })
	var failures []string
	stats, err := k.New(algos.Options{}).Explore(context.Background(), p, func(e *model.Execution) error {
		if f := e.Failure(); e.Outcome() == model.Failed && !slices.Contains(failures, f) {
			failures = append(failures, f)
		}
		return nil
	})
	got, want := oracle.OutcomesOf(stats), oracle.Outcomes{Executions: 2, Failed: 1}
	if err != nil || !k.right(got, want) || len(failures) != 1 || !strings.Contains(failures[0], "index out of range") {
		return fmt.Errorf("a thread that panics: %d executions, failures %q, error %v, want 2 and one index out of range", stats.Executions, failures, err)
	}
	return nil
}
