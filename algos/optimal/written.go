package optimal

import (
	"slices"

	"dporbench/algos/internal/wakeup"
	"dporbench/algos/sequence"
	"dporbench/model/event"
	"dporbench/model/machine"
)

// written is v = notdep(e, E)·e' written out, for memory models with store buffers. There, the dependencies of an
// event of v do not follow from its direct predecessors in E, because a Load of a store of its own thread depends on
// foreign writes of the variable only after the flush of that store. So v is traversed, and Loads are promoted as
// their stores leave the buffers. It also serves where updates commute.
type written struct {
	sequence.Reader // of E
	machine         *machine.Machine

	v    []event.Event
	gone []event.Event // the flushes of E that are not in v: scratch of begin
	done []int32       // by thread: the number of its events before the rest of v

	counters
}

func (v *written) grow(int) {}

// begin makes v the sequence for the race between the event at position first and e'. In v, a Load whose store is
// flushed in E, but not before it in pre(E, e)·v, reads the store in the buffer (rule R27).
func (v *written) begin(first int, second event.Event) {
	v.races++
	v.v, v.gone = v.v[:0], v.gone[:0]
	for i := first; i < v.Len(); i++ {
		switch e := v.Event(i); {
		case i > first && !v.Before(first, i):
			v.v = append(v.v, e)
		case e.IsFlush():
			v.gone = append(v.gone, e)
		}
	}
	for i := range v.v {
		if e := &v.v[i]; e.Kind == event.Read && e.ReadsOwn() && slices.ContainsFunc(v.gone, func(f event.Event) bool { return flushes(f, *e) }) {
			e.Kind = event.BufferRead
		}
	}
	v.v = append(v.v, second)
	v.done = v.done[:0]
	for t := range v.machine.Threads() {
		v.done = append(v.done, v.CountBefore(event.ThreadID(t), first))
	}
}

// flushes reports whether f is the flush of the store that e reads.
func flushes(f, e event.Event) bool { return f.Thread == e.Flusher() && f.Index == int32(e.Ref) }

func (v *written) weakInitial(e *event.Event) bool {
	_, ok := v.find(*e)
	return ok
}

// find returns the position in the rest of v of the next event of e's thread, or len(v.v) if there is none; ok is
// false if e may not come first.
func (v *written) find(e event.Event) (at int, ok bool) {
	for i, f := range v.v {
		switch {
		case f.Thread == e.Thread:
			return i, f.Kind != event.Choice || f.Value() == e.Value()
		case event.Dependent(e, f):
			return i, false
		}
		e = e.Promoted(f) // rule R26
	}
	return len(v.v), true
}

// Descend implements [wakeup.Sequence].
func (v *written) Descend(chain []wakeup.Event) int {
	for i, inTree := range chain {
		e := v.complete(inTree)
		at, ok := v.find(e)
		if !ok {
			return i
		}
		if at < len(v.v) {
			v.v = slices.Delete(v.v, at, at+1)
		}
		v.done[e.Thread]++
		for i := range v.v {
			v.v[i] = v.v[i].Promoted(e) // rule R26
		}
	}
	return len(chain)
}

// complete returns e with those fields that a tree does not keep and that find needs. It can do without the Partner of a
// flush, which says on which events of its issuer, and on which Joins, the flush depends. The ones before the store
// are on the way to the flush in the tree, hence not in v any more; the others wait for the flush and come after it
// in v, where find has stopped.
func (v *written) complete(e wakeup.Event) event.Event {
	whole := e.Event()
	whole.Index = v.done[whole.Thread] + 1
	if whole.Kind == event.BufferRead {
		whole.Partner = v.machine.Actor(whole.Thread, whole.Object) + 1
	}
	return whole
}

// Rest implements [wakeup.Sequence].
func (v *written) Rest() []event.Event { return v.v }
