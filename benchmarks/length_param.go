package benchmarks

import "dporbench/model"

// Threads that store and load N times in separate variables, and then once in a
// shared one. With N, the executions get longer but not more numerous: with two
// threads there are four.
var lengthParam = Benchmark{
	Name:   "length-param",
	Doc:    "few executions of any length: N stores and loads before one race",
	Source: "Abdulla, Atig, Das, Jonsson, Sagonas: Parsimonious Optimal Dynamic Partial Order Reduction, CAV 2024",
	Params: []Param{
		{"T", "number of threads", 1, ample},
		// Executions of two threads stay within the default step bound.
		{"N", "stores, and loads, of each thread in its own variable", 1, 1 << 20},
	},
	Build: Two(LengthParam),
}

// LengthParam builds length-param(threads, length).
func LengthParam(threads, length int) *model.Program {
	p := model.NewProgram("length-param")
	own := p.Vars("own", threads, 0)
	shared := p.Var("shared", 0)

	for id := range threads {
		p.Thread("thread", func(t *model.Thread) {
			for i := range int64(length) {
				t.Store(own[id], i)
				t.Load(own[id])
			}
			t.Store(shared, int64(id+1))
			t.Load(shared)
		})
	}
	return p
}
