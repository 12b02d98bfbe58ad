package distinguish

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/harness/internal/shared/value"
	"dporbench/model/memory"
)

type distinguishCommand struct {
	Search
	alphabets []smallprog.Alphabet
	bound     smallprog.Bound // of each alphabet
	limits    process.Limits
	against   string // the name of an algorithm or of a memory model
}

func Command(r *program.Registry) *cobra.Command {
	d := distinguishCommand{
		Search: Search{
			By:           Criteria(),
			StorageRatio: 4,
			Patience:     20_000, // all programs of up to three accesses: a second
			Orders:       []algos.Order{algos.FirstThread, algos.LastThread},
			Seed:         1,
		},
		alphabets: smallprog.Alphabets(),
		bound:     smallprog.Bound{FewestThreads: 2, Threads: 4, Variables: 2, Accesses: 5},
		limits:    process.Limits{Time: time.Minute, MemLimit: explore.Defaults().MemLimit},
	}
	d.A, _ = r.Algorithm("pop")
	c := &cobra.Command{
		Use:   "distinguish --algo NAME --against NAME",
		Short: "Find the smallest program on which two algorithms differ",
		Example: `dporbench distinguish --algo sleepset --against pop
dporbench distinguish --algo pop --against tso`,
		Long: `Find the smallest program on which two algorithms differ: in the classes of
executions they visit, in their redundant explorations, or in what they store. All
programs within the bounds are tried by size, and then random ones until the time
is up; a random program that is found is shrunk. A program on which one algorithm misses
classes is shown rather than a smaller one on which they differ in another way.

With --memory sc --against tso, find the smallest program that has more classes
under one memory model than under the other.

The exit status is 1 if no such program was found.`,
		Args: flags.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if err := d.settle(r, c.Flags().Changed); err != nil {
				return err
			}
			return d.run(c)
		},
	}
	f := c.Flags()
	f.Var(flags.Algorithm(r, &d.A), "algo", "algorithm")
	f.StringVar(&d.against, "against", "", "the other algorithm, or another memory `MODEL` for the same one")
	flags.RegisterMemory(&d.Under[0], f)
	f.Var(value.SomeOf(&d.By, "CRITERIA", "any", Criteria()), "by", "classes, redundant or storage, or several separated by commas, or any")
	f.Var(value.Ratio(&d.StorageRatio), "storage-ratio", "factor by which one must store more than the other")
	f.Var(value.SomeOf(&d.alphabets, "ALPHABETS", "all", smallprog.Alphabets()), "alphabet", "rwu, mutex, cas, await, choice, fence, apply or order, or several separated by commas, or all")
	flags.RegisterSizes(&d.bound, f, "maximum accesses of all threads together, before random programs")
	f.Var(value.SomeOf(&d.Orders, "ORDERS", "any", algos.Orders()), "order", "scheduling orders: first, last or random, or several separated by commas, or any")
	f.Var(value.Seed(&d.Seed), "seed", "seed of the random programs and of the random scheduling order")
	f.Var(value.Duration(&d.limits.Time), "timeout", "wall-clock limit of the search")
	f.Var(value.Size(&d.limits.MemLimit), "mem-limit", "limit of the resident memory")
	return c
}

func (d *distinguishCommand) run(c *cobra.Command) error {
	ctx, stop := d.limits.Within(c.Context())
	defer stop()
	counter := terminal.NewCounter(c.ErrOrStderr(), d.A.Name+" and "+d.B.Name, "programs compared")
	d.Progress = counter.Set
	found, tried, err := d.Find(ctx)
	counter.Close()
	switch {
	case c.Context().Err() != nil:
		return context.Cause(c.Context())
	case found == nil && errors.Is(err, process.ErrTime):
		return fmt.Errorf("%s and %s differ on none of %d programs, within the time limit of %s", d.A.Name, d.B.Name, tried, value.FormatDuration(d.limits.Time))
	case found == nil:
		return err
	}
	_, err = fmt.Fprint(c.OutOrStdout(), found)
	return err
}

// oppose determines the two sides of the comparison.
func (d *distinguishCommand) oppose(r *program.Registry) error {
	d.Under[1] = d.Under[0]
	known := false
	if m, err := memory.Parse(d.against); err == nil {
		if m == d.Under[0] {
			return cli.Usagef("--against: must be another memory model than %v", m)
		}
		d.Under[1] = m
		d.By = []Criterion{Classes}
		d.B = d.A
		d.A.Name, d.B.Name = d.Under[0].String(), m.String()
		return nil
	}
	if d.B, known = r.Algorithm(d.against); known && d.B.Name == d.A.Name {
		return cli.Usagef("--against: must be another algorithm than %s", d.A.Name)
	} else if known {
		return nil
	}
	if d.against == "" {
		return cli.Usagef("--against: needs the name of an algorithm: one of %s; or of a memory model: sc, tso, pso, tso-genmc, sc-commuting, rc11, rc11-2017, rc11-genmc, ra, sra or relaxed", strings.Join(r.AlgorithmNames(), ", "))
	}
	return fmt.Errorf("invalid argument %q for \"--against\" flag: %w", d.against, command.Unknown("algorithm", d.against, r.AlgorithmNames()))
}

func (d *distinguishCommand) settle(r *program.Registry, changed func(string) bool) error {
	if err := d.oppose(r); err != nil {
		return err
	}
	if !changed("alphabet") {
		// Not all algorithms explore awaits if Stores are buffered, an Apply is an ordinary
		// update except under the model in which updates commute, and memory orders matter where executions are graphs.
		graphs := slices.ContainsFunc(d.Under[:], memory.Model.Graphs)
		d.alphabets = slices.DeleteFunc(slices.Clone(d.alphabets), func(a smallprog.Alphabet) bool {
			return (a == smallprog.Orders) != graphs ||
				a == smallprog.Awaits && d.Under != [2]memory.Model{} ||
				a == smallprog.Applies && !slices.ContainsFunc(d.Under[:], memory.Model.UpdatesCommute)
		})
	}
	for _, a := range []catalog.Algorithm{d.A, d.B} {
		if a.Samples {
			return cli.Usagef("--algo, --against: %s samples: it differs from all others", a.Name)
		}
	}
	for _, a := range d.alphabets {
		b := d.bound
		b.Alphabet = a
		switch a {
		case smallprog.Mutexes:
			b.Mutexes = 2
		case smallprog.CASes:
			b.Values = 3
		case smallprog.Awaits:
			b.Values = 2
		}
		if err := b.Validate(); err != nil {
			return cli.Usagef("--%w", err)
		}
		d.Bounds = append(d.Bounds, b)
	}
	return nil
}
