package primitives

import "dporbench/model"

const (
	free int64 = iota
	held
)

func isFree(state int64) bool { return state == free }
func isHeld(state int64) bool { return state == held }

func hold(int64) int64 { return held }

// Mutex is sync.Mutex: like a model.Mutex, but with TryLock, and any thread may unlock it.
type Mutex struct{ state model.Var }

// NewMutex declares a mutex, free at first.
func NewMutex(p *model.Program, name string) Mutex { return Mutex{p.Var(name, free)} }

// Lock waits until m is free and takes it.
func (m Mutex) Lock(t *model.Thread) { t.When(m.state, isFree, hold) }

// TryLock takes m if it is free, and reports whether it did. If it did not, the event is a
// read of m.
func (m Mutex) TryLock(t *model.Thread) bool { return t.CompareAndSwap(m.state, free, held) }

// Unlock frees m, which must be held.
func (m Mutex) Unlock(t *model.Thread) {
	t.Assert(t.Swap(m.state, free) == held, "unlock of unlocked mutex")
}
