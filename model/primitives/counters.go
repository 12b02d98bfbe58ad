package primitives

import (
	"dporbench/model"
	"dporbench/model/guarded"
)

// Semaphore counts permits that threads take and give back.
type Semaphore struct{ object }

// NewSemaphore declares a semaphore with that many permits.
func NewSemaphore(p *model.Program, name string, permits int64) Semaphore {
	return Semaphore{newObject(p, name, permits)}
}

// Acquire waits for a permit and takes it.
func (s Semaphore) Acquire(t *model.Thread) { s.step(t, guarded.AcquirePermit) }

// TryAcquire takes a permit if there is one, and reports whether it did.
func (s Semaphore) TryAcquire(t *model.Thread) bool {
	return s.try(t, guarded.AcquirePermit)
}

// Release gives a permit back.
func (s Semaphore) Release(t *model.Thread) { s.step(t, guarded.ReleasePermit) }

// WaitGroup is sync.WaitGroup.
type WaitGroup struct{ object }

// NewWaitGroup declares a WaitGroup whose counter is zero.
func NewWaitGroup(p *model.Program, name string) WaitGroup { return WaitGroup{newObject(p, name, 0)} }

// Add adds delta to the counter, which must not become negative.
func (g WaitGroup) Add(t *model.Thread, delta int64) {
	t.Assert(t.Add(g.state, delta)+delta >= 0, "negative WaitGroup counter")
}

// Done subtracts one from the counter.
func (g WaitGroup) Done(t *model.Thread) { g.Add(t, -1) }

// Wait waits until the counter is zero.
func (g WaitGroup) Wait(t *model.Thread) {
	g.step(t, guarded.Transition{Text: "wait for", Enabled: guarded.IsZero})
}

// Go adds one to the counter and starts a thread that subtracts it when body
// returns.
func (g WaitGroup) Go(t *model.Thread, name string, body func(*model.Thread)) model.Child {
	g.Add(t, 1)
	return t.Go(name, func(t *model.Thread) {
		body(t)
		g.Done(t)
	})
}

// Once is sync.Once.
type Once struct{ object }

// NewOnce declares a Once whose function has not run.
func NewOnce(p *model.Program, name string) Once { return Once{newObject(p, name, guarded.OnceNew)} }

// Do calls f if no Do of o has been called before; otherwise it waits until that f has
// returned.
func (o Once) Do(t *model.Thread, f func()) {
	switch t.CompareExchange(o.state, guarded.OnceNew, guarded.OnceRunning) {
	case guarded.OnceNew:
		f()
		t.Store(o.state, guarded.OnceDone)
	case guarded.OnceRunning:
		o.step(t, guarded.Transition{Text: "wait for", Enabled: guarded.AwaitOnce.Enabled})
	}
}
