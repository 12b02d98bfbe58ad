package algostest

import (
	"errors"
	"flag"
	"fmt"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

// The flags of a test that calls Run. Given a program, the test checks only that program.
var (
	memoryFlag  = flag.String("algostest.memory", "sc", "the memory model for -algostest.program: sc, tso, pso, tso-genmc, sc-commuting or, of graphs, rc11, rc11-2017, rc11-genmc, ra, sra, relaxed")
	programFlag = flag.String("algostest.program", "", "explore only this litmus program, in all scheduling orders")
	boundFlag   = flag.Int("algostest.preemptions", -1, "the bound of preemptions for -algostest.program, if not negative")
	seedFlag    = flag.Uint64("algostest.seed", 1, "the seed of the random scheduling order for -algostest.program")
)

// Run checks that the algorithm called name, an entry of the catalog, keeps the
// contract of algos.Explorer and the promises of its entry. It is all that an
// algorithm's own test has to call.
func Run(t *testing.T, name string) {
	a, ok := catalog.Lookup(name)
	if !ok {
		t.Fatalf("%s is not in the catalog", name)
	}
	RunAlgorithm(t, a)
}

// RunAlgorithm is Run for an algorithm that need not be in the catalog, such as
// one in another module.
func RunAlgorithm(t *testing.T, a catalog.Algorithm) {
	if err := catalog.Validate([]catalog.Algorithm{a}); err != nil {
		t.Fatal(err)
	}
	k := kit{a, t.Name(), 20 * time.Second}
	w := &watch{running: map[*exploring]struct{}{}}
	k.New = func(o algos.Options) algos.Explorer { return w.around(a.New(o)) }
	if *programFlag != "" {
		memory, err := memory.Parse(*memoryFlag)
		if err != nil {
			t.Fatal(err)
		}
		if err := k.checkProgram(*programFlag, *seedFlag, memory); err != nil {
			t.Fatal(err)
		}
		return
	}
	for _, check := range k.checks() {
		t.Run(check.name, func(t *testing.T) {
			if err := w.untilStalled(6*k.timeout, func() error { return noGoroutineLeft(check.run) }); err != nil {
				t.Fatal(err)
			}
		})
	}
}

type kit struct {
	catalog.Algorithm
	test    string        // the name of the test that calls Run
	timeout time.Duration // how long the exploration of a small program may take
}

type check struct {
	name string
	run  func() error // the error says everything that is known about the mistake
}

// checks lists all checks, the most informative first.
func (k kit) checks() []check {
	if k.Samples {
		return append(k.claims([]search{sampled}), k.always()...)
	}
	all := append(append(k.claims(searches), check{"hard programs", k.hard}), k.always()...)
	if k.Awaits {
		all = append(all, k.claims(awaitSearches)...)
	}
	if k.StoreBuffers {
		all = append(append(all, k.claims(bufferSearches)...), check{"hard programs under tso", k.hardUnderTSO})
	}
	if k.Commuting {
		all = append(all, k.claims(commutingSearches)...)
	}
	if k.Graphs {
		all = append(all, k.claims(graphSearches)...)
	}
	all = append(all, check{"counts", k.counts})
	if k.PolynomialMemory {
		all = append(all, check{"memory", k.memory})
	}
	if k.Bounded {
		all = append(all, k.claims(boundedSearches)...)
	}
	if k.Splittable {
		all = append(append(all, k.claims(taskSearches)...), check{"tasks", k.tasks})
	}
	if k.Splittable && k.StoreBuffers {
		all = append(all, k.claims(bufferTasks)...)
	}
	if k.Splittable && k.Commuting {
		all = append(all, k.claims(commutingTasks)...)
	}
	if k.Splittable && k.Graphs {
		all = append(all, k.claims(graphTasks)...)
	}
	return all
}

// claims are the checks that look for counterexamples.
func (k kit) claims(searches []search) (all []check) {
	for _, s := range searches {
		all = append(all, check{s.name, func() error { return k.search(s) }})
	}
	return all
}

func (k kit) always() []check {
	return []check{
		{"outcomes", k.endings},
		{"executions", k.executions},
		{"repeatable", k.repeatable},
		{"events", k.events},
		{"stop", k.stop},
		{"visit error", k.visitError},
		{"cancel", k.cancel},
		{"cancel midway", k.cancelMidway},
		{"cancel within", k.cancelWithin},
		{"endless", k.endless},
		{"nondeterministic", k.nondeterministic},
		{"side by side", k.sideBySide},
	}
}

func (k kit) search(s search) error {
	found, err := k.find(s)
	if found != nil {
		return errors.New(k.report(found))
	}
	return err
}

// checkProgram checks a program, in the notation of smallprog.Parse, in all the
// ways in which random programs are checked.
func (k kit) checkProgram(text string, seed uint64, m memory.Model) error {
	p, err := smallprog.Parse(text)
	if err != nil {
		return err
	}
	const atMost = 100_000
	options := []algos.Options{
		{Order: algos.FirstThread, Memory: m},
		{Order: algos.LastThread, Memory: m},
		{Order: algos.RandomThread, Seed: seed, Memory: m},
	}
	if *boundFlag >= 0 {
		for i := range options {
			options[i].Preemptions = algos.AtMost(*boundFlag)
		}
	}
	checks := []func(smallprog.Program, []algos.Options, int) (*violation, bool){
		k.againstOracle, k.againstItself, k.eachVisited, k.twice,
	}
	if k.Splittable {
		checks = append(checks, k.inTasks)
	}
	for _, check := range checks {
		violation, tried := check(p, options, atMost)
		switch {
		case violation != nil:
			return errors.New(k.report(&finding{p, violation, "program as given"}))
		case !tried:
			return fmt.Errorf("%s has more than %d executions", text, atMost)
		}
	}
	return nil
}
