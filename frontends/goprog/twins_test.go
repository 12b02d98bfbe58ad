package goprog_test

import (
	"context"
	"maps"
	"runtime"
	"slices"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/goprog"
	"dporbench/model"
	"dporbench/model/primitives"
)

// twins are handwritten programs with the same steps as programs of testdata/programs: one event for each operation of a primitive, and none
// for memory that is never written once it is shared.
var twins = map[string]func(p *model.Program){
	"Locked2": func(p *model.Program) { lockedTwin(p, 2) },
	"Locked3": func(p *model.Program) { lockedTwin(p, 3) },
	"Locked4": func(p *model.Program) { lockedTwin(p, 4) },
	"LoadStore": func(p *model.Program) {
		total, ended := p.Var("total", 0), newBuffer(p, 2)
		p.Thread("main", func(t *model.Thread) {
			for range 2 {
				t.Go("add", func(t *model.Thread) {
					t.Store(total, t.Load(total)+1)
					ended.send(t)
				})
			}
			ended.receive(t)
			ended.receive(t)
			t.Assert(t.Load(total) == 2, "an increment is lost")
		})
	},
	"Tickets2": func(p *model.Program) { ticketsTwin(p, 2) },
	"Tickets3": func(p *model.Program) { ticketsTwin(p, 3) },
	"SpinLock": func(p *model.Program) {
		held, total, group := p.Var("held", 0), p.Var("total", 0), primitives.NewWaitGroup(p, "group")
		p.Thread("main", func(t *model.Thread) {
			for range 2 {
				group.Go(t, "lock", func(t *model.Thread) {
					t.When(held, func(v int64) bool { return v == 0 }, func(int64) int64 { return 1 })
					t.Store(total, t.Load(total)+1)
					t.Store(held, 0)
				})
			}
			group.Wait(t)
		})
	},
	"Stack2": func(p *model.Program) { stackTwin(p, 2) },
	"Stack3": func(p *model.Program) { stackTwin(p, 3) },
	"Stream": func(p *model.Program) {
		numbers := primitives.NewChan(p, "numbers", 0)
		p.Thread("main", func(t *model.Thread) {
			t.Go("send", func(t *model.Thread) {
				for i := range 3 {
					numbers.Send(t, int64(i))
				}
				numbers.Close(t)
			})
			for range numbers.All(t) {
			}
		})
	},
	"Workers": func(p *model.Program) {
		g := primitives.NewGroup(p, "g")
		jobs, stop := g.Chan("jobs", 2), g.Chan("stop", 0)
		done, group := newBuffer(p, 4), primitives.NewWaitGroup(p, "group")
		p.Thread("main", func(t *model.Thread) {
			for range 2 {
				group.Go(t, "work", func(t *model.Thread) {
					for {
						if i, _, _ := primitives.Select(t, jobs.RecvCase(), stop.RecvCase()); i == 1 {
							return
						}
						done.send(t)
					}
				})
			}
			jobs.Send(t, 1)
			jobs.Send(t, 2)
			done.receive(t)
			done.receive(t)
			stop.Close(t)
			group.Wait(t)
		})
	},
	"Crossed": func(p *model.Program) {
		a, b, group := newLock(p), newLock(p), primitives.NewWaitGroup(p, "group")
		p.Thread("main", func(t *model.Thread) {
			for _, order := range [][2]primitives.Semaphore{{a, b}, {b, a}} {
				group.Go(t, "cross", func(t *model.Thread) {
					order[0].Acquire(t)
					order[1].Acquire(t)
					order[1].Release(t)
					order[0].Release(t)
				})
			}
			group.Wait(t)
		})
	},
}

// buffer is a channel with a buffer that is in no select: waiting at it is invisible, so each operation is one event.
type buffer struct {
	n        model.Var
	capacity int64
}

func newBuffer(p *model.Program, capacity int64) buffer { return buffer{p.Var("buffer", 0), capacity} }

func (b buffer) send(t *model.Thread) {
	t.When(b.n, func(n int64) bool { return n < b.capacity }, func(n int64) int64 { return n + 1 })
}

func (b buffer) receive(t *model.Thread) {
	t.When(b.n, func(n int64) bool { return n > 0 }, func(n int64) int64 { return n - 1 })
}

func newLock(p *model.Program) primitives.Semaphore { return primitives.NewSemaphore(p, "mu", 1) }

func lockedTwin(p *model.Program, n int) {
	mu, group, total := newLock(p), primitives.NewWaitGroup(p, "group"), p.Var("total", 0)
	p.Thread("main", func(t *model.Thread) {
		for range n {
			group.Add(t, 1)
			t.Go("add", func(t *model.Thread) {
				mu.Acquire(t)
				t.Store(total, t.Load(total)+1)
				mu.Release(t)
				group.Done(t)
			})
		}
		group.Wait(t)
		t.Assert(t.Load(total) == int64(n), "an increment is lost")
	})
}

func ticketsTwin(p *model.Program, n int) {
	next, now, total, group := p.Var("next", 0), p.Var("now", 0), p.Var("total", 0), primitives.NewWaitGroup(p, "group")
	p.Thread("main", func(t *model.Thread) {
		for range n {
			group.Go(t, "lock", func(t *model.Thread) {
				mine := t.Add(next, 1)
				t.Await(now, func(v int64) bool { return v == mine })
				t.Store(total, t.Load(total)+1)
				t.Add(now, 1)
			})
		}
		group.Wait(t)
		t.Assert(t.Load(total) == int64(n), "an increment is lost")
	})
}

// stackTwin represents a stack as a number in base n+1, whose last digit is its top. A pop that fails to swap stops there.
func stackTwin(p *model.Program, n int) {
	top, group, got := p.Var("top", 0), primitives.NewWaitGroup(p, "group"), p.Vars("got", n, 0)
	p.Thread("main", func(t *model.Thread) {
		for i := range n {
			group.Go(t, "use", func(t *model.Thread) {
				for pushed := false; !pushed; {
					old := t.Load(top)
					pushed = t.CompareAndSwap(top, old, old*int64(n+1)+int64(i+1))
				}
				old := t.Load(top)
				t.Assume(t.CompareAndSwap(top, old, old/int64(n+1)))
				t.Store(got[i], old%int64(n+1))
			})
		}
		group.Wait(t)
		for i := range n {
			t.Load(got[i])
		}
	})
}

// TestTwins: a program in Go has as many executions of each kind as its twin. Its WaitGroups count, like the twin's.
func TestTwins(t *testing.T) {
	p, err := goprog.LoadPackage("./testdata/programs", false, goprog.Options{Settle: 500})
	if err != nil {
		t.Fatal(err)
	}
	p.CountAll()
	for function, declare := range twins {
		twin := model.NewProgram(function)
		declare(twin)
		m, err := p.Program(function)
		if err != nil {
			t.Fatal(err)
		}
		mine, theirs := explore(t, m, "pop"), explore(t, twin, "pop")
		if !maps.Equal(mine.outcomes, theirs.outcomes) {
			t.Errorf("%s: %v, and of its twin %v", function, mine.outcomes, theirs.outcomes)
		}
	}
}

// BenchmarkTwins measures how much longer an execution takes than one of the twin, with programs not explored before.
func BenchmarkTwins(b *testing.B) {
	p, err := goprog.LoadPackage("./testdata/programs", false, goprog.Options{Settle: 500})
	if err != nil {
		b.Fatal(err)
	}
	p.CountAll()
	for _, function := range slices.Sorted(maps.Keys(twins)) {
		b.Run(function, func(b *testing.B) {
			mine, theirs := time.Hour, time.Hour // the least of each, as on a quiet machine
			for b.Loop() {
				m, err := p.Program(function)
				if err != nil {
					b.Fatal(err)
				}
				twin := model.NewProgram(function)
				twins[function](twin)
				runtime.GC()
				mine, theirs = min(mine, timed(b, m)), min(theirs, timed(b, twin))
			}
			b.ReportMetric(float64(mine)/float64(theirs), "times-twin")
		})
	}
}

// timed returns the processor time of an exploration.
func timed(b *testing.B, p *model.Program) time.Duration {
	explorer, err := catalog.New("pop", algos.Options{})
	if err != nil {
		b.Fatal(err)
	}
	begun := processorTime(b)
	if _, err := explorer.Explore(context.Background(), p, nil); err != nil {
		b.Fatal(err)
	}
	return processorTime(b) - begun
}
