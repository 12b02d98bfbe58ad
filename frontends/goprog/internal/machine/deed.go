package machine

import (
	"encoding/binary"
	"sync"

	"dporbench/frontends/goprog/internal/memory"
)

// Deed says what an event did, beyond what the event itself shows, to judges of executions by Go's memory model:
// it is the mark of the operation after the event, when the thread knows the result.
type Deed int32

// What an event on a variable did. Other deeds are numbers given by a [Deeds].
const (
	DidNothing Deed = iota
	DidRead         // plainly
	DidWrite        // plainly
	DidLoad         // atomically: it acquires what the last write has released
	DidStore        // atomically: it releases
	DidUpdate       // both
	firstNumbered
)

// The mark of a thread that has stopped because an iteration of a loop changed nothing also has the number of
// events in that iteration, its last ones.
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

// Marked returns the deed of a mark, and the number of events in the iteration after which the thread has stopped; 0
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

// Verb says what a step does to a clock: that of its key, or of a channel or a ticket, which have several each.
type Verb int64

// The verbs.
const (
	Acquire   Verb = iota
	Release        // adds to what has been released
	Come           // a goroutine begins to wait with that ticket
	Served         // it has been served
	Meet           // a goroutine does its part with the one waiting with that ticket, and serves it
	Send           // to the buffer of the channel with that key
	Receive        // from it
	SendOf         // the same in place of the goroutine waiting with ticket N, to the buffer of channel Key, and serves it
	ReceiveOf      // and from it
	Wake           // serves the goroutine waiting with that ticket
	Sends          // a goroutine is about to send to the channel with that key, not in a select with other cases
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

// NoMoreTicks is the statement of a ticker that has ticked as often as it may: it waits to be stopped. It is no goroutine of the
// program, and goroutines that wait for more ticks are not known to wait forever.
const NoMoreTicks = "wait for the end of"

// Deeds are lists of steps, by number.
type Deeds struct {
	mu      sync.RWMutex
	numbers map[string]Deed
	all     [][]Step
}

// Number returns the number of a list of steps.
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
		panic(&memory.Refusal{Problem: "more kinds of events than can be distinguished"})
	}
	d.numbers[string(key)] = n
	d.all = append(d.all, steps)
	return n
}

// Steps returns the steps of a deed with a number.
func (d *Deeds) Steps(n Deed) []Step {
	if n < firstNumbered {
		return nil
	}
	d.mu.RLock()
	defer d.mu.RUnlock()
	return d.all[n-firstNumbered]
}

// Did records the deed of the operation just called, if it was an event.
func (th *Thread) Did(steps ...Step) {
	if th.open {
		th.deed = th.Gen.Deeds.Number(steps...)
	}
}
