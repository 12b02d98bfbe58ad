package benchmarks

import "dporbench/model"

// The try-lock form of a test of the Linux reader-writer lock: two threads each
// try n times to take a lock, and under it store their number in a variable and
// find it there. An attempt that finds the lock taken is over.
var linuxRWLocks = Benchmark{
	Name:   "linuxrwlocks",
	Doc:    "two threads try to take a lock by compare-and-swap and write under it",
	Source: "Demsky, Lam: SATCheck: SAT-Directed Stateless Model Checking for SC and TSO, OOPSLA 2015",
	Params: []Param{{"n", "attempts of each thread", 1, ample}},
	Build:  One(LinuxRWLocks),
}

// LinuxRWLocks builds linuxrwlocks(n).
func LinuxRWLocks(n int) *model.Program {
	p := model.NewProgram("linuxrwlocks")
	lock := p.Var("lock", 0)
	owner := p.Var("var", 0)

	writer := func(id int64) func(*model.Thread) {
		return func(t *model.Thread) {
			for range n {
				if t.CompareAndSwap(lock, 0, 1) {
					t.Store(owner, id)
					t.Assert(t.Load(owner) == id, "nobody else writes var under the lock")
					t.Store(lock, 0)
				}
			}
		}
	}
	p.Thread("main", func(t *model.Thread) {
		a, b := t.Go("writer", writer(1)), t.Go("writer", writer(2))
		t.Join(a)
		t.Join(b)
	})
	return p
}
