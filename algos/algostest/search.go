package algostest

import (
	"time"

	"dporbench/algos"
	"dporbench/smallprog"

	"pgregory.net/rapid"
)

// search is a claim about the exploration of every program, and how to look for
// counterexamples.
type search struct {
	name     string
	programs int // to be tried
	random   func(smallprog.Choices) smallprog.Program
	options  func(smallprog.Choices) []algos.Options
	// test says what is wrong with the exploration of a program, unless the
	// program has more than atMost executions.
	test   func(k kit, p smallprog.Program, o []algos.Options, atMost int) (f *violation, tried bool)
	atMost int
}

// searches are the claims. Where the oracle takes part, programs must be small
// enough for it.
var searches = []search{
	{"random programs", 4000, smallprog.Random, inAllOrders, kit.againstOracle, 500},
	{"loads and stores", 2000, smallprog.Accesses, inAllOrders, kit.againstOracle, 500},
	{"chains of CompareAndSwap", 4000, smallprog.Contended, inRandomOrders, kit.againstOracle, 500},
	{"locks", 500, smallprog.Locking, inAllOrders, kit.againstOracle, 100},
	{"any order", 500, smallprog.Random, inRandomOrders, kit.againstItself, 1500},
}

// sampled is the claim about an algorithm that samples: that it visits only
// executions that exist. Less can be wrong with it, and each program takes longer.
var sampled = search{"random programs", 100, smallprog.Random, inAllOrders, kit.againstOracle, 500}

func inAllOrders(c smallprog.Choices) []algos.Options {
	return []algos.Options{{Order: algos.FirstThread}, {Order: algos.LastThread}, randomOrder(c)}
}

func inRandomOrders(c smallprog.Choices) []algos.Options {
	options := make([]algos.Options, 4)
	for i := range options {
		options[i] = randomOrder(c)
	}
	return options
}

func randomOrder(c smallprog.Choices) algos.Options {
	return algos.Options{Order: algos.RandomThread, Seed: uint64(c.IntN(1 << 16))}
}

type finding struct {
	program   smallprog.Program
	violation *violation
	origin    string // where the program is from
}

// find looks for a counterexample to s and shrinks it: first the random choices, then the
// program. The error says that too few programs could be tried.
func (k kit) find(s search) (*finding, error) {
	var found *finding
	var options []algos.Options
	err := quickCheck(s.programs, func(t *rapid.T) {
		if found != nil && found.violation.late {
			return
		}
		p, o := s.random(drawn{t}), s.options(drawn{t})
		violation, tried := s.test(k, p, o, s.atMost)
		if !tried {
			t.Skip("too large")
		}
		if violation != nil {
			found, options = &finding{p, violation, "program made from -rapid.seed=" + seed() + " and made smaller"}, o
			t.FailNow()
		}
	})
	if found == nil {
		return nil, err
	}
	return k.shrink(s, found, options), nil
}

func (k kit) shrink(s search, found *finding, options []algos.Options) *finding {
	until := time.Now().Add(15 * time.Second)
	smallprog.Shrink(found.program, func(q smallprog.Program) bool {
		if found.violation.late || time.Now().After(until) {
			return false
		}
		violation, _ := s.test(k, q, options, s.atMost)
		if violation != nil {
			found = &finding{q, violation, found.origin}
		}
		return violation != nil
	})
	return found
}
