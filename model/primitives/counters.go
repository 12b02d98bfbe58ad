package primitives

import "dporbench/model"

// Semaphore counts permits that threads take and give back.
type Semaphore struct{ permits model.Var }

// NewSemaphore declares a semaphore with that many permits.
func NewSemaphore(p *model.Program, name string, permits int64) Semaphore {
	return Semaphore{p.Var(name, permits)}
}

// Acquire waits for a permit and takes it.
func (s Semaphore) Acquire(t *model.Thread) { t.When(s.permits, positive, plus(-1)) }

// TryAcquire takes a permit if there is one, and reports whether it did.
func (s Semaphore) TryAcquire(t *model.Thread) bool {
	return positive(t.When(s.permits, always, func(permits int64) int64 { return max(0, permits-1) }))
}

// Release gives a permit back.
func (s Semaphore) Release(t *model.Thread) { t.Add(s.permits, 1) }

func positive(n int64) bool { return n > 0 }

// WaitGroup is sync.WaitGroup.
type WaitGroup struct{ count model.Var }

// NewWaitGroup declares a WaitGroup that waits for nothing.
func NewWaitGroup(p *model.Program, name string) WaitGroup { return WaitGroup{p.Var(name, 0)} }

// Add adds delta to the counter, which must not become negative.
func (g WaitGroup) Add(t *model.Thread, delta int64) {
	t.Assert(t.Add(g.count, delta)+delta >= 0, "negative WaitGroup counter")
}

// Done takes one off the counter.
func (g WaitGroup) Done(t *model.Thread) { g.Add(t, -1) }

// Wait waits until the counter is zero.
func (g WaitGroup) Wait(t *model.Thread) { t.Await(g.count, isZero) }

// Go adds one to the counter and starts a thread that takes it off again when body
// returns.
func (g WaitGroup) Go(t *model.Thread, name string, body func(*model.Thread)) model.Child {
	g.Add(t, 1)
	return t.Go(name, func(t *model.Thread) {
		body(t)
		g.Done(t)
	})
}

func isZero(n int64) bool { return n == 0 }

// Once is sync.Once.
type Once struct{ state model.Var }

const (
	notDone int64 = iota
	running
	done
)

func isDone(state int64) bool { return state == done }

// NewOnce declares a Once whose function has not run.
func NewOnce(p *model.Program, name string) Once { return Once{p.Var(name, notDone)} }

// Do calls f if no Do of o has been called before; otherwise it waits until that f has
// returned.
func (o Once) Do(t *model.Thread, f func()) {
	switch t.CompareExchange(o.state, notDone, running) {
	case notDone:
		f()
		t.Store(o.state, done)
	case running:
		t.Await(o.state, isDone)
	}
}
