package machine

import (
	"encoding/binary"
	"sync"

	"dporbench/model/guarded"
)

// Effect is the synchronisation record of an event on a variable: how Go's memory model sees the event. It is the mark of the
// operation after the event, when the thread has the result. Effects other than the constants are numbers of an [Effects].
type Effect int32

// Effects of events that need no list of operations.
const (
	NoEffect     Effect = iota
	PlainRead           // not atomic
	PlainWrite          // not atomic
	AtomicLoad          // acquires from the last atomic write
	AtomicStore         // releases
	AtomicUpdate        // acquires and releases
	AllOthers           // acquires from all other goroutines
	firstNumbered
)

// Effects numbers lists of synchronisation operations. Several goroutines may use it.
type Effects struct {
	mu      sync.RWMutex
	numbers map[string]Effect
	all     [][]guarded.SyncOp
}

// Number returns the number of a list, a new one if the list is new.
func (e *Effects) Number(ops ...guarded.SyncOp) Effect {
	var few [96]byte
	key := few[:0]
	for _, op := range ops {
		for _, n := range []int64{int64(op.Kind), op.Key, op.N} {
			key = binary.LittleEndian.AppendUint64(key, uint64(n))
		}
	}
	e.mu.RLock()
	n, ok := e.numbers[string(key)]
	e.mu.RUnlock()
	if ok {
		return n
	}
	e.mu.Lock()
	defer e.mu.Unlock()
	if n, ok := e.numbers[string(key)]; ok {
		return n
	}
	if e.numbers == nil {
		e.numbers = map[string]Effect{}
	}
	n = firstNumbered + Effect(len(e.all))
	e.numbers[string(key)] = n
	e.all = append(e.all, ops)
	return n
}

// Ops returns the list with number n, which must not be changed; it is empty for the constants.
func (e *Effects) Ops(n Effect) []guarded.SyncOp {
	if n < firstNumbered {
		return nil
	}
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.all[n-firstNumbered]
}

// syncsNothing records that the operation just called synchronises with nothing. If it was no event, the last event keeps its effect.
func (th *Thread) syncsNothing() {
	if th.open {
		th.effect = NoEffect
	}
}

// SetEffect records the effect of the operation just called, if it was an event.
func (th *Thread) SetEffect(ops ...guarded.SyncOp) {
	if th.open {
		th.effect = th.Gen.Effects.Number(ops...)
	}
}
