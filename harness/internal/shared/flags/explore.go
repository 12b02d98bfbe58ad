// Package flags holds the flags that several commands share.
package flags

import (
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/value"
	"dporbench/model/memory"
)

// Explore holds the flags of every command that explores.
type Explore struct {
	Algorithms []catalog.Algorithm
	explore.Settings
}

// NewExplore returns the defaults of the flags.
func NewExplore(r *program.Registry) Explore {
	pop, _ := r.Algorithm("pop")
	return Explore{[]catalog.Algorithm{pop}, explore.Defaults()}
}

func (e *Explore) Register(r *program.Registry, flags *pflag.FlagSet) {
	RegisterSettings(&e.Settings, flags)
	flags.Lookup("seed").Usage += " and of the order of the runs"
	command.Group(flags, command.Exploring, func(flags *pflag.FlagSet) {
		flags.Var(Algorithms(r, &e.Algorithms), "algo", "algorithms, separated by commas, or all")
		flags.Var(value.Positive(&e.Jobs), "jobs", "workers that explore in parallel")
	})
}

// CheckJobs returns an error if there are several workers and an algorithm cannot be split.
func (e *Explore) CheckJobs(r *program.Registry) error {
	for _, a := range e.Algorithms {
		if e.Jobs > 1 && !a.Splittable {
			return cli.Usagef("--jobs %d: %s cannot be split: must be 1, or --algo some of %s", e.Jobs, a.Name, strings.Join(Splittable(r), ", "))
		}
	}
	return nil
}

// NeedOrder returns an error, with the reason why, if the executions of an algorithm stand for classes of an
// equivalence coarser than happens-before.
func NeedOrder(r *program.Registry, algorithms []catalog.Algorithm, why string) error {
	for _, a := range algorithms {
		if !a.Equivalence.KeepsOrder() {
			return cli.Usagef("--algo %s: an execution stands for all of its %v class: %s: must be one of %s", a.Name, a.Equivalence, why, strings.Join(r.NamesOf(ReachesAll), ", "))
		}
	}
	return nil
}

// ReachesAll reports whether an algorithm reaches every class of happens-before.
func ReachesAll(a catalog.Algorithm) bool {
	return !a.Samples && !a.Plain && a.Equivalence.KeepsOrder()
}

// Estimable reports whether an algorithm explores as many executions as there are classes of happens-before, which
// can be estimated.
func Estimable(a catalog.Algorithm) bool { return a.ExactlyOnce && a.Equivalence.KeepsOrder() }

// Splittable are the names of the algorithms that can be split.
func Splittable(r *program.Registry) []string {
	return r.NamesOf(func(a catalog.Algorithm) bool { return a.Splittable })
}

// One holds the flags of every command in which one algorithm explores.
type One struct {
	Algorithm catalog.Algorithm
	explore.Settings
}

// NewOne returns the defaults of the flags.
func NewOne(r *program.Registry) One {
	pop, _ := r.Algorithm("pop")
	return One{pop, explore.Defaults()}
}

func (o *One) Register(r *program.Registry, flags *pflag.FlagSet) {
	RegisterSettings(&o.Settings, flags)
	command.Group(flags, command.Exploring, func(flags *pflag.FlagSet) {
		flags.Var(Algorithm(r, &o.Algorithm), "algo", "algorithm that explores")
	})
}

// RegisterSettings adds the flags of an exploration except the algorithm.
func RegisterSettings(s *explore.Settings, flags *pflag.FlagSet) {
	RegisterUnlimited(s, flags)
	command.Group(flags, command.Exploring, func(flags *pflag.FlagSet) {
		flags.Var(value.Duration(&s.Time), "timeout", "wall-clock limit of each run")
		flags.Var(value.Size(&s.MemLimit), "mem-limit", "limit of the resident memory of each run")
	})
}

// RegisterUnlimited adds the flags that are not limits of time or memory.
func RegisterUnlimited(s *explore.Settings, flags *pflag.FlagSet) {
	RegisterMemory(&s.Memory, flags)
	command.Group(flags, command.Exploring, func(flags *pflag.FlagSet) {
		flags.Var(value.Positive(&s.MaxSteps), "max-steps", "limit of the length of an execution, in events; a longer one is reported as non-terminating")
		flags.Var(value.OneOf(&s.Order, "ORDER", algos.AllOrders()), "order", "scheduling order: first, last, random or quiet, which executes first the events that share nothing with other threads; calm, recent and shortest are for comparisons")
		flags.Var(value.Seed(&s.Seed), "seed", "seed of the random scheduling order")
	})
}

func RegisterMemory(m *memory.Model, flags *pflag.FlagSet) {
	command.Group(flags, command.Exploring, func(flags *pflag.FlagSet) {
		flags.Var(value.OneOf(m, "MODEL", memory.Models()), "memory", "memory model: sc, tso (x86), pso, tso-genmc, sc-commuting or, of C11 and by trust, rc11, rc11-2017, rc11-genmc, ra, sra, relaxed")
	})
}

// TrustForGraphs makes trust the default algorithm of c, if c takes algorithms, under the memory models of graphs, which others refuse.
func TrustForGraphs(c *cobra.Command) {
	c.PreRunE = func(c *cobra.Command, _ []string) error {
		under, algorithm := c.Flags().Lookup("memory"), c.Flags().Lookup("algo")
		if under == nil || algorithm == nil || algorithm.Changed {
			return nil
		}
		if m, err := memory.Parse(under.Value.String()); err != nil || !m.Graphs() {
			return nil
		}
		_ = algorithm.Value.Set("trust") // as if the user had not, for conflicts; samplers are no algorithms
		return nil
	}
}

// OnlySC returns an error if the memory model is another one; what names the feature that needs it.
func OnlySC(s explore.Settings, what string) error {
	if s.Memory == memory.SC {
		return nil
	}
	return cli.Usagef("--memory %v: %s: must be sc", s.Memory, what)
}

// NoArgs is for commands that take flags only.
func NoArgs(c *cobra.Command, args []string) error {
	if len(args) > 0 {
		example, _, _ := strings.Cut(strings.ReplaceAll(c.Example, " \\\n   ", ""), "\n")
		return cli.Usagef("%s takes no argument, got %q: it is used as in %s", c.Name(), args[0], example)
	}
	return nil
}

// OneFile is for commands that take the name of one file.
func OneFile(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return cli.Usagef("%s takes one file, got %d arguments", c.Name(), len(args))
	}
	return nil
}
