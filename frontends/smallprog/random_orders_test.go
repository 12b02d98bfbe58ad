package smallprog

import (
	"math/rand/v2"
	"testing"

	"dporbench/model/operation"
)

// TestOrdered: programs with memory orders are read again from their text, and each mix has the orders that it should, and no others.
func TestOrdered(t *testing.T) {
	sc, plain, relaxed := operation.SeqCst, operation.Plain, operation.Relaxed
	for _, c := range []struct {
		mix      Mix
		accesses []operation.MemoryOrder // besides acquire, release and both
		fences   []operation.MemoryOrder
	}{
		{MixRelaxed, []operation.MemoryOrder{relaxed}, nil},
		{MixFences, []operation.MemoryOrder{relaxed}, []operation.MemoryOrder{sc}},
		{MixSeqCst, []operation.MemoryOrder{relaxed, sc}, []operation.MemoryOrder{sc}},
		{MixAll, []operation.MemoryOrder{relaxed, sc}, []operation.MemoryOrder{sc}},
		{MixPlain, []operation.MemoryOrder{relaxed, plain}, nil},
	} {
		accesses, fences := map[operation.MemoryOrder]bool{}, map[operation.MemoryOrder]bool{}
		r := rand.New(rand.NewPCG(1, 0))
		for range 500 {
			p := Ordered(r, Started(r, Sectioned(r, BufferedAwaiting(r))), c.mix)
			if again, err := Parse(p.String()); err != nil || again.String() != p.String() {
				t.Fatalf("%v is read as %v, error %v", p, again, err)
			}
			for s := range p.statements() {
				switch {
				case s.Op == Fence:
					fences[s.Order.Memory()] = true
				case s.Op.has("%x"):
					accesses[s.Order.Memory()] = true
				}
			}
		}
		checkOrders(t, c.mix, "accesses", accesses, c.accesses)
		checkOrders(t, c.mix, "fences", fences, c.fences)
	}
}

func checkOrders(t *testing.T, m Mix, kind string, got map[operation.MemoryOrder]bool, want []operation.MemoryOrder) {
	want = append(want, operation.Acquire, operation.Release, operation.AcqRel)
	for _, o := range want {
		if !got[o] {
			t.Errorf("%v: no %s are %v", m, kind, o)
		}
		delete(got, o)
	}
	for o := range got {
		t.Errorf("%v: some %s are %v", m, kind, o)
	}
}
