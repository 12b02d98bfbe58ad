package find

import (
	"context"
	"fmt"

	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/model/equivalence"
	"dporbench/trace"
)

// Classes holds the numbers of classes of a program by coarser equivalences.
type Classes struct {
	Name           string `json:"program"`
	Classes        int64  `json:"classes"`
	Observed       int64  `json:"observed"`
	ReadsFrom      int64  `json:"reads_from"`
	ReadsValueFrom int64  `json:"reads_value_from"`
	Lazy           int64  `json:"lazy"`
	Values         int64  `json:"values"`
	// Preemptions counts the classes that need at least 0, 1, ... preemptions; for Unknown
	// classes, which are too large, the number is not known.
	Preemptions []int64 `json:"preemptions"`
	Unknown     int64   `json:"unknown"`
}

// CountClasses explores p with an algorithm that visits each class once.
func CountClasses(ctx context.Context, p program.Program, a catalog.Algorithm, s explore.Settings) (Classes, error) {
	ctx, stop := s.Within(ctx)
	defer stop()
	s, unwatch := terminal.Watch(s, p.String()+", "+a.Name+", classes")
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
	return Classes{
		p.String(), stats.Executions, counter.Count(equivalence.Observed), counter.Count(equivalence.ReadsFrom), counter.Count(equivalence.ReadsValueFrom),
		counter.Count(equivalence.Lazy), counter.Count(equivalence.Values), counter.Preemptions, counter.Unknown,
	}, nil
}
