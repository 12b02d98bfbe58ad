package model

import (
	"cmp"
	"slices"
)

// threadOrder is the order in which threads are tried. Spawned threads are numbered as
// they are met, so the order of numbers depends on what has been explored before; this
// one does not: declared threads come first, then those that they start, and so on, and
// each generation is ordered by who started its threads, and when. In most programs it
// is the order of the numbers.
type threadOrder struct {
	threads []ThreadID // in that order; nil if it is that of the numbers
	places  []int32    // by ThreadID: the place in threads
}

// added is called when paths has got another thread, with the highest number.
func (o *threadOrder) added(p *Program, paths []spawnPath) {
	last := ThreadID(len(paths) - 1)
	if o.threads == nil && (last == 0 || compareThreads(p, paths, last-1, last) < 0) {
		return
	}
	o.threads, o.places = make([]ThreadID, len(paths)), make([]int32, len(paths))
	for t := range o.threads {
		o.threads[t] = ThreadID(t)
	}
	slices.SortFunc(o.threads, func(a, b ThreadID) int { return compareThreads(p, paths, a, b) })
	for i, t := range o.threads {
		o.places[t] = int32(i)
	}
}

func compareThreads(p *Program, paths []spawnPath, a, b ThreadID) int {
	if d := cmp.Compare(generation(paths, a), generation(paths, b)); d != 0 || a == b {
		return d
	}
	pa, pb := paths[a], paths[b]
	if pa.n == 0 {
		return cmp.Compare(a, b)
	}
	if d := compareThreads(p, paths, pa.parent, pb.parent); d != 0 || !pa.isActor() || !pb.isActor() {
		return cmp.Or(d, cmp.Compare(pa.n, pb.n))
	}
	return p.compareVars(-1-pb.n, -1-pa.n)
}

func generation(paths []spawnPath, t ThreadID) (n int) {
	for paths[t].n != 0 {
		t, n = paths[t].parent, n+1
	}
	return n
}

// above is the member of set that comes first after t, or NoThread; above(set,
// NoThread) is the first of all.
func (o *threadOrder) above(set ThreadSet, t ThreadID) ThreadID {
	if o.threads == nil {
		return set.Above(t)
	}
	for t = o.step(t, 1); t != NoThread && !set.Has(t); {
		t = o.step(t, 1)
	}
	return t
}

// step is the thread n places after t, which may be NoThread for what is before the
// first, or the number of threads for what is after the last.
func (o *threadOrder) step(t ThreadID, n int) ThreadID {
	at := int(t)
	if 0 <= at && at < len(o.places) {
		at = int(o.places[t])
	}
	if at += n; at < 0 || at >= len(o.threads) {
		return NoThread
	}
	return o.threads[at]
}

// TriedBefore reports whether thread t comes before u in the order of NextActive, which does not
// depend on how threads happen to be numbered.
func (m *Machine) TriedBefore(t, u ThreadID) bool {
	if o := &m.tree.order; o.threads != nil {
		return o.places[t] < o.places[u]
	}
	return t < u
}

// NextOf is the member of threads that comes first after t, or NoThread;
// NextOf(threads, NoThread) is the first of all. The order does not depend on how
// threads happen to be numbered.
func (b *Behaviour) NextOf(threads ThreadSet, t ThreadID) ThreadID { return b.order.above(threads, t) }

// Identity is a number for thread t that does not depend on how threads happen to be
// numbered.
func (b *Behaviour) Identity(t ThreadID) uint64 {
	path := b.threads[t]
	if path.n == 0 {
		return Mix(0, uint64(t))
	}
	if path.isActor() && -1-path.n >= b.program.firstMade() {
		return Mix(b.Identity(path.parent), b.program.canonical(-1-path.n))
	}
	return Mix(b.Identity(path.parent), uint64(path.n))
}

// Mix scatters v over all numbers, seed by seed: splitmix64 (Steele, Lea, Flood, Fast
// Splittable Pseudorandom Number Generators, OOPSLA 2014).
func Mix(seed, v uint64) uint64 {
	z := seed + 0x9e3779b97f4a7c15*(v+1)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}
