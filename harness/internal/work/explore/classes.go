package explore

import (
	"context"
	"fmt"

	"dporbench/algos/catalog"
	"dporbench/harness/internal/ground/program"
	"dporbench/trace"
)

// Classes is what the classes of a program come to in coarser measures.
type Classes struct {
	Name      string `json:"program"`
	Classes   int64  `json:"classes"`
	ReadsFrom int64  `json:"reads_from"`
	// Preemptions is how many classes have at least 0, 1, ... preemptions; of Unknown ones
	// that is not known, because they are too large.
	Preemptions []int64 `json:"preemptions"`
	Unknown     int64   `json:"unknown"`
}

// CountClasses explores p with an algorithm that visits each class once.
func CountClasses(ctx context.Context, p program.Program, a catalog.Algorithm, s Settings) (Classes, error) {
	ctx, stop := s.Within(ctx)
	defer stop()
	s, unwatch := s.Watched(p.String() + ", " + a.Name + ", classes")
	defer unwatch()
	counter, err := trace.NewClassCounter(p.Program)
	if err != nil {
		return Classes{}, err
	}
	defer counter.Close()
	stats, err := a.New(s.Options()).Explore(ctx, p.Program, counter.Add)
	if err != nil {
		return Classes{}, fmt.Errorf("%s: the classes: %w; %s has visited %d executions", p, err, a.Name, stats.Executions)
	}
	return Classes{p.String(), stats.Executions, counter.ReadsFrom, counter.Preemptions, counter.Unknown}, nil
}
