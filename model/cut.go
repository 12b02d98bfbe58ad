package model

import "dporbench/model/stack"

// machineCuts holds what [Machine.Cut] has taken off E and Paste has not put
// back: for each cut the events, and the state of the machine after them. All cuts
// share one stack of each kind, so that no more is held than has been cut.
type machineCuts struct {
	frames  []machineFrame
	events  []Event
	undo    []undoRecord
	objects []int64
	threads []machineThread
	active  ThreadSet
}

func (c *machineCuts) reset() {
	c.frames, c.events, c.undo = c.frames[:0], c.events[:0], c.undo[:0]
	c.objects, c.threads, c.active = c.objects[:0], c.threads[:0], c.active[:0]
}

// machineFrame is the length of E after a cut, how much of each stack the cut has, and
// what Machine.lowest was before.
type machineFrame struct {
	at, events, threads, words int
	lowest                     ThreadID
}

// Cut takes E back to its first n events and keeps the others to be pasted, in
// far less time than it takes to step them again. Cuts are nested: Paste undoes
// the last of them.
func (m *Machine) Cut(n int) {
	c := &m.cuts
	c.frames = append(c.frames, machineFrame{n, len(m.events) - n, len(m.threads), len(m.active), m.lowest})
	c.events = append(stack.Room(c.events, len(m.events)-n), m.events[n:]...)
	c.undo = append(stack.Room(c.undo, len(m.events)-n), m.undo[n:]...)
	c.objects = append(c.objects, m.objects...)
	c.threads = append(c.threads, m.threads...)
	c.active = append(c.active, m.active...)
	if m.buffers != nil {
		m.cutBuffers(n)
		return
	}
	m.undoTo(n)
}

// Paste makes E what it was before the last Cut. E must begin with what that Cut
// left; all that follows goes, at no cost: the state of the machine is copied,
// not undone. Threads that have become known since the Cut are not started.
func (m *Machine) Paste() {
	c := &m.cuts
	f := take(&c.frames, 1)[0]
	m.events = append(m.events[:f.at], take(&c.events, f.events)...)
	m.undo = append(m.undo[:f.at], take(&c.undo, f.events)...)
	copy(m.objects, take(&c.objects, len(m.objects)))
	copy(m.threads, take(&c.threads, f.threads))
	clear(m.threads[f.threads:])
	copy(m.active, take((*[]uint64)(&c.active), f.words))
	clear(m.active[f.words:])
	m.lowest = f.lowest
	if m.buffers != nil {
		m.pasteBuffers(f)
	}
}

// hbCuts does for HappensBefore what machineCuts does for Machine.
type hbCuts struct {
	frames  []hbFrame
	events  []linkedEvent
	clocks  []int32
	last    []int32
	objects []accesses
}

func (c *hbCuts) reset() {
	c.frames, c.events, c.clocks, c.last, c.objects = c.frames[:0], c.events[:0], c.clocks[:0], c.last[:0], c.objects[:0]
}

type hbFrame struct{ at, events, width, threads int }

// Cut takes the sequence back to its first n events; see [Machine.Cut].
func (o *HappensBefore) Cut(n int) {
	c := &o.cuts
	c.frames = append(c.frames, hbFrame{n, len(o.events) - n, o.width, len(o.last)})
	c.events = append(stack.Room(c.events, len(o.events)-n), o.events[n:]...)
	c.clocks = append(stack.Room(c.clocks, (len(o.events)-n)*o.width), o.clocks[n*o.width:]...)
	c.last = append(c.last, o.last...)
	c.objects = append(c.objects, o.objects...)
	if o.buffers != nil {
		o.buffers.cuts = append(o.buffers.cuts, o.buffers.links[n:]...)
	}
	o.popTo(n)
}

// Paste undoes the last Cut; see [Machine.Paste]. There are no Races
// after it.
func (o *HappensBefore) Paste() {
	c := &o.cuts
	f := take(&c.frames, 1)[0]
	if o.buffers != nil {
		o.popTo(f.at)
	}
	o.events = append(o.events[:f.at], take(&c.events, f.events)...)
	o.clocks = o.clocks[:f.at*o.width]
	o.pasteClocks(take(&c.clocks, f.events*f.width), f.width)
	for t := copy(o.last, take(&c.last, f.threads)); t < len(o.last); t++ {
		o.last[t] = None
	}
	copy(o.objects, take(&c.objects, len(o.objects)))
	o.races = o.races[:0]
	if o.buffers != nil {
		o.pasteBuffers(f.at)
	}
}

// pasteClocks appends clocks of width numbers each: fewer than o has if more
// threads have become known since.
func (o *HappensBefore) pasteClocks(clocks []int32, width int) {
	if width == o.width {
		o.clocks = append(o.clocks, clocks...)
		return
	}
	for ; len(clocks) > 0; clocks = clocks[width:] {
		copy(o.newClock(None), clocks[:width])
	}
}

// take pops n elements off a stack and returns them. They are valid until
// the next push.
func take[T any](stack *[]T, n int) []T {
	s := *stack
	rest := len(s) - n
	*stack = s[:rest]
	return s[rest:]
}
