package primitives

import (
	"dporbench/model"
	"dporbench/model/guarded"
)

// Mutex is sync.Mutex: like a model.Mutex, but with TryLock, and any thread may unlock it.
type Mutex struct{ object }

// NewMutex declares a mutex, free at first.
func NewMutex(p *model.Program, name string) Mutex { return Mutex{newObject(p, name, 0)} }

// Lock waits until m is free and takes it.
func (m Mutex) Lock(t *model.Thread) { m.step(t, guarded.Lock) }

// TryLock takes m if it is free, and reports whether it did. If it did not, the event is a
// read of m.
func (m Mutex) TryLock(t *model.Thread) bool {
	return t.CompareAndSwap(m.state, 0, guarded.Lock.Next(0))
}

// Unlock frees m, which must be held.
func (m Mutex) Unlock(t *model.Thread) {
	m.must(t, guarded.Unlock, "unlock of unlocked mutex")
}
