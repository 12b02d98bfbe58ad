package landscape

import (
	"context"
	"crypto/sha256"
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
	"dporbench/results"
)

// knownClasses are those of a file, if it is there.
func knownClasses(path string) ([]results.Classes, error) {
	known, err := results.ReadClasses(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return known, err
}

// countClasses adds, to what is known, the classes of the other programs by each equivalence. What cannot be counted
// within the limits is left out, with a line on stderr.
func (m *mapCommand) countClasses(ctx context.Context, programs []program.Spec, known []results.Classes, stderr io.Writer) ([]results.Classes, error) {
	for _, s := range programs {
		if slices.ContainsFunc(known, func(c results.Classes) bool { return c.Program == s.String() }) {
			continue
		}
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
		known = append(known, counted...)
	}
	return known, nil
}

// classesOf counts the classes of p by each equivalence. The algorithm visits each class of happens-before once.
func classesOf(ctx context.Context, p program.Program, once catalog.Algorithm, s explore.Settings) (all []results.Classes, err error) {
	ctx, stop := s.Within(ctx)
	defer stop()
	var keyers []*equivalence.Keyer
	var seen []map[[sha256.Size]byte]struct{}
	for _, q := range equivalence.All() {
		k := q.NewKeyer(p.Program, s.Memory)
		defer k.Close()
		keyers, seen = append(keyers, k), append(seen, map[[sha256.Size]byte]struct{}{})
	}
	_, err = once.New(s.Options()).Explore(ctx, p.Program, func(e *model.Execution) error {
		for i, k := range keyers {
			key, err := k.Key(e.Events())
			if err != nil {
				return err
			}
			seen[i][sha256.Sum256([]byte(key))] = struct{}{}
		}
		return nil
	})
	for i, k := range keyers {
		all = append(all, results.Classes{Program: p.String(), Equivalence: k.Equivalence().String(), N: int64(len(seen[i]))})
	}
	return all, err
}
