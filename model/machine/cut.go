package machine

import (
	"dporbench/model/event"
	"dporbench/model/stack"
)

// cuts holds what [Machine.Cut] has taken off E and Paste has not put back: for each cut
// the events, and the state of the machine after them. All cuts share one stack of each
// kind, so no more is held than has been cut.
type cuts struct {
	frames  []frame
	events  []event.Event
	undo    []undoRecord
	objects []int64
	threads []thread
	active  event.ThreadSet
}

func (c *cuts) reset() {
	c.frames, c.events, c.undo = c.frames[:0], c.events[:0], c.undo[:0]
	c.objects, c.threads, c.active = c.objects[:0], c.threads[:0], c.active[:0]
}

// growObjects adds objects with these values to every cut.
func (c *cuts) growObjects(added []int64) { c.objects = stack.Widen(c.objects, len(c.frames), added) }

// frame holds the length of E after a cut, the cut's size on each stack, and the previous
// Machine.lowest.
type frame struct {
	at, events, threads, words int
	lowest                     event.ThreadID
}

// Cut takes E back to its first n events and keeps the others to be pasted, in far less
// time than it takes to step them again. Cuts nest: Paste undoes the last one.
func (m *Machine) Cut(n int) {
	m.shorten(n)
	c := &m.cuts
	c.frames = append(c.frames, frame{n, len(m.events) - n, len(m.threads), len(m.active), m.lowest})
	c.events = append(stack.Room(c.events, len(m.events)-n), m.events[n:]...)
	c.undo = append(stack.Room(c.undo, len(m.events)-n), m.undo[n:]...)
	c.objects = append(c.objects, m.objects...)
	c.threads = append(c.threads, m.threads...)
	c.active = append(c.active, m.active...)
	if m.own != nil {
		m.own.cut(n)
		return
	}
	m.semantics.undoTo(n)
}

// Paste makes E what it was before the last Cut. E must begin with what that Cut left;
// everything after that is dropped at no cost: the state of the machine is copied, not
// undone. Threads that have become known since the Cut are not started.
func (m *Machine) Paste() {
	m.copied()
	c := &m.cuts
	f := stack.Take(&c.frames, 1)[0]
	m.shorten(f.at)
	m.events = append(m.events[:f.at], stack.Take(&c.events, f.events)...)
	m.undo = append(m.undo[:f.at], stack.Take(&c.undo, f.events)...)
	copy(m.objects, stack.Take(&c.objects, len(m.objects)))
	copy(m.threads, stack.Take(&c.threads, f.threads))
	clear(m.threads[f.threads:])
	copy(m.active, stack.Take((*[]uint64)(&c.active), f.words))
	clear(m.active[f.words:])
	m.lowest = f.lowest
	if m.own != nil {
		m.own.paste(f)
	}
}
