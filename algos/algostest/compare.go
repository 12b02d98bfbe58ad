package algostest

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/exhaustive"
	"dporbench/litmus"
	"dporbench/model"
)

// Classes is how often an exploration visited each class, by canonical key.
type Classes map[string]int

// Explore collects the classes that x visits.
func Explore(x algos.Explorer, p *model.Program) (Classes, algos.Stats, error) {
	classes := Classes{}
	stats, err := x.Explore(context.Background(), p, func(e *model.Execution) error {
		classes[e.Key()]++
		return nil
	})
	return classes, stats, err
}

// Oracle collects the classes of p with the exhaustive explorer.
func Oracle(p *model.Program) (Classes, error) {
	classes, _, err := Explore(exhaustive.New(algos.Options{}), p)
	return classes, err
}

// CheckClasses checks that the explorers that newExplorer makes with each of the
// options visit the classes of a program, in the notation of litmus.Parse, once each.
func CheckClasses(t *testing.T, newExplorer func(algos.Options) algos.Explorer, text string, options ...algos.Options) {
	t.Helper()
	p := litmus.MustBuild(text)
	want, err := Oracle(p)
	if err != nil {
		t.Fatal(err)
	}
	for _, o := range options {
		got, _, err := Explore(newExplorer(o), p)
		if d := got.Difference(want); d != "" || err != nil {
			t.Errorf("%s\n\t%v, seed %d: %s, error %v", text, o.Order, o.Seed, d, err)
		}
	}
}

// Difference tells how got differs from want, which holds each class once: what
// is missing, visited more than once, or unknown. It is empty if nothing is.
func (got Classes) Difference(want Classes) string {
	missing, unknown, repeated := 0, 0, 0
	for key := range want {
		if got[key] == 0 {
			missing++
		}
	}
	for key, n := range got {
		if want[key] == 0 {
			unknown++
		}
		repeated += n - 1
	}
	var parts []string
	for _, d := range []struct {
		n    int
		what string
	}{{missing, "missing"}, {unknown, "unknown"}, {repeated, "repeated"}} {
		if d.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", d.n, d.what))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("of %d classes: %s", len(want), strings.Join(parts, ", "))
}
