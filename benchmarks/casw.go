package benchmarks

import "dporbench/model"

// Each thread swaps 0 for 1 and then stores its own number, never 0. The first
// swap succeeds and the others are reads, which race with the stores.
var casW = Benchmark{
	Name:   "casw",
	Doc:    "threads compare-and-swap a variable and then overwrite it",
	Source: "Kokologiannakis, Lahav, Sagonas, Vafeiadis: Effective Stateless Model Checking for C/C++ Concurrency, POPL 2018",
	Params: []Param{{"n", "number of threads", 1, ample}},
	Build:  One(CASW),
}

// CASW builds casw(n).
func CASW(n int) *model.Program {
	p := model.NewProgram("casw")
	x := p.Var("x", 0)

	for i := range int64(n) {
		p.Thread("thread", func(t *model.Thread) {
			t.CompareAndSwap(x, 0, 1)
			t.Store(x, i+3)
		})
	}
	return p
}
