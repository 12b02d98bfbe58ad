package algostest

import (
	"errors"
	"flag"
	"fmt"

	"dporbench/algos"
	"dporbench/smallprog"
)

// The flags of a test that calls Run. Given a program, the test checks only that.
var (
	programFlag = flag.String("algostest.program", "", "explore this litmus program only, in all scheduling orders")
	seedFlag    = flag.Uint64("algostest.seed", 1, "seed of the random scheduling order of that")
)

// checkProgram checks a program, in the notation of smallprog.Parse, in all the
// ways in which random programs are checked.
func (k kit) checkProgram(text string, seed uint64) error {
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
	for _, check := range []func(smallprog.Program, []algos.Options, int) (*violation, bool){
		k.againstOracle, k.againstItself, k.eachVisited, k.twice,
	} {
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
