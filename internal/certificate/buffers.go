package certificate

import (
	"slices"

	"dporbench/model/event"
)

// buffers is what happensBefore has to know where Stores are buffered.
type buffers struct {
	flushes  [][]int32         // by thread: the last flush of each of its buffers
	ownReads map[flush][]int32 // of a store by its own thread, from the buffer
	drained  []int32           // CompareAndSwaps that have failed; see drainedRaces
}

// flush identifies a flush by its actor and its place among the flushes of that.
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
	b.drained = b.drained[:0]
}

// appendOwn appends what precedes e directly because of its thread: the event of that before it; what it waits for;
// and if e is a flush, the event before the store.
func (o *happensBefore) appendOwn(before []int32, e event.Event) []int32 {
	before = append(before, o.last(e.Thread))
	switch {
	case e.IsFlush():
		before = append(before, o.after(e.Issuer(), int(e.Ref)))
	case e.Waits():
		before = append(before, o.flushes[e.Thread]...)
	}
	return before
}

// note remembers the event i if that is a flush, or the read of a store in the buffer.
func (o *happensBefore) note(i int32, e event.Event) {
	switch {
	case e.IsFlush():
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

// expects is the value that the event i, a CompareAndSwap that does not wait for its buffer if it fails, expects.
func (o *happensBefore) expects(i int32) (expected int64, ok bool) {
	if o.machine == nil {
		return 0, false
	}
	return o.machine.ExpectsAt(int(i))
}

// expectingRaces records the races of such an event, r with each of them as the first event: r.first is the last write
// before it. Where the event would fail, it needs no more than the event of its thread before it.
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

// drainedRaces records the races with the last write of those CompareAndSwaps that have failed, and would write before
// it: if it does not happen before a flush that they would have to wait for, wherever that is.
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
