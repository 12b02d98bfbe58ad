package order

import "dporbench/model/stack"

// cuts holds the cuts of a HappensBefore, as a machine's cuts do for the machine.
type cuts struct {
	frames  []frame
	events  []linkedEvent
	clocks  []int32
	last    []int32
	objects []accesses
}

func (c *cuts) reset() {
	c.frames, c.events, c.clocks, c.last, c.objects = c.frames[:0], c.events[:0], c.clocks[:0], c.last[:0], c.objects[:0]
}

type frame struct{ at, events, width, threads int }

// Cut takes the sequence back to its first n events; see Machine.Cut in package machine.
func (o *HappensBefore) Cut(n int) {
	c := &o.cuts
	c.frames = append(c.frames, frame{n, len(o.events) - n, o.width, len(o.last)})
	c.events = append(stack.Room(c.events, len(o.events)-n), o.events[n:]...)
	c.clocks = append(stack.Room(c.clocks, (len(o.events)-n)*o.width), o.clocks[n*o.width:]...)
	c.last = append(c.last, o.last...)
	c.objects = append(c.objects, o.objects...)
	if o.own != nil {
		o.own.cut(n)
	}
	o.popTo(n)
}

// Paste undoes the last Cut; see Machine.Paste. After it, there are no Races.
func (o *HappensBefore) Paste() {
	c := &o.cuts
	f := stack.Take(&c.frames, 1)[0]
	if o.own != nil {
		o.own.pop(f.at)
	}
	o.events = append(o.events[:f.at], stack.Take(&c.events, f.events)...)
	o.clocks = o.clocks[:f.at*o.width]
	o.pasteClocks(stack.Take(&c.clocks, f.events*f.width), f.width)
	for t := copy(o.last, stack.Take(&c.last, f.threads)); t < len(o.last); t++ {
		o.last[t] = None
	}
	copy(o.objects, stack.Take(&c.objects, len(o.objects)))
	o.races = o.races[:0]
	if o.own != nil {
		o.own.paste(f.at)
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

// GrowObjects makes room for n objects: for variables that threads make, before their events are
// pushed.
func (o *HappensBefore) GrowObjects(n int) {
	before := len(o.objects)
	if n <= before {
		return
	}
	for len(o.objects) < n {
		o.objects = append(o.objects, accesses{None, None})
	}
	o.vars, o.mutexes = o.objects, o.objects[o.declared-len(o.mutexes):o.declared]
	o.cuts.objects = stack.Widen(o.cuts.objects, len(o.cuts.frames), o.objects[before:])
}
