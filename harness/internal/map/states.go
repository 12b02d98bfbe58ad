package mapping

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"time"

	"dporbench/algos/states"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
	"dporbench/model/equivalence"
	"dporbench/results"
)

// decideAll adds to known the states of the other programs.
func (m *mapCommand) decideAll(ctx context.Context, programs []program.Spec, known []results.Decided) ([]results.Decided, error) {
	for _, s := range others(programs, known, func(d results.Decided) string { return d.Program }) {
		p, err := m.Registry.Load(s)
		if err != nil {
			return known, err
		}
		d, err := decided(ctx, p, m.Settings)
		if err != nil {
			return known, err
		}
		known = append(known, d)
	}
	return known, nil
}

// decided decides p by its states, and counts its classes, within the limits of time for both together.
func decided(ctx context.Context, p program.Program, s explore.Settings) (d results.Decided, err error) {
	d.Program = p.String()
	bounded, stop := s.Within(ctx)
	defer stop()
	o, begin := states.Options{Memory: s.Memory, MaxSteps: s.MaxSteps, MaxBytes: s.MemLimit, FinalVerdicts: p.Spec.IsGo()}, time.Now()
	r, err := states.Decide(bounded, p.Program, o, func(states.Ended) error { return nil })
	d.States, d.Time, d.Why = r.States, time.Since(begin), r.Unknown
	if err == nil && d.Why == "" {
		var c states.Counted
		if c, err = states.Count(bounded, p.Program, o); err == nil {
			if d.Time, d.Why = time.Since(begin), c.Unknown+c.Doubt.String(); c.Classes != nil {
				d.Classes = c.Classes.String()
			}
		}
	}
	switch refused, is := errors.AsType[*states.Refused](err); {
	case ctx.Err() != nil:
		return d, ctx.Err()
	case is:
		d.Why = refused.Error()
	case err != nil:
		d.Why = err.Error()
	}
	return d, nil
}

// drawStates writes the table of states.
func drawStates(w io.Writer, l landscape) error {
	p := &table.Plan[results.Decided]{}
	p.Left("program", func(d results.Decided) string { return strings.TrimPrefix(d.Program, "benchmarks/literature/") })
	p.Right("classes", func(d results.Decided) string {
		return countOr(l.classesOf(d.Program, equivalence.Mazurkiewicz.String()))
	})
	p.Right("exactly, by states", func(d results.Decided) string { return cmp.Or(table.Digits(d.Classes), table.None) })
	p.Right("states", func(d results.Decided) string { return table.Choose(d.States > 0, table.Count(d.States), table.None) })
	p.Right("s", func(d results.Decided) string { return fmt.Sprintf("%.2f", d.Time.Seconds()) })
	p.Left("why not", func(d results.Decided) string { return d.Why })
	if err := p.Of(l.states).Write(w); err != nil {
		return err
	}
	_, err := fmt.Fprintf(w, "\n%s\n", table.Fold(w, "classes of happens-before, as algorithms count them; then, by states: their exact number, the states stored, and the seconds to decide and to count. Where algorithms stop loops that only repeat themselves, states let them continue, and have other classes"))
	return err
}
