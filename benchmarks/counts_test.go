package benchmarks_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/model"
)

// Every count is of a program that exists, and no program is counted twice.
func TestCountsNamePrograms(t *testing.T) {
	seen := make(map[string]bool)    // programs
	counted := make(map[string]bool) // benchmarks
	for _, c := range benchmarks.Counts() {
		b, ok := benchmarks.Lookup(c.Benchmark)
		if !ok {
			t.Errorf("%s: no such benchmark", title(c))
			continue
		}
		if _, err := b.Program(c.Params...); err != nil {
			t.Error(err)
		}
		if seen[title(c)] {
			t.Errorf("%s: two counts", title(c))
		}
		seen[title(c)] = true
		counted[c.Benchmark] = true
		if found, ok := benchmarks.Expected(c.Benchmark, c.Params); !ok || found.Executions != c.Executions {
			t.Errorf("Expected(%s) = %v, %v, want %d", title(c), found, ok, c.Executions)
		}
	}
	for _, b := range benchmarks.All()[:12] { // Table 1, casrot and casw: for others, counts are optional
		if !counted[b.Name] {
			t.Errorf("%s: no count", b.Name)
		}
	}
	if c, ok := benchmarks.Expected("lastzero", []int{99}); ok {
		t.Errorf("Expected found %v, which has not been counted", c)
	}
}

// Every algorithm took some time and memory for every row of Table 1.
func TestPaperTable(t *testing.T) {
	for _, r := range benchmarks.PaperTable() {
		for _, f := range []benchmarks.PaperFigures{r.TruSt, r.Optimal, r.POP} {
			if f.Seconds <= 0 || f.MB <= 0 {
				t.Errorf("%s%v: %v: a figure is missing", r.Benchmark, r.Params, f)
			}
		}
	}
}

// The explorations give the known counts.
func TestCounts(t *testing.T) {
	tests := []struct {
		algorithm string
		within    func(benchmarks.Count) bool
	}{
		{"sleepset", func(c benchmarks.Count) bool {
			// Sleep sets alone enter every prefix of every class, even where
			// there is nothing to reverse: more than 10^12 of them for the
			// independent threads of these two.
			hopeless := c.Benchmark == "filesystem" || c.Benchmark == "indexer"
			return c.Source == benchmarks.SourceTools && !hopeless
		}},
		{"pop", func(c benchmarks.Count) bool { return c.Executions <= 10_000 }},
	}
	for _, test := range tests {
		algorithm, ok := catalog.Lookup(test.algorithm)
		if !ok {
			t.Errorf("no algorithm %s", test.algorithm)
			continue
		}
		for _, c := range benchmarks.Counts() {
			if !test.within(c) {
				continue
			}
			t.Run(test.algorithm+"/"+title(c), func(t *testing.T) {
				t.Parallel()
				checkCount(t, algorithm, c)
			})
		}
	}
}

func checkCount(t *testing.T, algorithm catalog.Algorithm, c benchmarks.Count) {
	b, _ := benchmarks.Lookup(c.Benchmark)
	p, err := b.Program(c.Params...)
	if err != nil {
		t.Fatal(err)
	}
	stats, err := algorithm.New(algos.Options{}).Explore(context.Background(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	if stats.Executions != c.Executions {
		t.Errorf("%d executions, want %d (%s)", stats.Executions, c.Executions, c.Source)
	}
	if algorithm.Optimal && stats.Redundant != 0 {
		t.Errorf("%d redundant explorations, want none", stats.Redundant)
	}
	for outcome, n := range map[model.Outcome]int64{
		model.Failed: stats.Failed, model.AssumeBlocked: stats.AssumeBlocked, model.Deadlocked: stats.Deadlocked, model.Starved: stats.Starved,
	} {
		if n != 0 && !slices.Contains(b.Outcomes, outcome) {
			t.Errorf("%d executions ended %v, want none", n, outcome)
		}
	}
}

// title returns, for example, "length-param(2,1024)".
func title(c benchmarks.Count) string {
	params := strings.ReplaceAll(strings.Trim(fmt.Sprint(c.Params), "[]"), " ", ",")
	return c.Benchmark + "(" + params + ")"
}
