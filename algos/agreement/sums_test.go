package agreement_test

import (
	"context"
	"hash/maphash"
	"testing"

	"dporbench/algos"
	"dporbench/algos/optimal"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/front"
	"dporbench/model/order"
)

// sums summarises a run. Two runs that have visited the same classes, each equally often, have the
// same sums; two others have them only by chance, once in 2^64.
type sums struct {
	executions, failed, assumeBlocked, deadlocked int64
	sum, xor                                      uint64 // of the hashes of the classes visited
}

// hashSeed is specific to this process: sums are compared only within it.
var hashSeed = maphash.MakeSeed()

// adder adds up runs of one program, one after the other.
type adder struct {
	program *model.Program
	keyer   *order.Keyer
	key     []byte
}

func newAdder(p *model.Program) *adder {
	return &adder{program: p, keyer: order.NewKeyer((*front.Program)(p))}
}

// run records the executions that an exploration visits, and how many explorations were redundant. tooMany is
// true if it was stopped because it had visited more than atMost executions.
func (a *adder) run(x algos.Explorer, atMost int64) (s sums, redundant int64, tooMany bool, err error) {
	stats, err := x.Explore(context.Background(), a.program, func(e *model.Execution) error {
		if s.executions++; s.executions > atMost {
			tooMany = true
			return algos.ErrStop
		}
		a.key = a.keyer.Append(a.key[:0], e.Events())
		h := maphash.Bytes(hashSeed, a.key)
		s.sum += h
		s.xor ^= h
		return nil
	})
	s.failed, s.assumeBlocked, s.deadlocked = stats.Failed, stats.AssumeBlocked, stats.Deadlocked+stats.Starved
	return s, stats.Redundant, tooMany, err
}

// TestSums checks that sums distinguish runs that visit different classes, and only these.
func TestSums(t *testing.T) {
	p := smallprog.MustBuild("p: x=1; a=y | q: y=1; b=x")
	a := newAdder(p)
	one, _, _, err := a.run(optimal.New(algos.Options{}), 100)
	if err != nil {
		t.Fatal(err)
	}
	other, _, _, _ := a.run(optimal.New(algos.Options{Order: algos.LastThread}), 100)
	if one != other || one.executions != 3 {
		t.Errorf("in two orders: %+v and %+v, want the same, of 3 executions", one, other)
	}
	part, _, tooMany, _ := a.run(optimal.New(algos.Options{}), 2)
	if !tooMany || part.sum == one.sum || part.xor == one.xor {
		t.Errorf("two of three executions: %+v, and %+v of all", part, one)
	}
}
