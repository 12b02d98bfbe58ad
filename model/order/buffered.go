package order

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/stack"
)

// buffered is the relation where Stores are buffered. It is
// the one of chronological traces (P. A. Abdulla et al., Stateless Model Checking for TSO and PSO, Acta
// Informatica 54(8), 2017), by direct predecessors:
//
//	an event of a thread              the event of the thread before it, or its Spawn
//	  that Waits                      and the last flush of each actor of the thread
//	  that is a Join                  and the last event and flushes of the other thread
//	  that is a Load of no own store  and the last write of the variable
//	  that is a Load of an own store  and nothing else: neither the flush nor what precedes that
//	the flush of a store              the flush before it of the same actor, the event of the thread before the
//	                                  store, the last write of the variable and the reads of that write, and the
//	                                  last flush of a store barrier of the thread
//	the flush of a store barrier      the same, and all flushes of the thread since that
//	the reads of a write              reads from memory since, and reads of a flushed store while it was buffered
//
// It does not follow from which pairs of events are dependent: a Load of an own store, its flush and a foreign
// write commute pairwise, but the Load does not commute with the other two together.
type buffered struct {
	*HappensBefore
	links   []bufferLinks // parallel to the events
	places  [][]int32     // by thread: the positions of its events
	flushed []int32       // by thread: the last flush of one of its stores
	waited  []int32       // by thread: its last event that Waits
	barred  []int32       // by thread: the last flush of one of its store barriers
	own     [][]int32     // by actor and Index of its flush: the last BufferRead of that store
	hidden  int32         // see HiddenRace
	past    []int32       // scratch of ThreadPast
	kept    []bufferLinks // the links that have been cut
}

// bufferLinks are positions, or None.
type bufferLinks struct {
	flush int32 // for a flush: the previous flush of a store of the same thread; for an event that Waits: the last flush of its thread
	bars  int32 // for a flush: the previous flush of a store barrier of the same thread
	since int32 // for a flush: the thread's event before the store, or the thread's Spawn; for an event that Waits: its thread's previous event that Waits
}

func (b *buffered) growThreads(n int) {
	for len(b.places) < n {
		b.places, b.own = append(b.places, nil), append(b.own, nil)
		b.flushed, b.waited, b.barred = append(b.flushed, None), append(b.waited, None), append(b.barred, None)
	}
}

func (b *buffered) push(e event.Event) {
	b.growThreadsOf(e)
	o, links := b.HappensBefore, Links{b.last[e.Thread], None, None}
	own := b.linksOf(e)
	clock := o.newClock(links.Thread)
	if e.IsFlush() {
		b.joinIssued(clock, e, own)
	} else {
		b.joinFlushes(clock, own)
	}
	clock[e.Thread] = e.Index
	o.races, b.hidden = o.races[:0], None
	at := int32(len(o.events))
	switch e.Kind {
	case event.BufferRead:
		links.Read = *b.ownReads(e.Flusher(), int32(e.Ref))
	case event.Read:
		x := &o.vars[e.Object]
		links.Write, links.Read = x.write, x.read
		if !e.ReadsOwn() { // rule R19
			o.joinRace(clock, x.write)
		}
		x.read = at
	case event.Write, event.Update:
		x := &o.vars[e.Object]
		links.Write, links.Read = x.write, x.read
		b.joinAccesses(clock, *x)
		*x = accesses{at, None}
		if e.IsFlush() { // rule R20
			x.read = *b.ownReads(e.Thread, e.Index)
		}
	case event.Lock, event.Unlock:
		links.Write, links.Read = o.pushOnMutex(e, clock, at)
	case event.Spawn:
		o.last[e.Object] = at
	case event.Join:
		links.Write, links.Read = o.last[e.Object], b.flushed[e.Object]
		o.join(clock, links.Write)
		b.joinFlushes(clock, bufferLinks{flush: links.Read, since: b.waited[e.Object]})
	}
	o.last[e.Thread] = at
	stack.Push(&o.events, linkedEvent{e, links})
	stack.Push(&b.links, own)
	b.notePlace(e, at)
}

// joinAccesses joins the events that a write comes after: the reads of the last write since it, that write, and
// then its reads while it was buffered, which have earlier positions (rule R21).
func (b *buffered) joinAccesses(clock []int32, x accesses) {
	ownFirst, r := b.ownReadFirst(clock, x), x.read
	for ; r > x.write; r = b.events[r].links.Read {
		b.joinRace(clock, r)
	}
	if ownFirst {
		if !b.within(clock, x.write) {
			b.hidden = x.write
		}
		b.join(clock, x.write)
	} else {
		b.joinRace(clock, x.write)
	}
	for ; r != None; r = b.events[r].links.Read {
		b.joinRace(clock, r)
	}
}

// ownReadFirst (rule R22) reports whether a write races with a Load that reads the last write of the
// variable, a store of its own thread, after its flush. Then the write does not race with the flush itself:
// the Load must first be moved after the write.
func (b *buffered) ownReadFirst(clock []int32, x accesses) bool {
	for r := x.read; r > x.write; r = b.events[r].links.Read {
		if b.events[r].ReadsOwn() && !b.within(clock, r) {
			return true
		}
	}
	return false
}

// HiddenRace returns the position of the flush with which the last event pushed does not race only because of a
// later Load of that store (rule R22), or None.
func (o *HappensBefore) HiddenRace() int32 {
	if o.buffered == nil {
		return None
	}
	return o.buffered.hidden
}

// linksOf returns the links of e, which is about to be pushed.
func (b *buffered) linksOf(e event.Event) bufferLinks {
	switch {
	case e.IsFlush():
		t := e.Issuer()
		return bufferLinks{b.flushed[t], b.barred[t], b.afterEvents(t, int(e.Ref))}
	case e.Waits():
		return bufferLinks{b.flushed[e.Thread], None, b.waited[e.Thread]}
	}
	return bufferLinks{None, None, None}
}

// afterEvents returns the position of the n-th event of thread t, or of its Spawn if n is 0.
func (b *buffered) afterEvents(t event.ThreadID, n int) int32 {
	places := b.places[t]
	switch {
	case n > 0:
		return places[n-1]
	case len(places) > 0:
		return b.events[places[0]].links.Thread
	}
	return b.last[t]
}

// joinFlushes joins the flushes that an event with these links waits for.
func (b *buffered) joinFlushes(clock []int32, l bufferLinks) {
	for f := l.flush; f > l.since; f = b.links[f].flush {
		b.join(clock, f)
	}
}

// joinIssued joins the events that e, a flush with these links, comes after because of the thread whose store it is.
func (b *buffered) joinIssued(clock []int32, e event.Event, l bufferLinks) {
	b.join(clock, l.since)
	if l.bars != None {
		b.join(clock, l.bars)
	}
	if e.IsBarrier() {
		b.joinFlushes(clock, bufferLinks{flush: l.flush, since: l.bars})
	}
}

// ownReads returns the entry for the last BufferRead of the n-th store that actor a flushes.
func (b *buffered) ownReads(a event.ThreadID, n int32) *int32 {
	own := &b.own[a]
	for len(*own) < int(n) {
		*own = append(*own, None)
	}
	return &(*own)[n-1]
}

// growThreadsOf makes room for the threads of e.
func (b *buffered) growThreadsOf(e event.Event) {
	n := max(int(e.Thread), int(e.Partner)-1)
	if e.Kind == event.Spawn {
		n = max(n, int(e.Object))
	}
	if n >= len(b.last) {
		b.HappensBefore.growThreads(n + 1)
	}
}

// notePlace records that e is at position at, the last one.
func (b *buffered) notePlace(e event.Event, at int32) {
	b.places[e.Thread] = append(b.places[e.Thread], at)
	switch {
	case e.Kind == event.BufferRead:
		*b.ownReads(e.Flusher(), int32(e.Ref)) = at
	case e.IsFlush():
		b.flushed[e.Issuer()] = at
		if e.IsBarrier() {
			b.barred[e.Issuer()] = at
		}
	case e.Waits():
		b.waited[e.Thread] = at
	}
}

// pop removes what push recorded about the events from position n on.
func (b *buffered) pop(n int) {
	o := b.HappensBefore
	for i := len(o.events) - 1; i >= n; i-- {
		e := &o.events[i]
		b.places[e.Thread] = b.places[e.Thread][:len(b.places[e.Thread])-1]
		switch {
		case e.Kind == event.BufferRead:
			*b.ownReads(e.Flusher(), int32(e.Ref)) = e.links.Read
		case e.IsFlush():
			b.flushed[e.Issuer()] = b.links[i].flush
			b.barred[e.Issuer()] = b.links[i].bars
		case e.Waits():
			b.waited[e.Thread] = b.links[i].since
		}
	}
	b.links = b.links[:n]
}

func (b *buffered) cut(n int) { b.kept = append(b.kept, b.links[n:]...) }

func (b *buffered) resetCuts() { b.kept = b.kept[:0] }

// paste restores the records of the events from position n on.
func (b *buffered) paste(n int) {
	b.links = append(b.links, stack.Take(&b.kept, len(b.events)-n)...)
	for i := n; i < len(b.events); i++ {
		b.notePlace(b.events[i].Event, int32(i))
	}
}

// Buffered reports whether Stores are buffered. The methods below may be called only then.
func (o *HappensBefore) Buffered() bool { return o.buffered != nil }

// ThreadPast returns the clock of the events that happen before the event at position i because of its thread alone:
// the event before it, and the flushes that it waits for. If i is None, it is the clock for a future event
// of thread t that Waits. It is valid until the next call.
func (o *HappensBefore) ThreadPast(i int, t event.ThreadID) []int32 {
	b := o.buffered
	before, links := b.last[t], bufferLinks{flush: b.flushed[t], since: b.waited[t]}
	if i != None {
		before, links = b.events[i].links.Thread, b.links[i]
	}
	past := b.emptyPast()
	b.join(past, before)
	b.joinFlushes(past, links)
	return past
}

// NextPast is ThreadPast for e, which is about to be pushed.
func (o *HappensBefore) NextPast(e event.Event) []int32 {
	b := o.buffered
	b.growThreadsOf(e)
	past, links := b.emptyPast(), b.linksOf(e)
	b.join(past, b.last[e.Thread])
	if e.IsFlush() {
		b.joinIssued(past, e, links)
	} else {
		b.joinFlushes(past, links)
	}
	return past
}

// DrainedPast returns the clock of what would happen before the event at position i because of its thread alone
// if it waited for the buffers; flush is the last flush that it would wait for, anywhere in the sequence, or
// None. A thread must have one buffer. The clock is valid until the next call.
func (o *HappensBefore) DrainedPast(i int, flush int32) []int32 {
	b := o.buffered
	past := b.emptyPast()
	b.join(past, b.events[i].links.Thread)
	b.join(past, flush)
	return past
}

// PositionOf returns the position of the n-th event of thread t, or None if it has fewer.
func (o *HappensBefore) PositionOf(t event.ThreadID, n int32) int32 {
	places := o.buffered.places
	if int(t) >= len(places) || int(n) > len(places[t]) {
		return None
	}
	return places[t][n-1]
}

func (b *buffered) emptyPast() []int32 {
	b.past = slices.Grow(b.past[:0], b.width)[:b.width]
	clear(b.past)
	return b.past
}

func (b *buffered) countBefore(t event.ThreadID, position int) int32 {
	if int(t) >= len(b.places) {
		return 0
	}
	n, _ := slices.BinarySearch(b.places[t], int32(position))
	return int32(n)
}
