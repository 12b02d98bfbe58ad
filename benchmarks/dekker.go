package benchmarks

import "dporbench/model"

// Dekker's algorithm for two threads. A thread that finds the other one interested waits for
// its turn. If it was its turn already it waits forever, so some schedules deadlock where
// the real algorithm would check the other's flag again.
var dekker = Benchmark{
	Name:     "dekker",
	Doc:      "Dekker's algorithm, whose threads await their turns",
	Source:   "Demsky, Lam: SATCheck: SAT-Directed Stateless Model Checking for SC and TSO, OOPSLA 2015; with awaits in place of assumes",
	Params:   []Param{{"n", "times that each thread enters", 1, ample}},
	Outcomes: []model.Outcome{model.Deadlocked, model.Starved},
	Build:    One(Dekker),
}

// Dekker builds dekker(n).
func Dekker(n int) *model.Program {
	p := model.NewProgram("dekker")
	flags := p.Vars("flag", 2, 0)
	turn := p.Var("turn", 0)
	shared := p.Var("shared", 0)

	for own := range int64(2) {
		other := 1 - own
		isOwn := func(v int64) bool { return v == own }
		isOther := func(v int64) bool { return v == other }
		p.Thread("thread", func(t *model.Thread) {
			for range n {
				t.Store(flags[own], 1)
				for t.Load(flags[other]) != 0 {
					t.Await(turn, isOther)
					t.Store(flags[own], 0)
					t.Await(turn, isOwn)
					t.Store(flags[own], 1)
				}
				t.Store(shared, own+1)
				t.Assert(t.Load(shared) == own+1, "both threads have entered")
				t.Store(turn, other)
				t.Store(flags[own], 0)
			}
		})
	}
	return p
}
