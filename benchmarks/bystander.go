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

// k writers write a variable each. An impostor begins like one, but then takes n more steps and reads the writers' variables. All of them
// start only if a gate is read before it is opened; a first execution, lowest thread first, opens it. So there are 2^k classes in which they
// run, and one in which they do not.
//
// Writers that come before the n steps, of which the first p are started before the impostor, have races whose reversals need the n steps
// each time. If the impostor takes its n steps first, they come before all races, and are executed once. But nothing that has been executed before
// its second step distinguishes it from a writer: Lemma A12 of docs/pop-proof.md.
var impostor = Benchmark{
	Name:   "impostor",
	Doc:    "writers, and a thread that begins like them but takes many steps and then reads their variables",
	Source: "dporbench: whoever chooses the next event pays for not knowing who will race",
	Params: []Param{{"n", "steps of the impostor", 1, 1 << 20}, {"k", "writers", 1, ample}, {"p", "writers started before the impostor, at most k", 0, ample}},
	Build:  func(params []int) *model.Program { return Impostor(params[0], params[1], min(params[1], params[2])) },
}

// Impostor builds impostor(n, k, p).
func Impostor(n, k, p int) *model.Program {
	m := model.NewProgram("impostor")
	gate, own := m.Var("gate", 0), m.Var("own", 0)
	written := m.Vars("x", k, 0)
	reader := func(t *model.Thread) {
		for range n {
			t.Store(own, 1)
		}
		for i := range k { // from its neighbour to the first writer, and then the later ones
			t.Load(written[(p-1-i+k)%k])
		}
	}
	m.Thread("opener", func(t *model.Thread) { t.Store(gate, 1) })
	m.Thread("starter", func(t *model.Thread) {
		if t.Load(gate) == 1 {
			return
		}
		for i := range k {
			if i == p {
				t.Go("impostor", reader)
			}
			t.Go("writer", func(t *model.Thread) { t.Store(written[i], 1) })
		}
		if p == k {
			t.Go("impostor", reader)
		}
	})
	return m
}
