package algostest

import (
	"errors"
	"testing"
	"time"

	"dporbench/algos/catalog"
)

// Run checks that the algorithm called name, an entry of the catalog, is what
// an explorer must be and what its entry promises. It is all that an
// algorithm's own test has to call.
func Run(t *testing.T, name string) {
	a, ok := catalog.Lookup(name)
	if !ok {
		t.Fatalf("%s is not in the catalog", name)
	}
	k := kit{a, t.Name(), 20 * time.Second}
	if *givenProgram != "" {
		if err := k.given(*givenProgram, *givenSeed); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, check := range k.checks() {
		t.Run(check.name, func(t *testing.T) {
			if err := noGoroutineLeft(check.run); err != nil {
				t.Fatal(err)
			}
		})
	}
}

// kit checks one algorithm.
type kit struct {
	catalog.Algorithm
	test     string        // that calls Run
	patience time.Duration // how long the exploration of a small program may take
}

// check is one of the things that are checked.
type check struct {
	name string
	run  func() error // the error is all there is to say of what is wrong
}

// checks are all checks, first those that tell most.
func (k kit) checks() []check {
	var all []check
	for _, s := range searches {
		all = append(all, check{s.name, func() error { return k.search(s) }})
	}
	all = append(all,
		check{"outcomes", k.endings},
		check{"executions", k.executions},
		check{"repeatable", k.repeatable},
		check{"stop", k.stop},
		check{"visit error", k.visitError},
		check{"cancel", k.cancel},
		check{"cancel midway", k.cancelMidway},
		check{"endless", k.endless},
		check{"nondeterministic", k.nondeterministic},
		check{"side by side", k.sideBySide},
		check{"counts", k.counts},
	)
	if k.PolynomialMemory {
		all = append(all, check{"memory", k.memory})
	}
	return all
}

// search returns an error with a program that speaks against s, if it finds one.
func (k kit) search(s search) error {
	found, err := k.find(s)
	if found != nil {
		return errors.New(k.report(found))
	}
	return err
}
