package algostest

import (
	"context"
	"strings"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/oracle"
	"dporbench/algos/pop"
	"dporbench/model"
	"dporbench/model/equivalence"
	"dporbench/model/memory"
)

// projected visits, of each class of a coarser equivalence except the skipped-th, the first execution that POP
// visits.
type projected struct {
	options algos.Options
	by      equivalence.Equivalence
	skipped int
}

func (x projected) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
	keyer := x.by.NewKeyer(p, x.options.Memory)
	defer keyer.Close()
	seen, classes := map[string]bool{}, algos.Stats{}
	stats, err := pop.New(x.options).Explore(ctx, p, func(e *model.Execution) error {
		key, err := keyer.Key(e.Events())
		if err != nil || seen[key] {
			return err
		}
		if seen[key] = true; len(seen) == x.skipped {
			return nil
		}
		var o oracle.Outcomes
		o.Add(e.Outcome())
		classes.Executions, classes.Failed = classes.Executions+1, classes.Failed+o.Failed
		classes.AssumeBlocked, classes.Deadlocked = classes.AssumeBlocked+o.AssumeBlocked, classes.Deadlocked+o.Deadlocked
		classes.Starved += o.Starved
		if visit == nil {
			return nil
		}
		return visit(e)
	})
	classes.Events = stats.Events
	return classes, err
}

func coarser(by equivalence.Equivalence, skipped int) kit {
	return kit{catalog.Algorithm{
		Name: "projected", Equivalence: by, ExactlyOnce: true, Awaits: true,
		New: func(o algos.Options) algos.Explorer { return projected{o, by, skipped} },
	}, "TestCoarser", 20 * time.Second}
}

// TestCoarser: the kit holds an algorithm to the classes of its own equivalence.
func TestCoarser(t *testing.T) {
	const program = "p: lock l; unlock l; x=1; x=2 | q: lock l; unlock l; x=1 | r: a=x; b=x"
	for _, by := range equivalence.All() {
		for _, c := range coarser(by, 0).checks() {
			switch c.name {
			case "locks", "any order", "outcomes", "counts", "stop", "cancel midway":
				if err := c.run(); err != nil {
					t.Errorf("%v, %s: %v", by, c.name, err)
				}
			}
		}
		for skipped := 1; skipped <= 2; skipped++ {
			if err := coarser(by, skipped).checkProgram(program, 1, memory.SC); err == nil || !strings.Contains(err.Error(), "1 missing") {
				t.Errorf("%v, without a class: %v", by, err)
			}
		}
		if by.KeepsOrder() {
			continue
		}
		finer, apart := coarser(by, 0), program // which has more classes by happens-before
		if by == equivalence.Lazy {
			apart = "p: lock l; unlock l | q: lock l; unlock l"
		}
		finer.New = pop.New
		if err := finer.checkProgram(apart, 1, memory.SC); err == nil || !strings.Contains(err.Error(), "repeated") {
			t.Errorf("%v, by an algorithm of a finer equivalence: %v", by, err)
		}
	}
}
