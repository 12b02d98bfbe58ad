package primitives

import "dporbench/model"

// RWMutex is sync.RWMutex: any number of readers or one writer hold it, and readers that
// come while a writer waits have to wait for it.
type RWMutex struct{ state model.Var }

// The state of an RWMutex counts the readers that hold it, the writers that wait, and the
// writer that holds it.
const (
	reader  int64 = 1
	waiting int64 = 1 << 20
	writer  int64 = 1 << 40
)

func hasReader(state int64) bool { return state%waiting > 0 }

func hasWriter(state int64) bool { return state >= writer }

func noWriter(state int64) bool { return state < waiting } // neither waiting nor holding

func noHolder(state int64) bool { return !hasReader(state) && !hasWriter(state) }

// NewRWMutex declares a mutex that nobody holds.
func NewRWMutex(p *model.Program, name string) RWMutex { return RWMutex{p.Var(name, 0)} }

// RLock waits until no writer holds m or waits for it, and takes it as a reader.
func (m RWMutex) RLock(t *model.Thread) { t.When(m.state, noWriter, plus(reader)) }

// TryRLock takes m as a reader if RLock need not wait, and reports whether it did.
func (m RWMutex) TryRLock(t *model.Thread) bool {
	return noWriter(t.When(m.state, always, plusIf(noWriter, reader)))
}

// RUnlock undoes an RLock.
func (m RWMutex) RUnlock(t *model.Thread) {
	t.Assert(hasReader(t.When(m.state, always, plusIf(hasReader, -reader))), "RUnlock of unlocked RWMutex")
}

// Lock announces a writer, waits until nobody holds m, and takes it.
func (m RWMutex) Lock(t *model.Thread) {
	t.Add(m.state, waiting)
	t.When(m.state, noHolder, plus(writer-waiting))
}

// TryLock takes m as a writer if nobody holds it, and reports whether it did.
func (m RWMutex) TryLock(t *model.Thread) bool { return t.CompareAndSwap(m.state, 0, writer) }

// Unlock undoes a Lock.
func (m RWMutex) Unlock(t *model.Thread) {
	t.Assert(hasWriter(t.When(m.state, always, plusIf(hasWriter, -writer))), "Unlock of unlocked RWMutex")
}

func always(int64) bool { return true }

func plusIf(can func(int64) bool, n int64) func(int64) int64 {
	return func(state int64) int64 {
		if can(state) {
			return state + n
		}
		return state
	}
}

func plus(n int64) func(int64) int64 { return func(state int64) int64 { return state + n } }
