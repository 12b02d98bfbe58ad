package algostest

import (
	"errors"
	"flag"
	"fmt"

	"dporbench/algos"
	"dporbench/smallprog"
)

// The flags of a test that calls Run. With a program, that is all it checks.
var (
	givenProgram = flag.String("algostest.program", "", "explore this litmus program only, in all scheduling orders")
	givenSeed    = flag.Uint64("algostest.seed", 1, "seed of the random scheduling order of that")
)

// given checks a program, in the notation of smallprog.Parse, in all ways in which
// random ones are.
func (k kit) given(text string, seed uint64) error {
	p, err := smallprog.Parse(text)
	if err != nil {
		return err
	}
	const atMost = 100_000
	options := []algos.Options{
		{Order: algos.FirstThread},
		{Order: algos.LastThread},
		{Order: algos.RandomThread, Seed: seed},
	}
	flaw, tried := k.againstOracle(p, options, atMost)
	if flaw == nil && tried {
		flaw, tried = k.againstItself(p, options, atMost)
	}
	if flaw == nil && tried {
		flaw, tried = k.eachVisited(p, options, atMost)
	}
	if flaw == nil && tried {
		flaw, tried = k.twice(p, options, atMost)
	}
	switch {
	case flaw != nil:
		return errors.New(k.report(&finding{p, flaw, "program as given"}))
	case !tried:
		return fmt.Errorf("%s has more than %d executions", text, atMost)
	}
	return nil
}
