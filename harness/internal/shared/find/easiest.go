package find

import (
	"context"
	"fmt"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/model"
	"dporbench/model/memory"
	"dporbench/trace"
)

// Choice says how an execution was chosen among those with one outcome.
type Choice struct {
	Of          int64 // number of executions examined
	All         bool  // these are all
	Unknown     int64 // classes that are too large to find their fewest preemptions
	Preemptions int
	Events      int // 0 if preemptions count first
}

// text says which execution was chosen: "2 executions failed; the one with the fewest preemptions (1) is execution 2 of pop".
func (c Choice) text(which string, o model.Outcome) string {
	least := fmt.Sprintf("the fewest preemptions (%d)", c.Preemptions)
	if c.Events > 0 {
		least = fmt.Sprintf("the fewest events (%d)", c.Events)
	}
	switch {
	case c.Of == 1 && !c.All:
		return fmt.Sprintf("%s is the first that %s, in an order of its class with %s", which, o.Verb(1), least)
	case c.Of == 1 && c.Events > 0:
		return fmt.Sprintf("%s is the only one that %s", which, o.Verb(1))
	case c.Of == 1:
		return fmt.Sprintf("%s is the only one that %s, shown with %s", which, o.Verb(1), least)
	}
	text := fmt.Sprintf("%d executions %s; the one", c.Of, o.Verb(c.Of))
	if !c.All {
		text = fmt.Sprintf("of the first %d executions that %s, the one", c.Of, o.Verb(c.Of))
	}
	text += fmt.Sprintf(" with %s is %s", least, which)
	if c.Unknown > 0 {
		text += fmt.Sprintf("; %d of their classes are too large to tell", c.Unknown)
	}
	return text
}

// Bounds of the search for the easiest execution: visits beyond the first execution with the outcome, and executions with it.
const (
	EasiestVisits = 200_000
	easiestOf     = 2_000
)

// Easiest finds, among the executions with an outcome that the algorithm visits, the one that is easiest to read: see
// [trace.Easiest]. There are total of them. A single worker searches, unless it takes several to reach the first.
func Easiest(ctx context.Context, p program.Program, a catalog.Algorithm, s explore.Settings, outcome model.Outcome, total int64) (*Found, error) {
	if s.Jobs > 1 {
		f, err := First(ctx, p, a, s, outcome)
		if err != nil {
			return nil, err
		}
		if f.Number > EasiestVisits {
			return f, f.Reorder(p.Program, f.Trace.Events())
		}
	}
	search, err := trace.NewEasiest(p.Program, s.Memory)
	if err != nil {
		return nil, err
	}
	defer search.Close()
	ctx, stop := s.Within(ctx)
	defer stop()
	watched, unwatch := terminal.Watch(s, p.String()+", "+a.Name)
	defer unwatch()
	var visited, last int64
	_, err = a.New(watched.Options()).Explore(ctx, p.Program, func(e *model.Execution) error {
		visited++
		if e.Outcome() == outcome {
			if search.Seen == 0 {
				last = visited + EasiestVisits
			}
			if err := search.Add(visited, e.Events()); err != nil {
				return err
			}
		}
		if search.Seen == total || search.Seen == easiestOf || last > 0 && visited == last {
			return algos.ErrStop
		}
		return nil
	})
	unwatch()
	if err != nil && search.Seen == 0 {
		return nil, err
	}
	if search.Events == nil {
		return First(ctx, p, a, s, outcome)
	}
	f := &Found{Selection: Selection{Settings: s, Algorithm: a, First: outcome.String(), Number: search.Number}, Program: p.Spec}
	f.Easiest = &Choice{Of: search.Seen, All: search.Seen == total && a.Equivalence.KeepsOrder(), Unknown: search.Unknown, Preemptions: search.Preemptions}
	if !search.Counts() {
		f.Easiest.Events = len(search.Events)
	}
	if f.Trace, err = trace.Of(p.Program, s.Memory, search.Events); err != nil || f.Trace.Outcome != outcome {
		return First(ctx, p, a, s, outcome) // a judge's verdict may depend on the order
	}
	return f, nil
}

// Reorder replaces f by the order of its class with the fewest preemptions, if that can be found.
func (f *Found) Reorder(p *model.Program, events []model.Event) error {
	if f.Memory != memory.SC {
		return nil
	}
	order, preemptions, ok, err := trace.FewestPreemptions(p, events)
	if err != nil || !ok {
		return err
	}
	t, err := trace.Of(p, f.Memory, order)
	if err == nil && t.Outcome == f.Trace.Outcome {
		f.Trace, f.Easiest = t, &Choice{Of: 1, Preemptions: preemptions}
	}
	return err
}
