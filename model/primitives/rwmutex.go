package primitives

import (
	"dporbench/model"
	"dporbench/model/guarded"
)

// RWMutex is sync.RWMutex: any number of readers or one writer hold it, and readers that
// arrive while a writer waits have to wait for the writer.
type RWMutex struct{ object }

// NewRWMutex declares a mutex, free at first.
func NewRWMutex(p *model.Program, name string) RWMutex { return RWMutex{newObject(p, name, 0)} }

// RLock waits until no writer holds m or waits for it, and takes it as a reader.
func (m RWMutex) RLock(t *model.Thread) { m.step(t, guarded.ReadLock) }

// TryRLock takes m as a reader if it can without waiting, and reports whether it did.
func (m RWMutex) TryRLock(t *model.Thread) bool { return m.try(t, guarded.ReadLock) }

// RUnlock undoes an RLock.
func (m RWMutex) RUnlock(t *model.Thread) {
	m.must(t, guarded.ReadUnlock, "RUnlock of unlocked RWMutex")
}

// Lock announces a writer, waits until m is free, and takes it.
func (m RWMutex) Lock(t *model.Thread) {
	m.step(t, guarded.AnnounceWriter)
	m.step(t, guarded.WriteLock)
}

// TryLock takes m as a writer if it is free and no writer waits, and reports whether it did.
func (m RWMutex) TryLock(t *model.Thread) bool {
	return t.CompareAndSwap(m.state, 0, guarded.WriteLockFree.Next(0))
}

// Unlock undoes a Lock.
func (m RWMutex) Unlock(t *model.Thread) {
	m.must(t, guarded.WriteUnlock, "Unlock of unlocked RWMutex")
}
