// Package distinguish finds small programs on which two algorithms differ. The
// smallest such program shows the difference best.
package distinguish

import (
	"context"
	"errors"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/counters"
	"dporbench/algos/oracle"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/equivalence"
	"dporbench/model/memory"
)

// Search configures a comparison of two algorithms.
type Search struct {
	A, B catalog.Algorithm
	// Under are the memory models of A and of B. If they differ, executions are counted instead of
	// compared: the weaker model allows all executions of the stronger one, and more.
	Under  [2]memory.Model
	Orders []algos.Order // of both; a difference in any of them counts
	By     []Criterion   // a difference by any of them counts
	// StorageRatio is the factor by which one must store more than the other
	// to differ by Storage.
	StorageRatio float64
	// Patience is the number of programs that are tried after one on which they differ by a less serious criterion, to
	// find one on which they differ by a more serious one.
	Patience int
	// Bounds are searched first, all of them together by the number of accesses.
	Bounds []smallprog.Bound
	// Seed is the seed of the random programs, which are searched next, and of
	// the random scheduling order.
	Seed uint64
	// Progress, if not nil, is called after each program.
	Progress func(tried, all int64)
}

// Criterion is a way for two algorithms to differ.
type Criterion string

// The criteria, from the most serious.
const (
	Classes   Criterion = "classes"   // one misses a class, or repeats one, that the other does not; or fails
	Redundant Criterion = "redundant" // they do not begin the same number of redundant explorations
	Storage   Criterion = "storage"   // one stores many times as much
)

func Criteria() []Criterion { return []Criterion{Classes, Redundant, Storage} }

// Figures are the results of an algorithm on a program.
type Figures struct {
	Algorithm string
	Classes   int                     // number of classes visited
	By        equivalence.Equivalence // whose classes these are
	Stats     algos.Stats
	Err       error // returned by the exploration

	visits oracle.Classes
}

// Difference is a program on which the algorithms differ.
type Difference struct {
	Program smallprog.Program
	Order   algos.Order
	A, B    Figures
	By      Criterion // the most serious by which they differ
	Reasons []string  // how they differ, one line each, the most serious first
}

// A program with more executions does not count as small.
const mostExecutions = 10_000

var errLarge = errors.New("too many executions")

// compare returns nil if the algorithms do not differ on p, or p is too large. The error is the cause of ctx.
func (s *Search) compare(ctx context.Context, p smallprog.Program) (*Difference, error) {
	program := p.Build()
	for _, order := range s.Orders {
		d := s.compareIn(ctx, program, order)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if d != nil {
			d.Program = p
			return d, nil
		}
	}
	return nil, nil
}

func (s *Search) compareIn(ctx context.Context, p *model.Program, order algos.Order) *Difference {
	keyer := s.by().NewKeyer(p, s.Under[0])
	defer keyer.Close()
	explore := func(a catalog.Algorithm, m memory.Model) Figures {
		return s.exploreWith(ctx, a, algos.Options{Order: order, Seed: s.Seed, Memory: m}, p, keyer)
	}
	d := &Difference{Order: order, A: explore(s.A, s.Under[0]), B: explore(s.B, s.Under[1])}
	if errors.Is(d.A.Err, errLarge) || errors.Is(d.B.Err, errLarge) {
		return nil
	}
	for _, by := range Criteria() {
		if !slices.Contains(s.By, by) {
			continue
		}
		reasons := s.reasons(by, d.A, d.B)
		if len(d.Reasons) == 0 && len(reasons) > 0 {
			d.By = by
		}
		d.Reasons = append(d.Reasons, reasons...)
	}
	if len(d.Reasons) == 0 {
		return nil
	}
	return d
}

// by is the equivalence by which the algorithms are compared: the coarser of their two.
func (s *Search) by() equivalence.Equivalence {
	return equivalence.Coarser(s.A.Equivalence, s.B.Equivalence)
}

func (s *Search) exploreWith(ctx context.Context, a catalog.Algorithm, o algos.Options, p *model.Program, keyer *equivalence.Keyer) Figures {
	f := Figures{Algorithm: a.Name, By: keyer.Equivalence()}
	n := 0
	f.visits, f.Stats, f.Err = oracle.Collect(ctx, keyer, a.New(o), p, func(*model.Execution, string, int) error {
		if n++; n > mostExecutions {
			return errLarge
		}
		return nil
	})
	f.Classes = len(f.visits)
	if a.Equivalence != s.by() {
		for key := range f.visits {
			f.visits[key] = 1 // it visits such a class once for each of its own
		}
	}
	return f
}

func (s *Search) reasons(by Criterion, a, b Figures) []string {
	switch by {
	case Classes:
		if s.Under[0] != s.Under[1] && a.Err == nil && b.Err == nil {
			return differentCounts(a, b)
		}
		return differentClasses(a, b)
	case Redundant:
		if x, y := a.Stats.Redundant, b.Stats.Redundant; x != y {
			return []string{fmt.Sprintf("redundant explorations: %s %d, %s %d", a.Algorithm, x, b.Algorithm, y)}
		}
	case Storage:
		return s.differentStorage(a, b)
	}
	return nil
}

func differentCounts(a, b Figures) []string {
	if a.Classes == b.Classes {
		return nil
	}
	return []string{fmt.Sprintf("classes: %s %d, %s %d", a.Algorithm, a.Classes, b.Algorithm, b.Classes)}
}

func differentClasses(a, b Figures) []string {
	var reasons []string
	if (a.Err == nil) != (b.Err == nil) {
		reasons = append(reasons, fmt.Sprintf("%s: %s; %s: %s", a.Algorithm, ending(a.Err), b.Algorithm, ending(b.Err)))
	}
	for _, pair := range [][2]Figures{{a, b}, {b, a}} {
		missing, repeated := 0, 0
		for key, n := range pair[1].visits {
			if m := pair[0].visits[key]; m == 0 {
				missing++
			} else if m > n {
				repeated++
			}
		}
		if missing > 0 {
			reasons = append(reasons, fmt.Sprintf("classes: %s misses %d that %s visits", pair[0].Algorithm, missing, pair[1].Algorithm))
		}
		if repeated > 0 {
			reasons = append(reasons, fmt.Sprintf("classes: %s visits %d more often than %s", pair[0].Algorithm, repeated, pair[1].Algorithm))
		}
	}
	return reasons
}

func ending(err error) string {
	if err == nil {
		return "ends well"
	}
	return err.Error()
}

func (s *Search) differentStorage(a, b Figures) []string {
	var reasons []string
	for _, c := range storage(a, b) {
		if m, n := float64(c.a), float64(c.b); min(m, n) > 0 && max(m, n) >= s.StorageRatio*min(m, n) {
			reasons = append(reasons, fmt.Sprintf("%s: %s %d, %s %d", c.name, a.Algorithm, c.a, b.Algorithm, c.b))
		}
	}
	return reasons
}

type stored struct {
	name string
	a, b int64
}

// storage returns the counters without the model's cache, followed by their sum.
func storage(a, b Figures) []stored {
	var list []stored
	all := stored{name: "all stored"}
	for _, c := range counters.Own() {
		s := stored{c.Name + " stored", c.In(a.Stats.Peak), c.In(b.Stats.Peak)}
		list = append(list, s)
		all.a, all.b = all.a+s.a, all.b+s.b
	}
	return append(list, all)
}

// String shows the program, the differences, the figures of both algorithms, and
// the program as Go source.
func (d *Difference) String() string {
	var text strings.Builder
	fmt.Fprintf(&text, "%v\n  order %v\n", d.Program, d.Order)
	for _, reason := range d.Reasons {
		fmt.Fprintf(&text, "  %s\n", reason)
	}
	text.WriteByte('\n')
	d.writeFigures(&text)
	text.WriteString("\n" + d.Program.Source("Separator"))
	return text.String()
}

func (d *Difference) writeFigures(w io.Writer) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer table.Flush()
	row := func(name string, m, n any) { fmt.Fprintf(table, "%s\t%v\t%v\t\n", name, m, n) }
	row("", d.A.Algorithm, d.B.Algorithm)
	classes := "classes"
	if !d.A.By.KeepsOrder() {
		classes = d.A.By.String() + " " + classes
	}
	row(classes, d.A.Classes, d.B.Classes)
	row("executions", d.A.Stats.Executions, d.B.Stats.Executions)
	row("redundant", d.A.Stats.Redundant, d.B.Stats.Redundant)
	row("events", d.A.Stats.Events, d.B.Stats.Events)
	for _, c := range storage(d.A, d.B) {
		if c.a > 0 || c.b > 0 {
			row(c.name, c.a, c.b)
		}
	}
}
