package benchmarks

import "dporbench/model"

// All n! orders of n stores to y are explored while one race on x, between a store and a load that
// comes after all of them, waits to be reversed: an explorer that postpones reversals keeps n! of
// them. There are 2·n! executions.
var expMem3 = Benchmark{
	Name:   "exp-mem3",
	Doc:    "n racing stores between the two ends of another race; exponential memory if reversals wait",
	Source: "after exp-mem of Kokologiannakis, Marmanis, Gladstein, Vafeiadis: Truly Stateless, Optimal Dynamic Partial Order Reduction, POPL 2022",
	Params: []Param{{"n", "number of threads that store to y", 1, ample}},
	Build:  One(ExpMem3),
}

// ExpMem3 builds exp-mem3(n).
func ExpMem3(n int) *model.Program {
	p := model.NewProgram("exp-mem3")
	x, y := p.Var("x", 0), p.Var("y", 0)

	p.Thread("p", func(t *model.Thread) {
		t.Store(x, 1)
	})
	p.Thread("q", func(t *model.Thread) {
		var writers []model.Child
		for range n {
			writers = append(writers, t.Go("writer", func(t *model.Thread) {
				t.Store(y, 1)
			}))
		}
		for _, w := range writers {
			t.Join(w)
		}
		t.Load(x)
	})
	return p
}
