package main

import (
	"dporbench/benchmarks"
	"dporbench/model"
)

// tickets has threads that draw a ticket each and then take the seat with that
// number. The order in which they draw is all that matters, so there are n!
// executions.
var tickets = benchmarks.Benchmark{
	Name:   "tickets",
	Doc:    "threads draw a ticket each and take the seat of that number",
	Source: "an example",
	Params: []benchmarks.Param{{Name: "n", Doc: "number of threads", Min: 1, Max: 20}},
	Build:  benchmarks.One(buildTickets),
}

func buildTickets(n int) *model.Program {
	p := model.NewProgram("tickets")
	next := p.Var("next", 0)
	seats := p.Vars("seat", n, 0)
	for i := 1; i <= n; i++ {
		p.Thread("visitor", func(t *model.Thread) {
			ticket := t.Add(next, 1)
			t.Assert(t.Swap(seats[ticket], int64(i)) == 0, "nobody else has the seat")
		})
	}
	return p
}
