package primitives

import "dporbench/model"

// Semaphore counts permits that threads take and give back.
type Semaphore struct{ object }

// NewSemaphore declares a semaphore with that many permits.
func NewSemaphore(p *model.Program, name string, permits int64) Semaphore {
	return Semaphore{newObject(p, name, permits)}
}

// Acquire waits for a permit and takes it.
func (s Semaphore) Acquire(t *model.Thread) { s.step(t, "acquire", positive, plus(-1)) }

// TryAcquire takes a permit if there is one, and reports whether it did.
func (s Semaphore) TryAcquire(t *model.Thread) bool {
	return s.try(t, "try acquire", positive, plus(-1))
}

// Release gives a permit back.
func (s Semaphore) Release(t *model.Thread) { s.step(t, "release", always, plus(1)) }

func positive(n int64) bool { return n > 0 }

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
func (g WaitGroup) Wait(t *model.Thread) { g.await(t, "wait for", isZero) }

// Go adds one to the counter and starts a thread that subtracts it when body
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
type Once struct{ object }

const (
	notDone int64 = iota
	running
	done
)

func isDone(state int64) bool { return state == done }

// NewOnce declares a Once whose function has not run.
func NewOnce(p *model.Program, name string) Once { return Once{newObject(p, name, notDone)} }

// Do calls f if no Do of o has been called before; otherwise it waits until that f has
// returned.
func (o Once) Do(t *model.Thread, f func()) {
	switch t.CompareExchange(o.state, notDone, running) {
	case notDone:
		f()
		t.Store(o.state, done)
	case running:
		o.await(t, "wait for", isDone)
	}
}
