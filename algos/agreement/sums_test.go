package agreement_test

import (
	"context"
	"hash/maphash"
	"slices"
	"testing"

	"dporbench/algos"
	"dporbench/algos/optimal"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/equivalence"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/memory"
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
	coarser map[equivalence.Equivalence]*projection
}

// projection collects the classes of executions by a coarser equivalence.
type projection struct {
	keyer *equivalence.Keyer
	seen  map[uint64]struct{} // hashes
	sums
}

func newAdder(p *model.Program, m memory.Model, explorers []explorer) *adder {
	a := &adder{program: p, keyer: order.NewKeyer((*front.Program)(p)), coarser: map[equivalence.Equivalence]*projection{}}
	for _, x := range explorers {
		if !x.by.KeepsOrder() && a.coarser[x.by] == nil {
			a.coarser[x.by] = &projection{keyer: x.by.NewKeyer(p, m), seen: map[uint64]struct{}{}}
		}
	}
	return a
}

func (a *adder) close() {
	for _, p := range a.coarser {
		p.keyer.Close()
	}
}

// run records the executions that an exploration visits, and how many explorations were redundant. tooMany is
// true if it was stopped because it had visited more than atMost executions. The first explorer's executions are projected.
func (a *adder) run(x explorer, o algos.Options, first bool, atMost int64) (s sums, redundant int64, tooMany bool, err error) {
	stats, err := x.new(o).Explore(context.Background(), a.program, func(e *model.Execution) error {
		if s.executions >= atMost {
			tooMany = true
			return algos.ErrStop
		}
		h, err := a.hash(x.by, e.Events())
		if err != nil {
			return err
		}
		s.add(h)
		if first {
			return a.project(e.Events())
		}
		return nil
	})
	if x.by.KeepsOrder() {
		s.failed, s.assumeBlocked, s.deadlocked = stats.Failed, stats.AssumeBlocked, stats.Deadlocked+stats.Starved
	}
	return s, stats.Redundant, tooMany, err
}

func (s *sums) add(h uint64) {
	s.executions++
	s.sum += h
	s.xor ^= h
}

func (a *adder) hash(by equivalence.Equivalence, e []event.Event) (uint64, error) {
	if by.KeepsOrder() {
		a.key = a.keyer.Append(a.key[:0], e)
		return maphash.Bytes(hashSeed, a.key), nil
	}
	key, err := a.coarser[by].keyer.Key(e)
	return maphash.String(hashSeed, key), err
}

func (a *adder) project(e []event.Event) error {
	for by, p := range a.coarser {
		h, err := a.hash(by, e)
		if err != nil {
			return err
		}
		if _, known := p.seen[h]; !known {
			p.seen[h] = struct{}{}
			p.add(h)
		}
	}
	return nil
}

// want is the sum that most explorers over happens-before have, but for the refused ones; for a coarser equivalence, the sum of
// each class of the first explorer's executions once.
func (a *adder) want(by equivalence.Equivalence, explorers []explorer, all []sums, refused []string) sums {
	if p := a.coarser[by]; p != nil {
		return p.sums
	}
	var comparable []sums
	for i, x := range explorers {
		if x.by.KeepsOrder() && !slices.Contains(refused, x.name) {
			comparable = append(comparable, all[i])
		}
	}
	return mostFrequent(comparable)
}

// TestSums checks that sums distinguish runs that visit different classes, and only these.
func TestSums(t *testing.T) {
	p := smallprog.MustBuild("p: x=1; a=y | q: y=1; b=x")
	x := explorer{name: "optimal", new: optimal.New}
	a := newAdder(p, memory.SC, nil)
	one, _, _, err := a.run(x, algos.Options{}, true, 100)
	if err != nil {
		t.Fatal(err)
	}
	other, _, _, _ := a.run(x, algos.Options{Order: algos.LastThread}, false, 100)
	if one != other || one.executions != 3 {
		t.Errorf("in two orders: %+v and %+v, want the same, of 3 executions", one, other)
	}
	part, _, tooMany, _ := a.run(x, algos.Options{}, false, 2)
	if !tooMany || part.sum == one.sum || part.xor == one.xor {
		t.Errorf("two of three executions: %+v, and %+v of all", part, one)
	}
}
