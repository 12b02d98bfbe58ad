package algorithm2

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"dporbench/algos"
	"dporbench/algos/internal/parsimonious"
	"dporbench/algos/pop"
	"dporbench/frontends/smallprog"
	"dporbench/model"
)

// twin decides both by expressions and by walks whether an event is asleep.
type twin struct {
	*sleepSet
	walk      *pop.SleepSet
	decisions *int
	differs   error
}

// Asleep is false once the two have differed.
func (t *twin) Asleep() bool {
	expressions, walk := t.sleepSet.Asleep(), t.walk.Asleep()
	*t.decisions++
	if expressions != walk && t.differs == nil {
		t.differs = fmt.Errorf("expressions %v, walk %v, after %v", expressions, walk, t.Run.Machine.Events())
	}
	return walk && t.differs == nil
}

func newTwin(o algos.Options, made Corrections, decisions *int) algos.Explorer {
	return algos.NewExplorer(o, func(x *algos.Exploration) error {
		e := parsimonious.NewMarkedSequence(x)
		both := &twin{newSleepSet(e, made), pop.NewSleepSet(e), decisions, nil}
		if err := (&explorer{e, both, 0, 0}).explore(); both.differs == nil {
			return err
		}
		return both.differs
	})
}

// compare explores p with both, up to 1000 executions.
func compare(t *testing.T, p smallprog.Program, o algos.Options, decisions *int) {
	t.Helper()
	if err := differ(p, o, All, decisions); err != nil {
		small := smallprog.Shrink(p, func(q smallprog.Program) bool { return differ(q, o, All, decisions) != nil })
		t.Fatalf("%v\n\tshrunk: %v\n\torder %v, seed %d: %v", p, small, o.Order, o.Seed, differ(small, o, All, decisions))
	}
}

func differ(p smallprog.Program, o algos.Options, made Corrections, decisions *int) error {
	executions := 0
	_, err := newTwin(o, made, decisions).Explore(context.Background(), p.Build(), func(*model.Execution) error {
		if executions++; executions > 1000 {
			return algos.ErrStop
		}
		return nil
	})
	return err
}

// TestTwin is Theorem D: the expressions with all corrections decide each event as the walk does, on every small
// program, and on random ones of up to seven threads and 14 accesses.
func TestTwin(t *testing.T) {
	bounds := []smallprog.Bound{
		{Alphabet: smallprog.RWU, FewestThreads: 2, Threads: 3, Variables: 2, Accesses: 4},
		{Alphabet: smallprog.Mutexes, FewestThreads: 2, Threads: 3, Variables: 1, Mutexes: 1, Accesses: 4},
		{Alphabet: smallprog.CASes, FewestThreads: 2, Threads: 3, Variables: 1, Values: 3, Accesses: 3},
	}
	random := 1000
	if !testing.Short() {
		random = 20_000
		bounds = append(bounds,
			smallprog.Bound{Alphabet: smallprog.RWU, FewestThreads: 3, Threads: 4, Variables: 2, Accesses: 5},
			smallprog.Bound{Alphabet: smallprog.CASes, FewestThreads: 2, Threads: 4, Variables: 2, Values: 2, Accesses: 4})
	}
	programs, decisions := 0, 0
	for _, bound := range bounds {
		for p := range bound.Programs() {
			programs++
			for _, order := range algos.Orders() {
				compare(t, p, algos.Options{Order: order, Seed: uint64(programs)}, &decisions)
			}
		}
	}
	t.Logf("%d small programs, %d decisions", programs, decisions)
	decisions = 0
	r := rand.New(rand.NewPCG(1, 0))
	kinds := twinKinds()
	for i := range random {
		p := smallprog.Large(r, kinds[i%len(kinds)])
		compare(t, p, algos.Options{Order: algos.Orders()[r.IntN(3)], Seed: r.Uint64()}, &decisions)
	}
	t.Logf("%d random programs, %d decisions", random, decisions)
}

// twinKinds are the kinds of large programs that Algorithm 2 supports, plain ones twice.
func twinKinds() []smallprog.LargeKind {
	kinds := []smallprog.LargeKind{smallprog.LargePlain}
	for _, k := range smallprog.LargeKinds() {
		if k != smallprog.LargeAwaiting && k < smallprog.LargeMixed {
			kinds = append(kinds, k)
		}
	}
	return kinds
}

// TestTwinDiffers shows that the comparison finds the mistake without correction 14.
func TestTwinDiffers(t *testing.T) {
	decisions := 0
	p := smallprog.MustParse("p: x=1 | q: y=1 | r: z=1 | s: a=y; b=z; c=x | t: z=1; d=y; e=x")
	if differ(p, algos.Options{}, All&^RestOfSchedule, &decisions) == nil {
		t.Error("the expressions decide as the walk does without correction 14")
	}
}
