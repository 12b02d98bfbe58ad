package machine

import (
	"encoding/binary"
	"sync"

	"dporbench/goprog/internal/memory"
)

// Deed says what an event did, beyond what it shows itself, for those who judge an execution by the memory model of
// Go: it is the mark of the operation that follows the event, when the thread knows what came of it.
type Deed int32

// What an event on a variable did. Others are numbers that a [Deeds] has given.
const (
	DidNothing Deed = iota
	DidRead         // plainly
	DidWrite        // plainly
	DidLoad         // atomically: it acquires what the last write has released
	DidStore        // atomically: it releases
	DidUpdate       // both
	firstNumbered
)

// The mark of a thread that has stopped, since an iteration of a loop has changed nothing, also has the number of
// its last events that were that iteration.
const (
	deedBits  = 20
	mostRound = 1<<(31-deedBits) - 1
)

func roundMark(events int) int32 {
	if events > mostRound {
		return 0
	}
	return int32(events) << deedBits
}

// Marked is what a mark says: a deed, and how many events the iteration had after which the thread has stopped; 0
// if it has not, or for another reason, or if there were too many.
func Marked(mark int32) (d Deed, round int) {
	return Deed(mark & (1<<deedBits - 1)), int(mark >> deedBits)
}

// Step is part of a deed that synchronises.
type Step struct {
	Verb Verb
	Key  int64 // which clock of the variable
	N    int64 // of a channel, how many elements its buffer has; of a ticket, the channel
}

// Verb says what a step does to a clock: that of its key, or of a channel or a ticket, which each have several.
type Verb int64

// The verbs.
const (
	Acquire   Verb = iota
	Release        // adds to what has been released
	Come           // a goroutine begins to wait with that ticket
	Served         // it has been served
	Meet           // a goroutine does its part with the one that waits with that ticket, and serves it
	Send           // to the buffer of the channel with that key
	Receive        // from it
	SendOf         // the same in place of the one that waits with ticket N, to the buffer of channel Key, and serves it
	ReceiveOf      // and from it
	Wake           // serves the one that waits with that ticket
	Sends          // a goroutine is about to send to the channel with that key, but in a select with other cases
	Closes         // it closes that
	Begin          // a WaitGroup that counts nothing gets something to count,
	Wait           // and has been waited for
)

// The names of goroutines that are timers: one that sends, once or repeatedly, and one that calls a function. No function of a
// program has such a name.
const (
	TimerName = "time.Timer"
	AlarmName = "time.AfterFunc"
)

// NoMoreTicks is what a ticker waits for that has ticked as often as it may: that it is stopped. It is no goroutine of the
// program, and what waits for more ticks is not known to wait for ever.
const NoMoreTicks = "wait for the end of"

// Deeds are lists of steps, by their numbers.
type Deeds struct {
	mu      sync.RWMutex
	numbers map[string]Deed
	all     [][]Step
}

// Number is the number of a list of steps.
func (d *Deeds) Number(steps ...Step) Deed {
	var few [96]byte
	key := few[:0]
	for _, s := range steps {
		for _, n := range []int64{int64(s.Verb), s.Key, s.N} {
			key = binary.LittleEndian.AppendUint64(key, uint64(n))
		}
	}
	d.mu.RLock()
	n, ok := d.numbers[string(key)]
	d.mu.RUnlock()
	if ok {
		return n
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	if n, ok := d.numbers[string(key)]; ok {
		return n
	}
	if d.numbers == nil {
		d.numbers = map[string]Deed{}
	}
	if n = firstNumbered + Deed(len(d.all)); n >= 1<<deedBits {
		panic(&memory.Refusal{Problem: "more kinds of events than can be told apart"})
	}
	d.numbers[string(key)] = n
	d.all = append(d.all, steps)
	return n
}

// Steps are those of a deed with a number.
func (d *Deeds) Steps(n Deed) []Step {
	if n < firstNumbered {
		return nil
	}
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.all[n-firstNumbered]
}

// Did says what the operation did that has just been called, if it was an event.
func (th *Thread) Did(steps ...Step) {
	if th.open {
		th.deed = th.Gen.Deeds.Number(steps...)
	}
}
