package primitives

import "dporbench/model"

// RWMutex is sync.RWMutex: any number of readers or one writer hold it, and readers that
// arrive while a writer waits have to wait for the writer.
type RWMutex struct{ object }

// The state of an RWMutex counts the readers that hold it, the writers that wait, and the
// writer that holds it.
const (
	reader  int64 = 1
	waiting int64 = 1 << 20
	writer  int64 = 1 << 40
)

func hasReader(state int64) bool { return state%waiting > 0 }
func hasWriter(state int64) bool { return state >= writer }
func noWriter(state int64) bool  { return state < waiting } // neither waiting nor holding
func noHolder(state int64) bool  { return !hasReader(state) && !hasWriter(state) }

// NewRWMutex declares a mutex, free at first.
func NewRWMutex(p *model.Program, name string) RWMutex { return RWMutex{newObject(p, name, 0)} }

// RLock waits until no writer holds m or waits for it, and takes it as a reader.
func (m RWMutex) RLock(t *model.Thread) { m.step(t, "rlock", noWriter, plus(reader)) }

// TryRLock takes m as a reader if it can without waiting, and reports whether it did.
func (m RWMutex) TryRLock(t *model.Thread) bool { return m.try(t, "try rlock", noWriter, plus(reader)) }

// RUnlock undoes an RLock.
func (m RWMutex) RUnlock(t *model.Thread) {
	m.must(t, "runlock", "RUnlock of unlocked RWMutex", hasReader, plus(-reader))
}

// Lock announces a writer, waits until m is free, and takes it.
func (m RWMutex) Lock(t *model.Thread) {
	m.step(t, "announce lock", always, plus(waiting))
	m.step(t, "lock", noHolder, plus(writer-waiting))
}

// TryLock takes m as a writer if it is free and no writer waits, and reports whether it did.
func (m RWMutex) TryLock(t *model.Thread) bool { return t.CompareAndSwap(m.state, 0, writer) }

// Unlock undoes a Lock.
func (m RWMutex) Unlock(t *model.Thread) {
	m.must(t, "unlock", "Unlock of unlocked RWMutex", hasWriter, plus(-writer))
}
