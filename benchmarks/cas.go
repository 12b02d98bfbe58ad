package benchmarks

import "dporbench/model"

// Each thread swaps its predecessor's number for its own. A swap succeeds only
// right after the predecessor's, so the same operation is a read in one
// execution and a write in the next.
var casRot = Benchmark{
	Name:   "casrot",
	Doc:    "threads swap, in turn, their predecessor's number for their own",
	Source: "Kokologiannakis, Lahav, Sagonas, Vafeiadis: Effective Stateless Model Checking for C/C++ Concurrency, POPL 2018",
	Params: []Param{{"n", "number of threads", 1, ample}},
	Build:  One(CASRot),
}

// CASRot builds casrot(n).
func CASRot(n int) *model.Program {
	p := model.NewProgram("casrot")
	x := p.Var("x", 0)

	for i := int64(1); i <= int64(n); i++ {
		p.Thread("thread", func(t *model.Thread) {
			t.CompareAndSwap(x, i-1, i)
		})
	}
	return p
}

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
