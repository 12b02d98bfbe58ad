package machine

import (
	"encoding/binary"
	"sync"

	"dporbench/frontends/goprog/internal/memory"
)

// Effect is the synchronisation record of an event on a variable: how Go's memory model sees the event. It is the mark of the
// operation after the event, when the thread has the result. Effects other than the constants are numbers of an [Effects].
type Effect int32

// Effects of events that need no list of operations.
const (
	NoEffect     Effect = iota
	PlainRead           // not atomic
	PlainWrite          // not atomic
	AtomicLoad          // acquires what the last atomic write has released
	AtomicStore         // releases
	AtomicUpdate        // acquires and releases
	firstNumbered
)

// The mark of a thread that has stopped because an iteration of a loop changed nothing also has the number of
// events in that iteration, its last ones.
const (
	effectBits = 20
	mostRound  = 1<<(31-effectBits) - 1
)

func roundMark(events int) int32 {
	if events > mostRound {
		return 0
	}
	return int32(events) << effectBits
}

// Marked returns the effect of a mark, and the number of events in the iteration after which the thread has stopped; 0
// if it has not, or for another reason, or if there were too many.
func Marked(mark int32) (e Effect, round int) {
	return Effect(mark & (1<<effectBits - 1)), int(mark >> effectBits)
}

// SyncOp is one synchronisation operation of an event. A variable that synchronises has several vector clocks, told apart by
// keys.
type SyncOp struct {
	Kind SyncKind
	Key  int64 // of a clock: a lock, a channel, or the ticket of a parked goroutine
	N    int64 // Send, Receive: capacity of the channel; SendFor, ReceiveFor: ticket of the parked goroutine
}

// SyncKind is the kind of a [SyncOp].
type SyncKind int64

// The kinds. Park to Ready are about goroutines that wait with tickets, as sudogs do in Go's runtime; Send to ReceiveFor are
// about the buffer of the channel Key.
const (
	Acquire     SyncKind = iota // joins the clock Key into the goroutine's
	Release                     // joins the goroutine's clock into the clock Key
	Park                        // the goroutine begins to wait with ticket Key
	Resume                      // it continues, after another goroutine has completed its operation
	Rendezvous                  // completes the operation of the goroutine parked with ticket Key, and synchronises both ways
	Send                        // uses the next slot of the buffer
	Receive                     // uses the oldest full slot
	SendFor                     // Send on behalf of the goroutine parked with ticket N, which then may continue
	ReceiveFor                  // Receive on behalf of that goroutine
	Ready                       // lets the goroutine parked with ticket Key continue
	SendAttempt                 // a goroutine is about to send to the channel Key, not in a select with other cases
	Close                       // closes the channel Key
	FirstAdd                    // a WaitGroup's counter leaves 0
	Wait                        // a goroutine has waited for a WaitGroup
)

// Effects numbers lists of synchronisation operations. Several goroutines may use it.
type Effects struct {
	mu      sync.RWMutex
	numbers map[string]Effect
	all     [][]SyncOp
}

// Number returns the number of a list, a new one if the list is new.
func (e *Effects) Number(ops ...SyncOp) Effect {
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
	if n = firstNumbered + Effect(len(e.all)); n >= 1<<effectBits {
		panic(&memory.Refusal{Problem: "more kinds of events than can be distinguished"})
	}
	e.numbers[string(key)] = n
	e.all = append(e.all, ops)
	return n
}

// Ops returns the list with number n, which must not be changed; it is empty for the constants.
func (e *Effects) Ops(n Effect) []SyncOp {
	if n < firstNumbered {
		return nil
	}
	e.mu.RLock()
	defer e.mu.RUnlock()
	return e.all[n-firstNumbered]
}

// SetEffect records the effect of the operation just called, if it was an event.
func (th *Thread) SetEffect(ops ...SyncOp) {
	if th.open {
		th.effect = th.Gen.Effects.Number(ops...)
	}
}
