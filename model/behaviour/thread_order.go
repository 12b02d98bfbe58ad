package behaviour

import (
	"cmp"
	"slices"

	"dporbench/model/event"
	"dporbench/model/front"
)

// threadOrder is the order in which threads are tried. Spawned threads are numbered when
// first seen, so the order of numbers depends on what has been explored before; this one
// does not: declared threads come first, then those that they start, and so on, and each
// generation is ordered by what started its threads, and when. In most programs it is the
// order of the numbers.
type threadOrder struct {
	threads []event.ThreadID // in that order; nil if it is that of the numbers
	places  []int32          // by ThreadID: the place in threads
}

// added is called when paths has gained a thread, with the highest number.
func (o *threadOrder) added(p *front.Program, paths []front.SpawnPath) {
	last := event.ThreadID(len(paths) - 1)
	if o.threads == nil && (last == 0 || compareThreads(p, paths, last-1, last) < 0) {
		return
	}
	o.threads, o.places = make([]event.ThreadID, len(paths)), make([]int32, len(paths))
	for t := range o.threads {
		o.threads[t] = event.ThreadID(t)
	}
	slices.SortFunc(o.threads, func(a, b event.ThreadID) int { return compareThreads(p, paths, a, b) })
	for i, t := range o.threads {
		o.places[t] = int32(i)
	}
}

func compareThreads(p *front.Program, paths []front.SpawnPath, a, b event.ThreadID) int {
	if d := cmp.Compare(generation(paths, a), generation(paths, b)); d != 0 || a == b {
		return d
	}
	pa, pb := paths[a], paths[b]
	if pa.N == 0 {
		return cmp.Compare(a, b)
	}
	if d := compareThreads(p, paths, pa.Parent, pb.Parent); d != 0 || !pa.IsActor() || !pb.IsActor() {
		return cmp.Or(d, cmp.Compare(pa.N, pb.N))
	}
	return p.CompareVars(-1-pb.N, -1-pa.N)
}

func generation(paths []front.SpawnPath, t event.ThreadID) (n int) {
	for paths[t].N != 0 {
		t, n = paths[t].Parent, n+1
	}
	return n
}

// above returns the first member of set after t, or NoThread; above(set, NoThread) is the
// first of all.
func (o *threadOrder) above(set event.ThreadSet, t event.ThreadID) event.ThreadID {
	if o.threads == nil {
		return set.Above(t)
	}
	for t = o.step(t, 1); t != event.NoThread && !set.Has(t); {
		t = o.step(t, 1)
	}
	return t
}

// step returns the thread n places after t, which may be NoThread for the place before
// the first, or the number of threads for the place after the last.
func (o *threadOrder) step(t event.ThreadID, n int) event.ThreadID {
	at := int(t)
	if 0 <= at && at < len(o.places) {
		at = int(o.places[t])
	}
	if at += n; at < 0 || at >= len(o.threads) {
		return event.NoThread
	}
	return o.threads[at]
}

// Before reports whether thread t comes before u in the order of NextOf.
func (b *Behaviour) Before(t, u event.ThreadID) bool {
	if o := &b.order; o.threads != nil {
		return o.places[t] < o.places[u]
	}
	return t < u
}

// Reordered reports whether the order of NextOf differs from that of the numbers.
func (b *Behaviour) Reordered() bool { return b.order.threads != nil }

// Around returns the thread n places after t in the order of NextOf, if Reordered: t may be NoThread for the
// place before the first, or the number of threads for the place after the last.
func (b *Behaviour) Around(t event.ThreadID, n int) event.ThreadID { return b.order.step(t, n) }

// NextOf returns the first member of threads after t, or NoThread; NextOf(threads,
// NoThread) is the first of all. The order does not depend on how threads happen to be
// numbered.
func (b *Behaviour) NextOf(threads event.ThreadSet, t event.ThreadID) event.ThreadID {
	return b.order.above(threads, t)
}

// Identity returns a number for thread t that does not depend on how threads happen to be
// numbered.
func (b *Behaviour) Identity(t event.ThreadID) uint64 {
	path := b.threads[t]
	if path.N == 0 {
		return event.Mix(0, uint64(t))
	}
	if path.IsActor() && -1-path.N >= b.program.FirstMade() {
		return event.Mix(b.Identity(path.Parent), b.program.Canonical(-1-path.N))
	}
	return event.Mix(b.Identity(path.Parent), uint64(path.N))
}
