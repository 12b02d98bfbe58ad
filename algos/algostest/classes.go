package algostest

import (
	"context"
	"testing"

	"dporbench/algos"
	"dporbench/algos/exhaustive"
	"dporbench/algos/oracle"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/equivalence"
	"dporbench/model/memory"
)

// Classes counts how often an exploration visited each class, by canonical key.
type Classes = oracle.Classes

// Explore collects the classes that x visits.
func Explore(x algos.Explorer, p *model.Program) (Classes, algos.Stats, error) {
	return ExploreBy(equivalence.Mazurkiewicz.NewKeyer(p, memory.SC), x, p)
}

// ExploreBy collects the classes that x visits, by the equivalence of a keyer. Classes by Values are comparable only
// if the same keyer has collected them.
func ExploreBy(keyer *equivalence.Keyer, x algos.Explorer, p *model.Program) (Classes, algos.Stats, error) {
	return oracle.Collect(context.Background(), keyer, x, p, nil)
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
