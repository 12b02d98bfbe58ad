package algostest

import (
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
)

// FuzzRandom compares an algorithm with the oracle on programs that the
// generators make from the fuzzer's bytes.
func FuzzRandom(f *testing.F) {
	generators := []func(smallprog.Choices) smallprog.Program{smallprog.Random, smallprog.Accesses, smallprog.Contended, smallprog.Locking, smallprog.Rich, smallprog.Awaiting, smallprog.Applying, smallprog.Making}
	f.Fuzz(func(t *testing.T, choices []byte, generator, algorithm, order byte, seed uint64) {
		random := generators[int(generator)%len(generators)]
		fuzz(t, random(smallprog.Bytes(choices)), algorithm, order, seed)
	})
}

// FuzzNotation does the same with programs that the fuzzer writes.
func FuzzNotation(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string, algorithm, order byte, seed uint64) {
		p, err := smallprog.Parse(text)
		if err != nil || p.Size() > 12 || len(p.Threads) > 5 {
			t.Skip("no program, or a large one")
		}
		fuzz(t, p, algorithm, order, seed)
	})
}

// fuzz compares one of the algorithms with the oracle on p, if that is small.
func fuzz(t *testing.T, p smallprog.Program, algorithm, order byte, seed uint64) {
	all := catalog.All()
	k := kit{all[int(algorithm)%len(all)], t.Name(), 20 * time.Second}
	orders := algos.Orders()
	o := algos.Options{Order: orders[int(order)%len(orders)], Seed: seed}
	violation, tried := k.againstOracle(p, []algos.Options{o}, 300)
	if violation != nil {
		t.Fatal(k.report(&finding{p, violation, "program made by the fuzzer"}))
	}
	if !tried {
		t.Skip("too large")
	}
}
