package harness

import (
	"os"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/harness/measured"
	"dporbench/model"
	"dporbench/model/event"
)

// wild are programs that break the rules, one that fails and deadlocks, and an
// algorithm that misses classes.
var wild = measured.Additions{
	Benchmarks: []benchmarks.Benchmark{
		wildProgram("endless", func() {
			for forever := true; forever; {
			}
		}),
		wildProgram("blocked", func() { <-make(chan int) }),
		wildProgram("hoard", hoard),
		wildProgram("exit", func() { os.Exit(0) }),
		{Name: "shared", Doc: "has Go state that its threads share", Source: "a test", Build: buildShared},
		{Name: "latch", Doc: "has Go state that a thread sets once and for all", Source: "a test", Build: buildLatch},
		{Name: "impure", Doc: "has an Await whose function changes Go state", Source: "a test", Build: buildImpure},
		{Name: "faulty", Doc: "fails in some executions, deadlocks in others", Source: "a test", Build: buildFaulty},
	},
	Algorithms: []catalog.Algorithm{{
		Name: "hasty", Paper: "none", Doc: "visits one execution only", ExactlyOnce: true,
		New: func(o algos.Options) algos.Explorer { return algos.NewExplorer(o, visitOne) },
	}},
}

// buildLatch has a variable that thread b sets, and on which a branch of thread a, declared before it, depends.
func buildLatch([]int) *model.Program {
	p := model.NewProgram("latch")
	x, y := p.Var("x", 0), p.Var("y", 0)
	ready := false
	p.Thread("a", func(t *model.Thread) {
		t.Load(x)
		if ready {
			t.Store(y, 1)
		}
	})
	p.Thread("b", func(t *model.Thread) {
		t.Load(x)
		ready = true
		t.Store(x, 1)
		t.Load(y)
	})
	return p
}

// buildImpure has a thread that reads a map in which the function of its Await writes.
func buildImpure([]int) *model.Program {
	p := model.NewProgram("impure")
	x, y := p.Var("x", 0), p.Var("y", 0)
	p.Thread("waits", func(t *model.Thread) {
		seen := map[int64]bool{}
		t.Await(x, func(v int64) bool {
			seen[v] = true
			return v == 1
		})
		t.Store(y, int64(len(seen)))
	})
	p.Thread("sets", func(t *model.Thread) { t.Store(x, 1) })
	return p
}

func wildProgram(name string, misbehave func()) benchmarks.Benchmark {
	return benchmarks.Benchmark{Name: name, Doc: "misbehaves", Source: "a test", Build: func([]int) *model.Program {
		p := model.NewProgram(name)
		x := p.Var("x", 0)
		p.Thread("good", func(t *model.Thread) { t.Store(x, 1) })
		p.Thread("wild", func(t *model.Thread) {
			if t.Load(x) == 1 {
				misbehave()
			}
		})
		return p
	}}
}

// hoard takes memory until none is left.
func hoard() {
	var hoarded [][]byte
	for len(hoarded) < 1<<30 {
		block := make([]byte, 1<<20)
		for i := range block {
			block[i] = 1
		}
		hoarded = append(hoarded, block)
	}
}

// buildFaulty has two threads that take two mutexes in different orders.
func buildFaulty([]int) *model.Program {
	p := model.NewProgram("faulty")
	x, a, b := p.Var("x", 0), p.Mutex("a"), p.Mutex("b")
	p.Thread("p", func(t *model.Thread) {
		t.Lock(a)
		t.Lock(b)
		t.Store(x, 1)
		t.Unlock(b)
		t.Unlock(a)
	})
	p.Thread("q", func(t *model.Thread) {
		t.Lock(b)
		t.Lock(a)
		t.Assert(t.Load(x) == 1, "p was first")
		t.Unlock(a)
		t.Unlock(b)
	})
	return p
}

// visitOne visits one execution.
func visitOne(x *algos.Exploration) error {
	for t := x.FirstEnabled(); t != event.NoThread; t = x.FirstEnabled() {
		if _, err := x.Step(t); err != nil {
			return err
		}
	}
	return x.Maximal()
}

// buildShared has two threads that share a Go variable.
func buildShared([]int) *model.Program {
	p := model.NewProgram("shared")
	x, n := p.Var("x", 0), int64(0)
	for range 2 {
		p.Thread("writer", func(t *model.Thread) {
			n++
			t.Store(x, n)
			n++
			t.Store(x, n)
		})
	}
	return p
}
