package benchmarks

import "dporbench/model"

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
