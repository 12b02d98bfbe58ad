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
