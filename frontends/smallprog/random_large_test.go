package smallprog

import (
	"math/rand/v2"
	"testing"
)

// TestLarge makes programs of each kind, of the sizes that Large promises, and with the features of the kind.
func TestLarge(t *testing.T) {
	signs := map[LargeKind][]Op{
		LargeBranching: {If, StoreRegister}, LargeCAS: {CAS}, LargeFetching: {Swap, Fetch, CompareExchange},
		LargeLocking: {Lock, Unlock}, LargeStarting: {Go, Join}, LargeChoosing: {Choose}, LargeAwaiting: {Await, When},
		LargeMixed:  {If, StoreRegister, CAS, Swap, Fetch, CompareExchange, Lock, Unlock, Go, Join, Choose, Await, When},
		LargeNested: {If, StoreRegister, CAS, Swap, Fetch, CompareExchange, Lock, Unlock, Go, Join, Choose, Await, When, Fence, New, Apply},

		LargeNestedAwaiting: {Await, When},
	}
	for _, kind := range LargeKinds() {
		r := rand.New(rand.NewPCG(1, 0))
		seen := map[Op]bool{}
		for range 500 {
			p := Large(r, kind)
			fewest, most := 8, 14
			if kind >= LargeNested {
				fewest, most = 5, 40
			}
			if n := p.accesses(); len(p.Threads) < 5 && kind < LargeNested || len(p.Threads) > 7 || n < fewest || n > most {
				t.Fatalf("%v: %d threads and %d accesses: %v", kind, len(p.Threads), n, p)
			}
			for s := range p.statements() {
				seen[s.Op] = true
			}
		}
		for _, op := range append(signs[kind], Load, Store) {
			if !seen[op] {
				t.Errorf("%v: no program has operation %d", kind, op)
			}
			delete(seen, op)
		}
		if delete(seen, Update); len(seen) > 0 && kind == LargePlain {
			t.Errorf("%v: programs have operations %v", kind, seen)
		}
	}
}

// accesses returns the number of statements that access a variable.
func (p Program) accesses() (n int) {
	for s := range p.statements() {
		if s.Op.has("%x") {
			n++
		}
	}
	return n
}
