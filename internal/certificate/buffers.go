package certificate

import (
	"slices"

	"dporbench/model/event"
)

// buffers is the part of happensBefore for buffered Stores.
type buffers struct {
	flushes  [][]int32                // by thread: the last flush of each of its buffers
	barriers map[event.ThreadID]int32 // by thread: the last flush of a store barrier
	ownReads map[flush][]int32        // reads of a store by its own thread, from the buffer
	drained  []int32                  // CompareAndSwaps that failed; see drainedRaces
}

// flush identifies a flush by its actor and its place, from 1, among the actor's flushes.
type flush struct {
	actor event.ThreadID
	n     int32
}

func (b *buffers) reset(threads int) {
	b.flushes = slices.Grow(b.flushes[:0], threads)[:threads]
	for t := range b.flushes {
		b.flushes[t] = b.flushes[t][:0]
	}
	if b.ownReads == nil {
		b.ownReads = map[flush][]int32{}
	}
	clear(b.ownReads)
	if b.barriers == nil {
		b.barriers = map[event.ThreadID]int32{}
	}
	clear(b.barriers)
	b.drained = b.drained[:0]
}

// appendOwn appends the events that directly precede e because of its thread: the thread's event before it; the flushes
// it waits for; and if e is a flush, the event before the store.
func (o *happensBefore) appendOwn(before []int32, e event.Event) []int32 {
	before = append(before, o.last(e.Thread))
	switch {
	case e.IsFlush():
		before = append(before, o.after(e.Issuer(), int(e.Ref)))
		if barrier, any := o.barriers[e.Issuer()]; any {
			before = append(before, barrier)
		}
		if e.IsBarrier() {
			before = append(before, o.flushes[e.Issuer()]...)
		}
	case e.Waits():
		before = append(before, o.flushes[e.Thread]...)
	}
	return before
}

// note remembers the event i if it is a flush, or the read of a store in the buffer.
func (o *happensBefore) note(i int32, e event.Event) {
	switch {
	case e.IsFlush():
		if e.IsBarrier() {
			o.barriers[e.Issuer()] = i
		}
		last := &o.flushes[e.Issuer()]
		*last = append(slices.DeleteFunc(*last, func(f int32) bool { return o.events[f].Thread == e.Thread }), i)
	case e.Kind == event.BufferRead:
		store := flush{e.Flusher(), int32(e.Ref)}
		o.ownReads[store] = append(o.ownReads[store], i)
	}
}

// isOwnFlush reports whether the event w is the flush of a store of thread t.
func (o *happensBefore) isOwnFlush(w int32, t event.ThreadID) bool {
	e := o.events[w]
	return e.IsFlush() && e.Issuer() == t
}

// expects returns the value that the event i expects, if it is a CompareAndSwap that does not wait for the buffers when
// it fails.
func (o *happensBefore) expects(i int32) (expected int64, ok bool) {
	if o.machine == nil {
		return 0, false
	}
	return o.machine.ExpectsAt(int(i))
}

// expectingRaces records the races of such an event: r, with different first events. r.first is at first the last write
// before the event. Where the event would fail, it needs only its thread's event before it.
func (o *happensBefore) expectingRaces(r race, expected int64) {
	e := o.events[r.second]
	if e.ReadsOwn() {
		return
	}
	fails := func(value int64) bool { return value != expected }
	failed := e.Kind == event.Read
	o.directRaces(r.second, func(w int32) bool { return fails(o.machine.Overwritten(int(w))) == failed })
	if failed && r.first != nothing && !fails(o.machine.Overwritten(int(r.first))) {
		o.drained = append(o.drained, r.second)
	}
	o.stretchRaces(fails, failed, r, o.before[:1])
}

// drainedRaces records the races of CompareAndSwaps that failed, but would write before the last write, with that write:
// if it does not happen before a flush that they would have to wait for, wherever that is.
func (o *happensBefore) drainedRaces() {
	for _, i := range o.drained {
		e := o.events[i]
		past := []int32{o.after(e.Thread, int(e.Index)-1)}
		if actor, n := o.machine.LastStoreBefore(e.Thread, e.Index); n > 0 {
			past = append(past, o.places[actor][n-1])
		}
		if w := o.writeBefore(i); !o.isBeforeAny(w, past) {
			o.races = append(o.races, race{w, i, e.Thread, 0})
		}
	}
}

// writeBefore is the last write before the access i, a read.
func (o *happensBefore) writeBefore(i int32) int32 {
	for w := i - 1; ; w-- {
		if e := o.events[w]; e.Object == o.events[i].Object && e.Kind.Writes() {
			return w
		}
	}
}
