package model

import (
	"slices"

	"dporbench/model/stack"
)

// orderBuffers is what a HappensBefore has beside the rest where Stores are buffered. The relation is
// that of chronological traces (P. A. Abdulla et al., Stateless Model Checking for TSO and PSO, Acta
// Informatica 54(8), 2017), by direct predecessors:
//
//	an event of a thread              the event of the thread before it, or its Spawn
//	  that Waits                      and the last flush of each actor of the thread
//	  that is a Join                  and the last event and flushes of the other thread
//	  that is a Load of no own store  and the last write of the variable
//	  that is a Load of an own store  and nothing else: neither the flush nor what precedes that
//	the flush of a store              the flush before it of the same actor, the event of the thread before the
//	                                  store, the last write of the variable and the reads of that write
//	the reads of a write              those from memory since, and those of a flushed store while it was buffered
//
// It is not given by which pairs of events are dependent: a Load of an own store, its flush and a foreign
// write commute one by one, but the Load does not commute with the two others together.
type orderBuffers struct {
	links   []bufferLinks // beside the events
	places  [][]int32     // by thread: the positions of its events
	flushed []int32       // by thread: the last flush of a store of it
	waited  []int32       // by thread: its last event that Waits
	own     [][]int32     // by actor and Index of its flush: the last BufferRead of that store
	past    []int32       // scratch of ThreadPast
	cuts    []bufferLinks
}

// bufferLinks are positions, or None.
type bufferLinks struct {
	flush int32 // of a flush: the one before it of a store of the same thread; of an event that Waits: the last one of its thread
	since int32 // of a flush: the event of the thread before the store, or the Spawn of the thread; of an event that Waits: the one of its thread before it that does
}

func (o *HappensBefore) growBuffers(n int) {
	b := o.buffers
	for len(b.places) < n {
		b.places, b.own = append(b.places, nil), append(b.own, nil)
		b.flushed, b.waited = append(b.flushed, None), append(b.waited, None)
	}
}

// pushBuffered is Push.
func (o *HappensBefore) pushBuffered(e Event) {
	o.meet(e)
	b, links := o.buffers, Links{o.last[e.Thread], None, None}
	own := o.bufferLinksOf(e)
	clock := o.newClock(links.Thread)
	if e.IsFlush() {
		o.join(clock, own.since)
	} else {
		o.joinFlushes(clock, own)
	}
	clock[e.Thread] = e.Index
	o.races = o.races[:0]
	at := int32(len(o.events))
	switch e.Kind {
	case BufferRead:
		links.Read = *o.ownReads(e.Flusher(), int32(e.Ref))
	case Read:
		x := &o.vars[e.Object]
		links.Write, links.Read = x.write, x.read
		if !e.ReadsOwn() { // rule 1
			o.joinRace(clock, x.write)
		}
		x.read = at
	case Write, Update:
		x := &o.vars[e.Object]
		links.Write, links.Read = x.write, x.read
		o.joinAccesses(clock, *x)
		*x = accesses{at, None}
		if e.IsFlush() { // rule 2
			x.read = *o.ownReads(e.Thread, e.Index)
		}
	case Lock, Unlock:
		links.Write, links.Read = o.pushOnMutex(e, clock, at)
	case Spawn:
		o.last[e.Object] = at
	case Join:
		links.Write, links.Read = o.last[e.Object], b.flushed[e.Object]
		o.join(clock, links.Write)
		o.joinFlushes(clock, bufferLinks{links.Read, b.waited[e.Object]})
	}
	o.last[e.Thread] = at
	stack.Push(&o.events, linkedEvent{e, links})
	stack.Push(&b.links, own)
	o.notePlace(e, at)
}

// joinAccesses joins what a write comes after: the reads of the last write since that, that write, and
// then its reads while it was buffered, which have earlier positions (rule 3).
func (o *HappensBefore) joinAccesses(clock []int32, x accesses) {
	ownFirst, r := o.ownReadFirst(clock, x), x.read
	for ; r > x.write; r = o.events[r].links.Read {
		o.joinRace(clock, r)
	}
	if ownFirst {
		o.join(clock, x.write)
	} else {
		o.joinRace(clock, x.write)
	}
	for ; r != None; r = o.events[r].links.Read {
		o.joinRace(clock, r)
	}
}

// ownReadFirst (rule 5) reports whether a write races with a Load that reads the last write of the
// variable, a store of its own thread, after its flush. Then the write does not race with the flush itself:
// first the Load has to come after the write.
func (o *HappensBefore) ownReadFirst(clock []int32, x accesses) bool {
	for r := x.read; r > x.write; r = o.events[r].links.Read {
		if o.events[r].ReadsOwn() && !o.within(clock, r) {
			return true
		}
	}
	return false
}

// bufferLinksOf are the links of e, which is about to be pushed.
func (o *HappensBefore) bufferLinksOf(e Event) bufferLinks {
	b := o.buffers
	switch {
	case e.IsFlush():
		t := e.Issuer()
		return bufferLinks{b.flushed[t], o.afterEvents(t, int(e.Ref))}
	case e.Waits():
		return bufferLinks{b.flushed[e.Thread], b.waited[e.Thread]}
	}
	return bufferLinks{None, None}
}

// afterEvents is the position of the n-th event of thread t, or of its Spawn if n is 0.
func (o *HappensBefore) afterEvents(t ThreadID, n int) int32 {
	places := o.buffers.places[t]
	switch {
	case n > 0:
		return places[n-1]
	case len(places) > 0:
		return o.events[places[0]].links.Thread
	}
	return o.last[t]
}

// joinFlushes joins the flushes that an event with those links waits for.
func (o *HappensBefore) joinFlushes(clock []int32, l bufferLinks) {
	for f := l.flush; f > l.since; f = o.buffers.links[f].flush {
		o.join(clock, f)
	}
}

// ownReads holds the last BufferRead of the n-th store that actor a flushes.
func (o *HappensBefore) ownReads(a ThreadID, n int32) *int32 {
	own := &o.buffers.own[a]
	for len(*own) < int(n) {
		*own = append(*own, None)
	}
	return &(*own)[n-1]
}

// meet makes room for the threads of e.
func (o *HappensBefore) meet(e Event) {
	n := max(int(e.Thread), int(e.Partner)-1)
	if e.Kind == Spawn {
		n = max(n, int(e.Object))
	}
	if n >= len(o.last) {
		o.growThreads(n + 1)
	}
}

// notePlace notes that e is at a position, the last one.
func (o *HappensBefore) notePlace(e Event, at int32) {
	b := o.buffers
	b.places[e.Thread] = append(b.places[e.Thread], at)
	switch {
	case e.Kind == BufferRead:
		*o.ownReads(e.Flusher(), int32(e.Ref)) = at
	case e.IsFlush():
		b.flushed[e.Issuer()] = at
	case e.Waits():
		b.waited[e.Thread] = at
	}
}

// popBuffers takes back what pushBuffered has noted of the events from position n on.
func (o *HappensBefore) popBuffers(n int) {
	b := o.buffers
	for i := len(o.events) - 1; i >= n; i-- {
		e := &o.events[i]
		b.places[e.Thread] = b.places[e.Thread][:len(b.places[e.Thread])-1]
		switch {
		case e.Kind == BufferRead:
			*o.ownReads(e.Flusher(), int32(e.Ref)) = e.links.Read
		case e.IsFlush():
			b.flushed[e.Issuer()] = b.links[i].flush
		case e.Waits():
			b.waited[e.Thread] = b.links[i].since
		}
	}
	b.links = b.links[:n]
}

// pasteBuffers notes the events from position n on again.
func (o *HappensBefore) pasteBuffers(n int) {
	b := o.buffers
	b.links = append(b.links, take(&b.cuts, len(o.events)-n)...)
	for i := n; i < len(o.events); i++ {
		o.notePlace(o.events[i].Event, int32(i))
	}
}

// Buffered reports whether Stores are buffered.
func (o *HappensBefore) Buffered() bool { return o.buffers != nil }

// ThreadPast is what happens before the event at position i for the reason of its thread alone: the
// event before it, and the flushes that it waits for. If i is None, it is that of an event that is still to
// come of thread t and Waits. The clock is valid until the next call. Stores must be buffered.
func (o *HappensBefore) ThreadPast(i int, t ThreadID) []int32 {
	b := o.buffers
	before, links := o.last[t], bufferLinks{b.flushed[t], b.waited[t]}
	if i != None {
		before, links = o.events[i].links.Thread, b.links[i]
	}
	b.past = slices.Grow(b.past[:0], o.width)[:o.width]
	clear(b.past)
	o.join(b.past, before)
	o.joinFlushes(b.past, links)
	return b.past
}

// NextPast is ThreadPast for e, which is about to be pushed.
func (o *HappensBefore) NextPast(e Event) []int32 {
	o.meet(e)
	b, links := o.buffers, o.bufferLinksOf(e)
	b.past = slices.Grow(b.past[:0], o.width)[:o.width]
	clear(b.past)
	o.join(b.past, o.last[e.Thread])
	if e.IsFlush() {
		o.join(b.past, links.since)
	} else {
		o.joinFlushes(b.past, links)
	}
	return b.past
}

// CountBefore is how many events of thread t there are before a position.
func (o *HappensBefore) CountBefore(t ThreadID, position int) int32 {
	if o.buffers == nil {
		return o.countBefore(t, position)
	}
	if int(t) >= len(o.buffers.places) {
		return 0
	}
	n, _ := slices.BinarySearch(o.buffers.places[t], int32(position))
	return int32(n)
}
