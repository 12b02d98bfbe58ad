package exhaust

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"dporbench/frontends/smallprog"
)

// Report contains the coverage and the findings of a run. Two runs of the same plan by the
// same build write the same report.
type Report struct {
	Plan     Plan
	Findings Findings
	Commit   string // the commit that the command was built from
	Go       string // the version of Go
}

func (c Report) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s on every program within bounds\n\n", c.Plan.Algorithm.Name)
	c.writeFacts(&b)
	for i, bound := range c.Plan.Bounds {
		fmt.Fprintf(&b, "\n%s\n", bound)
		c.writeTallies(&b, i)
	}
	c.writeFailures(&b)
	return b.String()
}

func (c Report) writeFacts(w io.Writer) {
	facts := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	defer facts.Flush()
	for _, fact := range [][2]string{
		{"commit", c.Commit},
		{"go", c.Go},
		{"programs", c.left()},
		{"orders", c.orders()},
		{"checked", strings.Join(c.checked(), "; ")},
	} {
		fmt.Fprintf(facts, "%s\t%s\n", fact[0], fact[1])
	}
}

func (c Report) left() string {
	text := "one of each set that differs in names and the order of threads only; what is never reached is left out"
	has := func(a smallprog.Alphabet) bool {
		return slices.ContainsFunc(c.Plan.Bounds, func(b smallprog.Bound) bool { return b.Alphabet == a })
	}
	if has(smallprog.CASes) {
		text += "; values that no compare-and-swap of their variable expects are one"
	}
	if has(smallprog.Awaits) {
		text += "; values that nothing awaits are one"
	}
	return text
}

func (c Report) orders() string {
	text := strings.Join(c.Plan.orders(), ", ")
	if c.Plan.Rearrange {
		text += ", each with the threads declared in every order"
	}
	return text
}

func (c Report) checked() []string {
	a := c.Plan.Algorithm
	checked := []string{"every class of the oracle visited, and no other"}
	if !a.Equivalence.KeepsOrder() {
		checked[0] = fmt.Sprintf("every %v class of the oracle's executions visited, and no other", a.Equivalence)
	}
	if a.ExactlyOnce {
		checked[0] += ", exactly once"
		checked = append(checked, "outcomes")
	}
	if _, bounded := c.Plan.Orders[0].Preemptions.Limit(); a.Optimal && !bounded {
		checked = append(checked, "nothing redundant")
	}
	if a.PolynomialMemory {
		checked = append(checked, "depth at most n(n-1)/2", "sleep set entries at most n²")
	}
	return checked
}

func (c Report) writeTallies(w io.Writer, bound int) {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	defer table.Flush()
	row := func(cells ...any) { fmt.Fprintf(table, strings.Repeat("%v\t", len(cells))+"\n", cells...) }
	row("accesses", "threads", "programs", "classes", "most", "executions", "redundant", "failing")
	var total Tally
	for _, t := range c.Findings.Tallies {
		if t.Bound == bound {
			row(t.Accesses, t.Threads, t.Programs, t.Classes, t.Most, t.Executions, t.Redundant, t.Failing)
			total.add(t)
		}
	}
	row("all", "", total.Programs, total.Classes, total.Most, total.Executions, total.Redundant, total.Failing)
}

func (c Report) writeFailures(w io.Writer) {
	n := c.Findings.Failing()
	fmt.Fprintf(w, "\nprograms that fail: %d\n", n)
	for _, f := range c.Findings.Failures {
		fmt.Fprintf(w, "  %s\n    %s: %s\n", f.Program, f.Order, f.Problem)
	}
	if more := n - int64(len(c.Findings.Failures)); more > 0 {
		fmt.Fprintf(w, "  and %d more\n", more)
	}
}
