package benchmarks

import "dporbench/model"

// The program with which the POP paper explains its ideas; Fig. 2 there shows
// its exploration tree.
var fig1 = Benchmark{
	Name:   "fig1",
	Doc:    "the example of the POP paper: four threads, four variables, five reads",
	Source: "Abdulla, Atig, Das, Jonsson, Sagonas: Parsimonious Optimal Dynamic Partial Order Reduction, CAV 2024, Fig. 1",
	Build:  func([]int) *model.Program { return Fig1() },
}

// Fig1 builds fig1.
func Fig1() *model.Program {
	p := model.NewProgram("fig1")
	g, x, y, z := p.Var("g", 0), p.Var("x", 0), p.Var("y", 0), p.Var("z", 0)

	p.Thread("p", func(t *model.Thread) {
		t.Store(x, 1)
	})
	p.Thread("q", func(t *model.Thread) {
		t.Store(y, 1)
		t.Store(z, 1)
	})
	p.Thread("r", func(t *model.Thread) {
		t.Store(g, 1)
		t.Load(y)
		t.Load(x)
	})
	p.Thread("s", func(t *model.Thread) {
		t.Load(y)
		t.Load(z)
		t.Load(x)
	})
	return p
}
