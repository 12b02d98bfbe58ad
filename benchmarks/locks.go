package benchmarks

import "dporbench/model"

// A thread reads the lock until it is free, and then swaps it, which may be too late: it
// reads again only if the result could differ.
var spinlock = Benchmark{
	Name:   "spinlock",
	Doc:    "threads enter a critical section by a test-and-set lock",
	Source: "Kokologiannakis, Vafeiadis: GenMC: A Model Checker for Weak Memory Models, CAV 2021, its tests",
	Params: []Param{{"n", "number of threads", 1, ample}},
	Build:  One(Spinlock),
}

// Spinlock builds spinlock(n).
func Spinlock(n int) *model.Program {
	p := model.NewProgram("spinlock")
	lock, shared := p.Var("lock", 0), p.Var("shared", 0)
	isFree := func(v int64) bool { return v == 0 }
	take := func(int64) int64 { return 1 }

	for own := range int64(n) {
		p.Thread("thread", func(t *model.Thread) {
			t.Await(lock, isFree)
			t.When(lock, isFree, take)
			t.Store(shared, own)
			t.Assert(t.Load(shared) == own, "two threads have entered")
			t.Store(lock, 0)
		})
	}
	return p
}

// Each thread draws a number and waits until it is its turn: n! executions.
var ticketlock = Benchmark{
	Name:   "ticketlock",
	Doc:    "threads enter a critical section in the order of their tickets",
	Source: "Kokologiannakis, Vafeiadis: GenMC: A Model Checker for Weak Memory Models, CAV 2021, its tests",
	Params: []Param{{"n", "number of threads", 1, ample}},
	Build:  One(Ticketlock),
}

// Ticketlock builds ticketlock(n).
func Ticketlock(n int) *model.Program {
	p := model.NewProgram("ticketlock")
	next, owner, shared := p.Var("next", 0), p.Var("owner", 0), p.Var("shared", 0)

	for own := range int64(n) {
		p.Thread("thread", func(t *model.Thread) {
			ticket := t.Add(next, 1)
			t.Await(owner, func(v int64) bool { return v == ticket })
			t.Store(shared, own)
			t.Assert(t.Load(shared) == own, "two threads have entered")
			t.Store(owner, t.Load(owner)+1)
		})
	}
	return p
}
