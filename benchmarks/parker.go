package benchmarks

import "dporbench/model"

// A thread parks until another one unparks it, at most n times. Both guard the parker's
// counter with a small mutex of two flags, at which they can wait for each other; and
// the parker may find its turns used up, or wait for a signal that was given earlier.
var parker = Benchmark{
	Name:     "parker",
	Doc:      "a thread parks and another one unparks it",
	Source:   "Abdulla, Aronis, Atig, Jonsson, Leonardsson, Sagonas: Stateless Model Checking for TSO and PSO, TACAS 2015, after a bug of Java's LockSupport; with awaits in place of assumes",
	Params:   []Param{{"n", "times that the thread parks", 1, ample}},
	Outcomes: []model.Outcome{model.Deadlocked, model.AssumeBlocked},
	Build:    One(Parker),
}

// Parker builds parker(n).
func Parker(n int) *model.Program {
	p := model.NewProgram("parker")
	done, finished := p.Var("done", 0), p.Var("finished", 0)
	k := park{p.Vars("flag", 2, 0), p.Var("counter", 0), p.Var("waits", 0), finished}

	p.Thread("parker", func(t *model.Thread) {
		for i := 0; t.Load(done) == 0; i++ {
			t.Assume(i < n)
			k.park(t)
		}
	})
	p.Thread("unparker", func(t *model.Thread) {
		k.unpark(t)
		t.Store(done, 1)
		k.unpark(t)
		t.Store(finished, 1)
	})
	return p
}

// park holds the variables shared by the threads of parker.
type park struct {
	flags                    []model.Var // of the mutex: the unparker's and the parker's
	counter, waits, finished model.Var
}

func (k park) lock(t *model.Thread, own int) {
	t.Store(k.flags[own], 1)
	t.Await(k.flags[1-own], func(v int64) bool { return v == 0 })
}

func (k park) unlock(t *model.Thread, own int) { t.Store(k.flags[own], 0) }

func (k park) unpark(t *model.Thread) {
	k.lock(t, 0)
	before := t.Load(k.counter)
	t.Store(k.counter, 1)
	k.unlock(t, 0)
	if before < 1 {
		t.Store(k.waits, 0)
	}
}

func (k park) park(t *model.Thread) {
	if t.Load(k.counter) > 0 {
		t.Store(k.counter, 0)
		return
	}
	t.Store(k.flags[1], 1)
	if t.Load(k.flags[0]) != 0 {
		k.unlock(t, 1)
		return
	}
	if t.Load(k.counter) > 0 {
		t.Store(k.counter, 0)
		k.unlock(t, 1)
		return
	}
	k.wait(t)
	t.Store(k.counter, 0)
	k.unlock(t, 1)
}

func (k park) wait(t *model.Thread) {
	t.Store(k.waits, 1)
	k.unlock(t, 1)
	t.Assert(t.Load(k.finished) == 0 || t.Load(k.waits) == 0, "nobody will signal any more")
	t.Await(k.waits, func(v int64) bool { return v == 0 })
	k.lock(t, 1)
}
