package benchmarks

import "dporbench/model"

// A writer races with k readers, while a bystander takes n steps that race with nothing. Each reader reads before the writer or
// after it, so there are 2^k executions, whatever n is. Where the bystander runs after the writer, its steps are in no schedule
// that reverses a race, because they do not happen before the read: an algorithm that keeps only schedules executes them again
// in each execution. Where it runs first, they come before all races, and are executed once.
var bystander = Benchmark{
	Name:   "bystander",
	Doc:    "a writer races with readers, while another thread takes steps that race with nothing",
	Source: "dporbench: as many steps without a race as one likes, and as many races",
	Params: []Param{{"n", "steps of the bystander", 1, 1 << 20}, {"k", "readers", 1, ample}},
	Build:  Two(Bystander),
}

// Bystander builds bystander(n, k).
func Bystander(n, k int) *model.Program {
	p := model.NewProgram("bystander")
	x, y := p.Var("x", 0), p.Var("y", 0)
	p.Thread("writer", func(t *model.Thread) { t.Store(x, 1) })
	p.Thread("bystander", func(t *model.Thread) {
		for range n {
			t.Store(y, 1)
		}
	})
	for range k {
		p.Thread("reader", func(t *model.Thread) { t.Load(x) })
	}
	return p
}
