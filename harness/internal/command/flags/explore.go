// Package flags holds the flags that several commands share.
package flags

import (
	"github.com/spf13/pflag"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/ground/exit"
	"dporbench/harness/internal/ground/registry"
	"dporbench/harness/internal/ground/value"
	"dporbench/harness/internal/work/explore"
)

// Explore are the flags of every command that explores.
type Explore struct {
	Algorithms []catalog.Algorithm
	explore.Settings
}

// NewExplore returns the defaults of the flags.
func NewExplore(r *registry.Registry) Explore {
	pop, _ := r.Algorithm("pop")
	return Explore{[]catalog.Algorithm{pop}, explore.Defaults()}
}

// Register adds the flags.
func (e *Explore) Register(r *registry.Registry, flags *pflag.FlagSet) {
	flags.Var(value.Algorithms(r, &e.Algorithms), "algo", "algorithms, separated by commas, or all")
	flags.Var(value.Duration(&e.Time), "timeout", "wall-clock limit of each run")
	flags.Var(value.Size(&e.Memory), "mem-limit", "limit of the resident memory of each run")
	flags.Var(value.Positive(&e.MaxSteps), "max-steps", "limit of the length of an execution, in events; beyond it, a thread is taken not to end")
	flags.Var(value.OneOf(&e.Order, "ORDER", algos.Orders()), "order", "scheduling order: first, last or random")
	flags.Var(value.Seed(&e.Seed), "seed", "seed of the random scheduling order and of the order of the runs")
}

// Single returns the only algorithm; an error says that there are several.
func (e *Explore) Single() (catalog.Algorithm, error) {
	if len(e.Algorithms) != 1 {
		return catalog.Algorithm{}, exit.Usagef("--algo: must be one algorithm, got %d", len(e.Algorithms))
	}
	return e.Algorithms[0], nil
}
