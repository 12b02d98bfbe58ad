package smallprog_test

import (
	"context"
	"fmt"
	"math/rand/v2"

	"dporbench/algos"
	"dporbench/algos/pop"
	"dporbench/frontends/smallprog"
)

// A program is written in one line: threads between bars, variables x, y, ... and
// registers a, b, ..., which are local to their thread.
func ExampleParse() {
	p, err := smallprog.Parse("p: x=1; a=y | q: lock l; b=cas(x,0,2); unlock l")
	fmt.Println(p.Size(), "statements, error", err)
	fmt.Print(p.Source("Mine"))

	_, err = smallprog.Parse("p: x=1; flush")
	fmt.Println(err)
	// Output:
	// 5 statements, error <nil>
	// func Mine() *model.Program {
	// 	p := model.NewProgram("mine")
	// 	x := p.Var("x", 0)
	// 	y := p.Var("y", 0)
	// 	l := p.Mutex("l")
	// 	p.Thread("p", func(t *model.Thread) {
	// 		t.Store(x, 1)
	// 		t.Load(y)
	// 	})
	// 	p.Thread("q", func(t *model.Thread) {
	// 		t.Lock(l)
	// 		t.CompareAndSwap(x, 0, 2)
	// 		t.Unlock(l)
	// 	})
	// 	return p
	// }
	// program "p: x=1; flush": cannot read statement "flush"
}

// Every small program, one for each set that differs only in names.
func ExampleBound_Programs() {
	bound, err := smallprog.ParseBound("rwu:threads=2-2,variables=1,accesses=2")
	fmt.Println(bound.Count(), "programs, error", err)
	for p := range bound.Programs() {
		fmt.Println(p)
	}
	// Output:
	// 6 programs, error <nil>
	// p: a=x | q: a=x
	// p: a=x | q: x=1
	// p: a=x | q: update x
	// p: x=1 | q: x=1
	// p: x=1 | q: update x
	// p: update x | q: update x
}

// A program that is bad in some way is shrunk as far as it stays so: here one
// that may deadlock.
func ExampleShrink() {
	p := smallprog.MustParse("p: x=1; lock l; a=y; lock m; unlock m; unlock l | q: lock m; y=1; lock l; unlock l; unlock m; b=x")
	fmt.Println(smallprog.Shrink(p, func(q smallprog.Program) bool {
		stats, err := pop.New(algos.Options{}).Explore(context.Background(), q.Build(), nil)
		return err == nil && stats.Deadlocked > 0 && len(q.Threads) > 1
	}))
	// Output:
	// p: lock l; lock m | q: lock m; lock l
}

// A random program is named by its seed.
func ExampleRandom() {
	for seed := range uint64(2) {
		fmt.Println(smallprog.Accesses(rand.New(rand.NewPCG(seed, 0))))
	}
	// Output:
	// p: z=b+0 | q: y=2; x=b+2; y=1; a=z | r: a=z; b=x; update x; b=x
	// p: a=x; b=x | q: a=x; x=2 | r: b=x | s: x=b+1; x=a+0; x=a+1
}
