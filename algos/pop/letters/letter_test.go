package letters_test

import (
	"cmp"
	"slices"

	"dporbench/model/event"
	"dporbench/model/memory"
)

// letter is an event with what determines which others it depends on.
type letter struct {
	event.Event // a Load of an own store is a BufferRead, whether the store is still in the buffer or not
	// writes are the writes of the variable before this one, where Stores are buffered.
	writes []place
}

// place is an event's thread and index.
type place struct {
	thread event.ThreadID
	index  int32
}

// newLetter returns the letter of e after the letters before.
func newLetter(e event.Event, before []letter, m memory.Model) letter {
	l := letter{Event: e}
	if e.ReadsOwn() {
		l.Kind = event.BufferRead
	}
	if !m.Buffers() || !e.Kind.Writes() {
		return l
	}
	for _, f := range before {
		if f.Kind.Writes() && f.Object == e.Object {
			l.writes = append(l.writes, place{f.Thread, f.Index})
		}
	}
	slices.SortFunc(l.writes, func(a, b place) int {
		return cmp.Or(cmp.Compare(a.thread, b.thread), cmp.Compare(a.index, b.index))
	})
	return l
}

func (l letter) equals(o letter) bool { return l.Event == o.Event && slices.Equal(l.writes, o.writes) }

func (l letter) isRead() bool { return l.Kind == event.Read || l.Kind == event.BufferRead }

// commuting is the class of accesses that commute with l and with each other; ok is false if l is alone in its class.
func (l letter) commuting() (class event.Kind, ok bool) {
	if l.isRead() {
		return event.Read, true
	}
	return l.Kind, l.Kind.Commutes()
}

// rule reports whether a Load of an own store conflicts with a write of its variable by an actor that does not flush
// that store.
type rule func(load, write letter) bool

// flushedBefore is the rule of A.8.3: the store has been flushed before the write.
func flushedBefore(load, write letter) bool {
	return slices.Contains(write.writes, place{load.Flusher(), int32(load.Ref)})
}

// inConflict reports whether a and b, of different threads, access one variable or mutex, are not of one class, and are
// not ordered: a thread's own events and the flushes of its stores may be.
func (r rule) inConflict(a, b letter) bool {
	switch {
	case a.Thread == b.Thread || a.Object != b.Object || a.Kind.OnVariable() && areOrdered(a, b):
		return false
	case a.ReadsOwn() && b.Kind.Writes():
		return b.Thread != a.Flusher() && r(a, b)
	case b.ReadsOwn() && a.Kind.Writes():
		return a.Thread != b.Flusher() && r(b, a)
	}
	return event.Conflicting(a.Kind, a.Object, b.Kind, b.Object)
}

// areOrdered reports whether accesses a and b depend on each other whatever they access.
func areOrdered(a, b letter) bool {
	a.Object = -1
	return event.Dependent(a.Event, b.Event)
}

// dependent reports whether a and b are of one thread, in conflict, or ordered.
func (r rule) dependent(a, b letter) bool {
	return event.Dependent(a.Event, b.Event) || r.inConflict(a, b)
}

// pasts are, for each letter, the places in w of the letters that happen before it, and of itself: Definition 1.
func (r rule) pasts(w []letter) []uint64 {
	pasts := make([]uint64, len(w))
	for j, b := range w {
		pasts[j] = 1 << j
		for i, a := range w[:j] {
			if r.dependent(a, b) {
				pasts[j] |= pasts[i]
			}
		}
	}
	return pasts
}

// isPrime reports whether all of w happens before its last letter.
func (r rule) isPrime(w []letter) bool { return r.pasts(w)[len(w)-1] == 1<<len(w)-1 }
