package harness

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/harness/internal/distinguish"
	"dporbench/harness/internal/exhaust"
	"dporbench/smallprog"
)

// separating are the flags of separate.
type separating struct {
	algorithm, against catalog.Algorithm // against is unnamed if it is not given
	by                 []distinguish.Criterion
	ratio              float64
	alphabets          []smallprog.Alphabet
	bound              smallprog.Bound // of each alphabet
	orders             []algos.Order
	seed               uint64
	timeout            time.Duration
}

func newSeparate() *cobra.Command {
	s := separating{
		by:        distinguish.Criteria(),
		ratio:     4,
		alphabets: smallprog.Alphabets(),
		bound:     smallprog.Bound{FewestThreads: 2, Threads: 4, Variables: 2, Accesses: 5},
		orders:    []algos.Order{algos.FirstThread, algos.LastThread},
		seed:      1,
		timeout:   time.Minute,
	}
	s.algorithm, _ = catalog.Lookup("pop")
	c := &cobra.Command{
		Use:   "separate --algo NAME --against NAME",
		Short: "Find the smallest program on which two algorithms differ",
		Long: `Find the smallest program on which two algorithms differ: in the classes of
executions they visit, in what they begin that turns out to be redundant, or in
what they store. Every program within the bounds is looked at, by size, and then
random ones until the time is up; one of those is made smaller.

The exit status is 1 if no such program was found.`,
		Args: noArgs,
	}
	s.register(c.Flags())
	c.RunE = func(c *cobra.Command, _ []string) error { return s.run(c) }
	return c
}

func (s *separating) register(flags *pflag.FlagSet) {
	flags.Var(algorithmValue(&s.algorithm), "algo", "algorithm")
	flags.Var(algorithmValue(&s.against), "against", "the other algorithm")
	flags.Var(criteriaValue(&s.by), "by", "classes, redundant or storage, or several separated by commas, or any")
	flags.Var(ratioValue(&s.ratio), "storage-ratio", "one must store so many times as much as the other")
	flags.Var(alphabetsValue(&s.alphabets), "alphabet", "rwu, mutex or cas, or several separated by commas, or all")
	flags.Var(positiveValue(&s.bound.Threads), "threads", "threads of a program at most, at least 2")
	flags.Var(positiveValue(&s.bound.Variables), "variables", "variables at most")
	flags.Var(positiveValue(&s.bound.Accesses), "accesses", "accesses of all threads together at most, before random programs")
	flags.Var(ordersValue(&s.orders), "order", "scheduling orders: first, last or random, or several separated by commas, or any")
	flags.Var(seedValue(&s.seed), "seed", "seed of the random programs and of the random scheduling order")
	flags.Var(durationValue(&s.timeout), "timeout", "wall-clock limit of the search")
}

func (s *separating) run(c *cobra.Command) error {
	search, err := s.search()
	if err != nil {
		return err
	}
	errTimeout := fmt.Errorf("within the time limit of %s", formatDuration(s.timeout))
	ctx, cancel := context.WithTimeoutCause(c.Context(), s.timeout, errTimeout)
	defer cancel()
	found, tried, err := search.Find(ctx)
	switch {
	case c.Context().Err() != nil:
		return exhaust.ErrInterrupted
	case errors.Is(err, errTimeout) && found == nil:
		fmt.Fprintf(c.ErrOrStderr(), "dporbench: %s and %s differ on none of %d programs, %v\n", s.algorithm.Name, s.against.Name, tried, err)
		return errReported
	case found == nil:
		return err
	}
	return writeDifference(c.OutOrStdout(), found)
}

func (s *separating) search() (*distinguish.Search, error) {
	if s.against.Name == "" {
		return nil, badUsage("--against: needs the name of an algorithm: one of %s", strings.Join(catalog.Names(), ", "))
	}
	if s.against.Name == s.algorithm.Name {
		return nil, badUsage("--against: must be another algorithm than %s", s.algorithm.Name)
	}
	for _, a := range []catalog.Algorithm{s.algorithm, s.against} {
		if a.Samples {
			return nil, badUsage("--algo, --against: %s samples: it differs from all others", a.Name)
		}
	}
	search := &distinguish.Search{
		A:            s.algorithm,
		B:            s.against,
		Orders:       s.orders,
		By:           s.by,
		StorageRatio: s.ratio,
		Seed:         s.seed,
	}
	for _, a := range s.alphabets {
		b := s.bound
		b.Alphabet = a
		switch a {
		case smallprog.Mutexes:
			b.Mutexes = 2
		case smallprog.CASes:
			b.Values = 3
		}
		if err := b.Validate(); err != nil {
			return nil, badUsage("--%w", err)
		}
		search.Bounds = append(search.Bounds, b)
	}
	return search, nil
}

// writeDifference writes the program, what the difference is, the figures of
// both algorithms, and the program as Go source.
func writeDifference(w io.Writer, d *distinguish.Difference) error {
	var text strings.Builder
	fmt.Fprintf(&text, "%v\n  order %v\n", d.Program, d.Order)
	for _, reason := range d.Reasons {
		fmt.Fprintf(&text, "  %s\n", reason)
	}
	text.WriteByte('\n')
	writeFigures(&text, d.A, d.B)
	text.WriteString("\n" + d.Program.Source("Separator"))
	_, err := io.WriteString(w, text.String())
	return err
}

func writeFigures(w io.Writer, a, b distinguish.Figures) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer table.Flush()
	row := func(name string, m, n any) { fmt.Fprintf(table, "%s\t%v\t%v\t\n", name, m, n) }
	row("", a.Algorithm, b.Algorithm)
	row("classes", a.Classes, b.Classes)
	row("executions", a.Stats.Executions, b.Stats.Executions)
	row("redundant", a.Stats.Redundant, b.Stats.Redundant)
	row("events", a.Stats.Events, b.Stats.Events)
	for i, counter := range distinguish.Counters(a.Stats.Peak) {
		other := distinguish.Counters(b.Stats.Peak)[i].Value
		if counter.Value > 0 || other > 0 {
			row(counter.Name, counter.Value, other)
		}
	}
}

func criteriaValue(target *[]distinguish.Criterion) value[[]distinguish.Criterion] {
	return value[[]distinguish.Criterion]{target, "CRITERIA",
		func(text string) ([]distinguish.Criterion, error) {
			return parseChoice(text, "any", distinguish.Criteria())
		},
		func(all []distinguish.Criterion) string { return formatChoice(all, "any", distinguish.Criteria()) }}
}

func ordersValue(target *[]algos.Order) value[[]algos.Order] {
	return value[[]algos.Order]{target, "ORDERS",
		func(text string) ([]algos.Order, error) { return parseChoice(text, "any", algos.Orders()) },
		func(all []algos.Order) string { return formatChoice(all, "any", algos.Orders()) }}
}

func alphabetsValue(target *[]smallprog.Alphabet) value[[]smallprog.Alphabet] {
	return value[[]smallprog.Alphabet]{target, "ALPHABETS",
		func(text string) ([]smallprog.Alphabet, error) {
			return parseChoice(text, "all", smallprog.Alphabets())
		},
		func(all []smallprog.Alphabet) string { return formatChoice(all, "all", smallprog.Alphabets()) }}
}

// parseChoice reads names separated by commas, each that of one of all, or the
// word that stands for all.
func parseChoice[T any](text, word string, all []T) ([]T, error) {
	if text == word {
		return all, nil
	}
	var chosen []T
	var names []string
	for _, choice := range all {
		names = append(names, fmt.Sprint(choice))
	}
	for name := range strings.SplitSeq(text, ",") {
		i := slices.Index(names, name)
		if i < 0 {
			return nil, fmt.Errorf("must be some of %s, or %s", strings.Join(names, ", "), word)
		}
		chosen = append(chosen, all[i])
	}
	return chosen, nil
}

func formatChoice[T any](chosen []T, word string, all []T) string {
	if len(chosen) == len(all) {
		return word
	}
	var names []string
	for _, choice := range chosen {
		names = append(names, fmt.Sprint(choice))
	}
	return strings.Join(names, ",")
}

func ratioValue(target *float64) value[float64] {
	return value[float64]{target, "RATIO", parseRatio, func(r float64) string { return strconv.FormatFloat(r, 'g', -1, 64) }}
}

func parseRatio(text string) (float64, error) {
	r, err := strconv.ParseFloat(text, 64)
	if err != nil || !(r > 1) {
		return 0, fmt.Errorf("must be a number above 1")
	}
	return r, nil
}
