package benchmarks

import "dporbench/model"

// The lock of Mellor-Crummey and Scott: threads queue up, each with its own node, at which
// it waits until the one before it is done. Nodes are numbered from 1; 0 is none.
var mcsLock = Benchmark{
	Name:   "mcslock",
	Doc:    "threads enter a critical section by queueing up",
	Source: "Kokologiannakis, Vafeiadis: GenMC: A Model Checker for Weak Memory Models, CAV 2021, its tests, from Linux",
	Params: []Param{{"n", "number of threads", 1, ample}},
	Build:  One(MCSLock),
}

// MCSLock builds mcslock(n).
func MCSLock(n int) *model.Program {
	p := model.NewProgram("mcslock")
	tail, shared := p.Var("tail", 0), p.Var("shared", 0)
	next, locked := p.Vars("next", n+1, 0), p.Vars("locked", n+1, 0)
	isSet := func(v int64) bool { return v != 0 }

	for node := int64(1); node <= int64(n); node++ {
		p.Thread("thread", func(t *model.Thread) {
			t.Store(locked[node], 0)
			t.Store(next[node], 0)
			if before := t.Swap(tail, node); before != 0 {
				t.Store(next[before], node)
				t.Await(locked[node], isSet)
			}
			t.Store(shared, 42)
			after := t.Load(next[node])
			if after == 0 {
				if t.CompareAndSwap(tail, node, 0) {
					return
				}
				after = t.Await(next[node], isSet)
			}
			t.Store(locked[after], 1)
		})
	}
	return p
}
