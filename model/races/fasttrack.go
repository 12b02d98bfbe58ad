package races

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/stack"
)

// FastTrack decides whether an execution has a data race, by any rules of synchronisation: a client passes it the events one
// after another, each as a call of Begin and then of the operations that the event consists of. It compares an access only with
// the last ones of its variable, which is the algorithm FastTrack (Flanagan and Freund, PLDI 2009): as long as nothing has
// raced, those come after all others that conflict with the access. Events can be taken back. For each, only its changes are
// kept; most have none. Once it has room for an execution, nothing is allocated.
//
// The client synchronises threads by clocks, and looks for races on variables. Both are numbered from 0.
type FastTrack struct {
	at, thread int32 // of the current event
	epoch      int32 // of its thread when it began
	clocks     clocks
	threads    []progress
	variables  []variable
	released   []release // by clock
	mixed      []int32   // by variable: where its atomic accesses are, among rows; or none
	rows       []int32   // epochs of the last atomic accesses of variables by each thread: reads, then writes
	joined     []joined
	learnt     []learnt
	releases   []releases
	merged     []merged
	past       past     // for AppendPast
	accesses   []access // plain ones, and the first atomic one of each variable
	atomics    []atomic
}

// Verdict is the result of an access.
type Verdict int8

// Verdicts.
const (
	Ordered Verdict = iota // no race
	Raced
	// Restart says that accesses of the past are needed that were not kept: the client must take back all events and begin again.
	// This happens once for each variable that is accessed plainly after it was accessed atomically.
	Restart
	unclear // left to the Finder
)

// progress is the state of a thread. Its clock holds the operations that happen before its next one. Its epoch is one more than
// the number of its events so far that have released: others learn of all its operations in one epoch together.
type progress struct {
	clock clock
	last  int32 // of the threads that it has joined that are not in the clock, or none
	epoch int32
}

// joined is the release at the end of a joined thread, and the thread joined before it, or none.
type joined struct {
	release
	before int32
	at     int32
}

// stamp is an epoch of a thread.
type stamp uint64

func stampOf(thread, epoch int32) stamp { return stamp(thread)<<32 | stamp(epoch) }

func (s stamp) thread() int32 { return int32(s >> 32) }
func (s stamp) epoch() int32  { return int32(s) }

// never is a stamp that every clock includes.
const never stamp = 0

// variable holds the last plain accesses: a write, and the reads after it, except reads that happen before the last read.
type variable struct {
	write, read stamp
	more        int32 // among accesses, where the last read became one of several; or none
	atomic      bool  // it has been accessed atomically
}

// The changes that the event at a position has made.
type (
	access struct { // of a variable, as it was before
		variable     variable
		at, accessed int32
	}
	atomic struct { // access of a variable, whose row was this before
		at, row, epoch int32
	}
	learnt struct { // the clock of a thread, as it was before
		at, thread int32
		clock      clock
		last       int32
	}
	releases struct { // the release of a clock, or none, as it was before, and the thread that advanced to another epoch, or none
		at, object, advanced int32
		release              release
	}
	merged struct { // the size of clocks before a clock was made that is no thread's
		at, kept int32
	}
)

// Fit makes room for that many threads, clocks and variables. For more threads than ever all events are taken back, which
// it reports.
func (f *FastTrack) Fit(threads, clocks, variables int) (wider bool) {
	if wider = threads > f.clocks.width; wider {
		f.TakeBack(0)
		f.widen(threads)
	}
	for len(f.released) < clocks {
		f.released = append(f.released, nothing)
	}
	for len(f.variables) < variables {
		f.variables, f.mixed = append(f.variables, variable{never, never, none, false}), append(f.mixed, none)
	}
	return wider
}

func (f *FastTrack) widen(threads int) {
	f.clocks.width, f.clocks.at = threads, make([]int32, threads)
	f.threads = slices.Repeat([]progress{{zero, none, 1}}, threads)
	f.rows = f.rows[:0]
	for x, row := range f.mixed {
		if row != none {
			f.mixed[x] = f.newRow()
		}
	}
}

func (f *FastTrack) newRow() int32 {
	row := len(f.rows)
	f.rows = append(f.rows, make([]int32, 2*f.clocks.width)...)
	return int32(row)
}

// Threads returns the number of threads that there is room for.
func (f *FastTrack) Threads() int { return f.clocks.width }

// Clock adds n clocks, and returns the number of the first one.
func (f *FastTrack) Clock(n int) int32 {
	first := len(f.released)
	f.Fit(0, first+n, 0)
	return int32(first)
}

// Variable adds a variable, and returns its number.
func (f *FastTrack) Variable() int32 {
	x := len(f.variables)
	f.Fit(0, 0, x+1)
	return int32(x)
}

// Begin begins the event at that position of the execution, an event of thread t. Positions must grow, but some may be left out.
func (f *FastTrack) Begin(t event.ThreadID, at int32) {
	f.thread, f.at, f.epoch = int32(t), at, f.threads[t].epoch
}

// Start starts thread u.
func (f *FastTrack) Start(u int32) {
	t, child := f.settled(), &f.threads[u]
	*child = progress{zero, none, 1}
	f.learn(u, child)
	child.clock = f.clocks.acquire(t.clock, release{t.clock, f.thread, f.epoch})
	stack.Push(&f.releases, releases{f.at, none, f.advance(t), nothing})
}

// Join waits for the end of thread u. The clock of the joining thread includes that only once it is settled, because many
// threads join others and then end.
func (f *FastTrack) Join(u int32) {
	t, child := &f.threads[f.thread], &f.threads[u]
	f.learn(f.thread, t)
	for n := child.last; n != none; n = f.joined[n].before {
		f.join(t, f.joined[n].release)
	}
	f.join(t, release{child.clock, u, child.epoch})
}

func (f *FastTrack) join(t *progress, r release) {
	stack.Push(&f.joined, joined{r, t.last, f.at})
	t.last = int32(len(f.joined) - 1)
}

// settled returns the current thread, after adding to its clock the ends of the threads that it has joined.
func (f *FastTrack) settled() *progress {
	t := &f.threads[f.thread]
	if t.last != none {
		f.settle(t)
	}
	return t
}

func (f *FastTrack) settle(t *progress) {
	var into []int32
	f.learn(f.thread, t)
	for t.clock, into = f.clocks.add(t.clock); t.last != none; t.last = f.joined[t.last].before {
		f.clocks.include(into, f.joined[t.last].release)
	}
}

// learn keeps the clock of a thread before the current event gives it another clock, or it joins a thread.
func (f *FastTrack) learn(thread int32, t *progress) {
	stack.Push(&f.learnt, learnt{f.at, thread, t.clock, t.last})
}

// Acquire makes the current thread acquire from a clock.
func (f *FastTrack) Acquire(c int32) {
	if r := &f.released[c]; r.thread != f.thread {
		f.acquire(r)
	}
}

func (f *FastTrack) acquire(r *release) {
	t := f.settled()
	if r.thread == none {
		f.acquireMerged(t, r.clock)
	} else if r.place > f.clocks.at[int32(t.clock)+r.thread] {
		f.learn(f.thread, t)
		t.clock = f.clocks.advance(t.clock, *r)
	}
}

func (f *FastTrack) acquireMerged(t *progress, c clock) {
	if !f.clocks.includes(t.clock, c) {
		var into []int32
		f.learn(f.thread, t)
		t.clock, into = f.clocks.add(t.clock)
		f.clocks.include(into, release{c, none, 0})
	}
}

// has reports whether the clock of t, the state of a thread, includes a stamp.
func (f *FastTrack) has(t *progress, thread int32, of stamp) bool {
	return of.thread() == thread || of.epoch() <= f.clocks.at[int32(t.clock)+of.thread()]
}

// Release makes a clock release the clock of the current thread, and nothing else.
func (f *FastTrack) Release(c int32) {
	t := f.settled()
	f.set(c, f.advance(t), release{t.clock, f.thread, f.epoch})
}

// Merge makes a clock also release the clock of the current thread.
func (f *FastTrack) Merge(c int32) {
	t, r := f.settled(), &f.released[c]
	own := release{t.clock, f.thread, f.epoch}
	if r.thread == none || !f.has(t, f.thread, stampOf(r.thread, r.place)) {
		own = f.both(*r, own)
	}
	f.set(c, f.advance(t), own)
}

// MergeFrom makes a clock also release all that another one does.
func (f *FastTrack) MergeFrom(c, other int32) {
	f.set(c, none, f.both(f.released[c], f.released[other]))
}

// Copy makes a clock release the same as another one.
func (f *FastTrack) Copy(c, other int32) { f.set(c, none, f.released[other]) }

// Clear makes a clock release nothing.
func (f *FastTrack) Clear(c int32) { f.set(c, none, nothing) }

// both returns the least release that includes r and s.
func (f *FastTrack) both(r, s release) release {
	stack.Push(&f.merged, merged{f.at, int32(len(f.clocks.at))})
	return f.clocks.both(r, s)
}

func (f *FastTrack) set(c, advanced int32, r release) {
	stack.Push(&f.releases, releases{f.at, c, advanced, f.released[c]})
	f.released[c] = r
}

// advance begins another epoch of the current thread, once for each event, and then returns the thread, otherwise none.
func (f *FastTrack) advance(t *progress) int32 {
	if t.epoch != f.epoch {
		return none
	}
	t.epoch++
	return f.thread
}

// Plain is a plain access of variable x by the current thread.
func (f *FastTrack) Plain(x int32, writes bool) Verdict {
	v, t, now := &f.variables[x], &f.threads[f.thread], stampOf(f.thread, f.epoch)
	switch {
	case v.atomic:
		if verdict := f.afterAtomics(x, writes); verdict != Ordered {
			return verdict
		}
	case !writes && (v.write == now || v.read == now), v.write == now && v.read == never:
		return Ordered // again in this epoch
	case t.last != none:
		f.settle(t)
	}
	if v.read != now && !f.has(t, f.thread, v.write) {
		return Raced
	}
	before := access{*v, f.at, x}
	switch {
	case !writes:
		if !f.has(t, f.thread, v.read) {
			v.more = int32(len(f.accesses))
		}
		v.read = now
	case v.read != now && !f.has(t, f.thread, v.read) || v.more != none && !f.hasReads(t, v):
		return Raced
	default:
		v.write, v.read, v.more = now, never, none
	}
	stack.Push(&f.accesses, before)
	return Ordered
}

// hasReads reports whether all reads of v after the last write happen before the current event, of t.
func (f *FastTrack) hasReads(t *progress, v *variable) bool {
	for ; f.has(t, f.thread, v.read); v = &f.accesses[v.more].variable {
		if v.more == none {
			return true
		}
	}
	return false
}

// afterAtomics compares a plain access of variable x with the atomic ones before it.
func (f *FastTrack) afterAtomics(x int32, writes bool) Verdict {
	if f.mixed[x] == none {
		f.mixed[x] = f.newRow()
		return Restart
	}
	known := f.clocks.of(f.settled().clock)
	row := f.rows[f.mixed[x]:][:2*len(known)]
	for u, n := range known {
		if (row[len(known)+u] > n || writes && row[u] > n) && int32(u) != f.thread {
			return Raced
		}
	}
	return Ordered
}

// Atomic is an atomic access of variable x by the current thread.
func (f *FastTrack) Atomic(x int32, writes bool) Verdict {
	v := &f.variables[x]
	if v.write|v.read != never && !f.ordered(v, writes) {
		return Raced
	}
	if !v.atomic {
		stack.Push(&f.accesses, access{*v, f.at, x})
		v.atomic = true
	}
	if row := f.mixed[x]; row != none {
		f.keep(row+f.thread, writes)
	}
	return Ordered
}

// ordered reports whether the plain accesses of v that conflict with an atomic one happen before the current event.
func (f *FastTrack) ordered(v *variable, writes bool) bool {
	t := f.settled()
	return f.has(t, f.thread, v.write) && (!writes || f.hasReads(t, v))
}

// keep records an atomic access at that place among the reads of a row, or among its writes.
func (f *FastTrack) keep(row int32, writes bool) {
	if writes {
		row += int32(f.clocks.width)
	}
	if last := &f.rows[row]; *last != f.epoch {
		stack.Push(&f.atomics, atomic{f.at, row, *last})
		*last = f.epoch
	}
}

// HappensBefore reports whether an earlier event, at that position and of thread t, happens before the current one. It takes time
// in proportion to the events since then.
func (f *FastTrack) HappensBefore(t event.ThreadID, at int32) bool {
	epoch := f.threads[t].epoch
	for i := len(f.releases) - 1; i >= 0 && f.releases[i].at >= at; i-- {
		if f.releases[i].advanced == int32(t) {
			epoch--
		}
	}
	return f.has(f.settled(), f.thread, stampOf(int32(t), epoch))
}

// TakeBack takes back all events from position n on.
func (f *FastTrack) TakeBack(n int32) {
	variables, last := f.variables, len(f.accesses)-1
	for all := f.accesses; last >= 0 && all[last].at >= n; last-- {
		variables[all[last].accessed] = all[last].variable
	}
	f.accesses = f.accesses[:last+1]
	if len(f.atomics) > 0 {
		f.takeBackAtomics(n)
	}
	f.takeBackReleases(n)
	f.forget(n)
}

func (f *FastTrack) takeBackAtomics(n int32) {
	last := len(f.atomics) - 1
	for ; last >= 0 && f.atomics[last].at >= n; last-- {
		f.rows[f.atomics[last].row] = f.atomics[last].epoch
	}
	f.atomics = f.atomics[:last+1]
}

func (f *FastTrack) takeBackReleases(n int32) {
	released, threads, last := f.released, f.threads, len(f.releases)-1
	for all := f.releases; last >= 0 && all[last].at >= n; last-- {
		r := &all[last]
		if r.object != none {
			released[r.object] = r.release
		}
		if r.advanced != none {
			threads[r.advanced].epoch--
		}
	}
	f.releases = f.releases[:last+1]
}

// forget takes back the changes of threads from position n on, and the clocks that were made.
func (f *FastTrack) forget(n int32) {
	kept, threads, last := len(f.clocks.at), f.threads, len(f.learnt)-1
	for all := f.learnt; last >= 0 && all[last].at >= n; last-- {
		l := &all[last]
		t := &threads[l.thread]
		if t.clock != l.clock {
			kept = int(t.clock) // which was made then
		}
		t.clock, t.last = l.clock, l.last
	}
	f.learnt = f.learnt[:last+1]
	if len(f.merged) > 0 {
		kept = f.takeBackMerged(n, kept)
	}
	f.clocks.at = f.clocks.at[:kept]
	last = len(f.joined)
	for last > 0 && f.joined[last-1].at >= n {
		last--
	}
	f.joined = f.joined[:last]
}

// takeBackMerged takes back the clocks that are no thread's, of which the first made since position n is at kept, if that is less.
func (f *FastTrack) takeBackMerged(n int32, kept int) int {
	last := len(f.merged) - 1
	for ; last >= 0 && f.merged[last].at >= n; last-- {
		kept = min(kept, int(f.merged[last].kept))
	}
	f.merged = f.merged[:last+1]
	return kept
}
