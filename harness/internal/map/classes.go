package mapping

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/equivalence"
	"dporbench/model/memory"
	"dporbench/results"
)

// readIfThere reads a file of records of programs; nothing if it does not exist.
func readIfThere[T any](path string, read func(path string) ([]T, error)) ([]T, error) {
	all, err := read(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return all, err
}

// others returns the programs that nothing is known of.
func others[T any](programs []program.Spec, known []T, name func(T) string) []program.Spec {
	return slices.DeleteFunc(slices.Clone(programs), func(s program.Spec) bool {
		return slices.ContainsFunc(known, func(k T) bool { return name(k) == s.String() })
	})
}

// countClasses adds to known the classes of the other programs by each equivalence. Programs whose classes cannot be
// counted, as within the limits, are left out, with a line on stderr.
func (m *mapCommand) countClasses(ctx context.Context, programs []program.Spec, known []results.Classes, stderr io.Writer) ([]results.Classes, error) {
	for _, s := range others(programs, known, func(c results.Classes) string { return c.Program }) {
		p, err := m.Registry.Load(s)
		if err != nil {
			return known, err
		}
		counted, err := classesOf(ctx, p, m.once, m.Settings)
		if ctx.Err() != nil {
			return known, ctx.Err()
		}
		if err != nil {
			fmt.Fprintf(stderr, "dporbench: %s: the classes are not counted: %v\n", s, err)
			continue
		}
		known = append(append(known, counted...), relaxedOf(ctx, p, m.graphs, m.Settings)...)
	}
	return known, nil
}

// classesOf counts the classes of p by each equivalence. once must visit each class of happens-before once.
func classesOf(ctx context.Context, p program.Program, once catalog.Algorithm, s explore.Settings) (all []results.Classes, err error) {
	ctx, stop := s.Within(ctx)
	defer stop()
	counter := equivalence.NewCounter(p.Program, s.Memory, equivalence.All())
	defer counter.Close()
	_, err = once.New(s.Options()).Explore(ctx, p.Program, func(e *model.Execution) error { return counter.Add(e.Events()) })
	for _, q := range equivalence.All() {
		all = append(all, results.Classes{Program: p.String(), Equivalence: q.String(), N: counter.Count(q)})
	}
	return all, err
}

// relaxed is the memory model under which executions are counted beside classes.
var relaxed = memory.AllRelaxed.String()

// relaxedOf counts the executions of p where all accesses are relaxed: none if p is not explored under that model, or not within the limits.
func relaxedOf(ctx context.Context, p program.Program, graphs catalog.Algorithm, s explore.Settings) []results.Classes {
	ctx, stop := s.Within(ctx)
	defer stop()
	s.Memory = memory.AllRelaxed
	stats, err := graphs.New(s.Options()).Explore(ctx, p.Program, nil)
	if err != nil {
		return nil
	}
	return []results.Classes{{Program: p.String(), Equivalence: relaxed, N: stats.Executions}}
}
