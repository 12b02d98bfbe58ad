package benchmarks

import "dporbench/model"

// A reader searches for the last zero of an array, from the end, while n writers
// each set one element to its left neighbour's value plus one. Which elements
// the reader examines depends on the values it has read.
var lastZero = Benchmark{
	Name:   "lastzero",
	Doc:    "a reader looks for the last zero of an array that writers fill",
	Source: "Abdulla, Aronis, Jonsson, Sagonas: Source Sets: A Foundation for Optimal Dynamic Partial Order Reduction, J. ACM 64(4), 2017",
	Params: []Param{{"n", "number of writers", 1, ample}},
	Build:  One(LastZero),
}

// LastZero builds lastzero(n).
func LastZero(n int) *model.Program {
	p := model.NewProgram("lastzero")
	array := p.Vars("array", n+1, 0)

	p.Thread("reader", func(t *model.Thread) {
		// array[0] stays 0, and ends the search.
		for i := n; t.Load(array[i]) != 0; i-- {
		}
	})
	for j := 1; j <= n; j++ {
		p.Thread("writer", func(t *model.Thread) {
			t.Store(array[j], t.Load(array[j-1])+1)
		})
	}
	return p
}
