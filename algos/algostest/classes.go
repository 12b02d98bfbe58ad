package algostest

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/exhaustive"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/equivalence"
	"dporbench/model/memory"
)

// Classes counts how often an exploration visited each class, by canonical key.
type Classes map[string]int

// Explore collects the classes that x visits.
func Explore(x algos.Explorer, p *model.Program) (Classes, algos.Stats, error) {
	return ExploreBy(equivalence.Mazurkiewicz.NewKeyer(p, memory.SC), x, p)
}

// ExploreBy collects the classes that x visits, by the equivalence of a keyer. Classes by Values are comparable only
// if the same keyer has collected them.
func ExploreBy(keyer *equivalence.Keyer, x algos.Explorer, p *model.Program) (Classes, algos.Stats, error) {
	classes := Classes{}
	stats, err := x.Explore(context.Background(), p, func(e *model.Execution) error {
		key, err := keyer.Key(e.Events())
		classes[key]++
		return err
	})
	return classes, stats, err
}

// Oracle collects the classes of p with the exhaustive explorer.
func Oracle(p *model.Program) (Classes, error) { return OracleUnder(p, memory.SC) }

// OracleUnder collects the classes that p has under a memory model.
func OracleUnder(p *model.Program, m memory.Model) (Classes, error) {
	classes, _, err := Explore(exhaustive.New(algos.Options{Memory: m}), p)
	return classes, err
}

// CheckClasses checks that the explorers made by newExplorer with each of the options visit the
// classes of a program, in the notation of smallprog.Parse, once each.
func CheckClasses(t *testing.T, newExplorer func(algos.Options) algos.Explorer, text string, options ...algos.Options) {
	t.Helper()
	p := smallprog.MustBuild(text)
	for _, o := range options {
		want, err := OracleUnder(p, o.Memory)
		if err != nil {
			t.Fatal(err)
		}
		got, _, err := Explore(newExplorer(o), p)
		if d := got.Difference(want); d != "" || err != nil {
			t.Errorf("%s\n\t%v, seed %d: %s, error %v", text, o.Order, o.Seed, d, err)
		}
	}
}

// Difference describes how got differs from want, which holds each class once: how many classes are
// missing, visited more than once, or unknown. It is empty if none is.
func (got Classes) Difference(want Classes) string { return got.compare(want).String() }

// difference lists the classes in which one exploration differs from another, or that it repeats.
type difference struct {
	classes                    int // expected
	missing, unknown, repeated []string
	repetitions                int // visits of the repeated ones beyond the first
}

func (got Classes) compare(want Classes) difference {
	d := difference{classes: len(want)}
	for key := range want {
		if got[key] == 0 {
			d.missing = append(d.missing, key)
		}
	}
	for key, n := range got {
		if want[key] == 0 {
			d.unknown = append(d.unknown, key)
		}
		if n > 1 {
			d.repeated = append(d.repeated, key)
			d.repetitions += n - 1
		}
	}
	for _, keys := range [][]string{d.missing, d.unknown, d.repeated} {
		slices.Sort(keys)
	}
	return d
}

func (d difference) String() string {
	var parts []string
	for _, part := range []struct {
		n    int
		what string
	}{{len(d.missing), "missing"}, {len(d.unknown), "unknown"}, {d.repetitions, "repeated"}} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.what))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("of %d classes: %s", d.classes, strings.Join(parts, ", "))
}

func (d difference) first() string {
	if all := slices.Concat(d.missing, d.unknown, d.repeated); len(all) > 0 {
		return all[0]
	}
	return ""
}
