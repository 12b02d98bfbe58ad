package mutations

import (
	"errors"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

// rule is a rule of docs/rules.md, whose number begins its name, with the smallest program known to need it: without
// the rule, the algorithm loses, repeats or invents a class of the program.
type rule struct {
	point
	algorithm string
}

// checkRules checks that the algorithms are exact on the program of each rule: the algorithm of the rule and,
// unless tests are short, all others that explore it under that memory model.
func checkRules(t *testing.T, rules []rule, m memory.Model) {
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) {
			want, err := algostest.OracleUnder(smallprog.MustBuild(r.program), m)
			if err != nil {
				t.Fatal(err)
			}
			if len(want) != r.classes {
				t.Errorf("the oracle finds %d classes, want %d", len(want), r.classes)
			}
			for _, a := range catalog.All() {
				if a.Name == r.algorithm || !testing.Short() && !refuses(a, r.program, m) {
					r.check(t, a, m, want)
				}
			}
		})
	}
}

func (r rule) check(t *testing.T, a catalog.Algorithm, m memory.Model, want algostest.Classes) {
	for _, o := range orders(100) {
		o.Memory = m
		got, stats, err := algostest.Explore(a.New(o), smallprog.MustBuild(r.program))
		if err != nil {
			t.Fatal(err)
		}
		if d := got.Difference(want); d != "" || a.Optimal && stats.Redundant > 0 {
			t.Fatalf("%s\n%s, order %v, seed %d: %s, %d redundant", r.program, a.Name, o.Order, o.Seed, d, stats.Redundant)
		}
	}
}

// refuses reports whether an algorithm says that it does not explore a program under a memory model.
func refuses(a catalog.Algorithm, program string, m memory.Model) bool {
	_, _, err := algostest.Explore(a.New(algos.Options{Memory: m}), smallprog.MustBuild(program))
	return errors.As(err, new(*algos.RefusedError)) || m == memory.CommutingSC && !a.Commuting
}

// undoRules undoes each rule in a copy of the source and checks that a test of this package then fails
// for it.
func undoRules(t *testing.T, rules []rule, test string) {
	if testing.Short() {
		t.Skip("builds the tests once for each rule")
	}
	for _, r := range rules {
		t.Run(r.name, func(t *testing.T) { mustFail(t, r.undone, test, r.name, "-test.short") })
	}
}
