package primitives

import "dporbench/model"

const (
	free int64 = iota
	held
)

func isFree(state int64) bool { return state == free }
func isHeld(state int64) bool { return state == held }

func hold(int64) int64    { return held }
func release(int64) int64 { return free }

// Mutex is sync.Mutex: like a model.Mutex, but with TryLock, and any thread may unlock it.
type Mutex struct{ object }

// NewMutex declares a mutex, free at first.
func NewMutex(p *model.Program, name string) Mutex { return Mutex{newObject(p, name, free)} }

// Lock waits until m is free and takes it.
func (m Mutex) Lock(t *model.Thread) { m.step(t, "lock", isFree, hold) }

// TryLock takes m if it is free, and reports whether it did. If it did not, the event is a
// read of m.
func (m Mutex) TryLock(t *model.Thread) bool { return t.CompareAndSwap(m.state, free, held) }

// Unlock frees m, which must be held.
func (m Mutex) Unlock(t *model.Thread) {
	m.must(t, "unlock", "unlock of unlocked mutex", isHeld, release)
}
