package races

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// swift decides whether executions have a race, but not which, where Stores are not buffered and no thread passes a fence. It
// compares an access only with the last ones of its variable, as FastTrack does (PLDI 2009): as long as nothing has raced,
// those come after all others that conflict with the access. What an execution has in common with the last one is not examined
// again, and for each event only its changes are kept; most events have none.
type swift struct {
	machine   *machine.Machine
	watch     *machine.Watch
	looked    int // how many of the first events of E have been examined
	clocks    clocks
	threads   []standing
	variables []variable
	released  []release // by object
	joined    []joined
	learnt    []learnt
	releases  []releases
	accesses  []access // plain ones, and the first atomic one of each variable
}

// standing is the state of a thread: what happens before its next operation, and its epoch, which is one more than the
// number of its operations so far that have released. What it does in one epoch becomes known to others together.
type standing struct {
	clock clock
	last  int32 // of the threads that it has joined that are not in the clock, or none
	epoch int32
}

// joined is what the end of a joined thread has released, and the one joined before it, or none.
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

// never is a stamp that every thread knows.
const never stamp = 0

// variable holds the last plain accesses: a write, and the reads after it, without those that happen before the last read.
type variable struct {
	write, read stamp
	more        int32 // among accesses, where the last read became one of several; or none
	atomic      bool  // accessed atomically since
}

// access, learnt and releases hold what the event at a position has changed, as it was before: an access of a variable, what a
// thread knows, and what an object has released; object is none where a thread has started another. The epoch of the thread
// that released was lower by one.
type access struct {
	variable     variable
	at, accessed int32
}

type learnt struct {
	at, thread int32
	clock      clock
	last       int32
}

type releases struct {
	at, object int32
	release    release
}

// verdict is what swift knows about an execution.
type verdict int8

const (
	ordered verdict = iota // no race
	raced
	unclear // left to the Finder
)

func (s *swift) look() verdict {
	s.grow(s.machine.Threads(), s.machine.Objects())
	events := s.machine.Events()
	n := min(s.watch.Stayed(), s.looked)
	s.popTo(int32(n))
	for i := n; i < len(events); i++ {
		var v verdict
		if o := s.machine.OrderingAt(i); o.Plain() {
			v = s.plain(&events[i], int32(i))
		} else {
			v = s.push(&events[i], o, int32(i))
		}
		if v != ordered {
			s.looked = i
			return v
		}
	}
	s.looked = len(events)
	return ordered
}

// grow makes room for that many threads and objects. For more threads everything is examined again.
func (s *swift) grow(threads, objects int) {
	if threads > s.clocks.width {
		s.popTo(0)
		s.looked = 0
		s.clocks = clocks{width: threads, at: make([]int32, threads)}
		s.threads = slices.Repeat([]standing{{zero, none, 1}}, threads)
	}
	for len(s.released) < objects {
		s.released = append(s.released, nothing)
		s.variables = append(s.variables, variable{never, never, none, false})
	}
}

// push notes an event that is not a plain access.
func (s *swift) push(e *event.Event, o operation.Ordering, at int32) verdict {
	if s.threads[e.Thread].last != none && e.Kind != event.Join {
		s.settle(int32(e.Thread), at)
	}
	switch e.Kind {
	case event.Read:
		return s.atomic(e, o.Acquires(true), false, false, at)
	case event.Write:
		releases := o.Releases()
		if r := &s.released[e.Object]; !releases && *r != nothing && r.thread != int32(e.Thread) {
			return unclear // it continues its own thread's part of a release sequence
		}
		return s.atomic(e, false, releases, true, at)
	case event.Update:
		if _, mayFail := o.Fails(); mayFail && s.machine.FailedAt(int(at)) {
			return s.atomic(e, o.Acquires(true), false, false, at)
		}
		acquires, releases := o.Acquires(false), o.Releases()
		if releases && !acquires && s.released[e.Object] != nothing {
			return unclear
		}
		return s.atomic(e, acquires, releases, true, at)
	case event.Lock:
		s.acquire(e, int32(s.machine.MutexObject(e.Object)), at)
	case event.Unlock:
		s.release(e, int32(s.machine.MutexObject(e.Object)), at)
	case event.Spawn:
		t, child := &s.threads[e.Thread], &s.threads[e.Object]
		*child = standing{zero, none, 1}
		s.learn(e.Object, at)
		child.clock = s.clocks.acquire(t.clock, release{t.clock, int32(e.Thread), t.epoch})
		stack.Push(&s.releases, releases{at, none, release{thread: int32(e.Thread)}})
		t.epoch++
	case event.Join:
		s.learn(int32(e.Thread), at)
		t, child := &s.threads[e.Thread], &s.threads[e.Object]
		for n := child.last; n != none; n = s.joined[n].before {
			s.join(t, s.joined[n].release, at)
		}
		s.join(t, release{child.clock, e.Object, child.epoch}, at)
	case event.Choice:
	default:
		return unclear
	}
	return ordered
}

// plain notes a plain access.
func (s *swift) plain(e *event.Event, at int32) verdict {
	x, t, thread := &s.variables[e.Object], &s.threads[e.Thread], int32(e.Thread)
	now := stampOf(thread, t.epoch)
	switch {
	case x.atomic:
		return unclear
	case e.Kind == event.Read && (x.write == now || x.read == now), x.write == now && x.read == never:
		return ordered
	case t.last != none:
		s.settle(thread, at)
		return s.plain(e, at)
	case x.read != now && !s.has(t, thread, x.write):
		return raced
	}
	before := access{*x, at, e.Object}
	switch {
	case e.Kind == event.Read:
		if !s.has(t, thread, x.read) {
			x.more = int32(len(s.accesses))
		}
		x.read = now
	case x.read != now && !s.has(t, thread, x.read) || x.more != none && !s.hasReads(e):
		return raced
	default:
		x.write, x.read, x.more = now, never, none
	}
	stack.Push(&s.accesses, before)
	return ordered
}

// has reports whether the clock of t, the standing of a thread, includes what was done at a stamp.
func (s *swift) has(t *standing, thread int32, of stamp) bool {
	return of.thread() == thread || of.epoch() <= s.clocks.at[int32(t.clock)+of.thread()]
}

// hasReads is has, for the thread of e and all reads of its variable after the last write.
func (s *swift) hasReads(e *event.Event) bool {
	t := &s.threads[e.Thread]
	for x := &s.variables[e.Object]; s.has(t, int32(e.Thread), x.read); x = &s.accesses[x.more].variable {
		if x.more == none {
			return true
		}
	}
	return false
}

// atomic is push for an atomic access that acquires what its variable has released, releases what its thread knows, or both.
func (s *swift) atomic(e *event.Event, acquires, releases, writes bool, at int32) verdict {
	if acquires {
		s.acquire(e, e.Object, at)
	}
	if releases {
		s.release(e, e.Object, at)
	}
	x := &s.variables[e.Object]
	if x.write|x.read != never && (!s.has(&s.threads[e.Thread], int32(e.Thread), x.write) || writes && !s.hasReads(e)) {
		return raced
	}
	if !x.atomic {
		stack.Push(&s.accesses, access{*x, at, e.Object})
		x.atomic = true
	}
	return ordered
}

// acquire makes the thread of e acquire what an object has released.
func (s *swift) acquire(e *event.Event, object, at int32) {
	t, r := &s.threads[e.Thread], &s.released[object]
	if r.thread != none && !s.has(t, int32(e.Thread), stampOf(r.thread, r.place)) {
		s.learn(int32(e.Thread), at)
		t.clock = s.clocks.acquire(t.clock, *r)
	}
}

// release makes an object release what the thread of e knows.
func (s *swift) release(e *event.Event, object, at int32) {
	t, r := &s.threads[e.Thread], &s.released[object]
	stack.Push(&s.releases, releases{at, object, *r})
	*r = release{t.clock, int32(e.Thread), t.epoch}
	t.epoch++
}

// join makes a thread join one whose end has released r. Its clock includes that only once it is settled, because many
// threads join others and then end.
func (s *swift) join(t *standing, r release, at int32) {
	stack.Push(&s.joined, joined{r, t.last, at})
	t.last = int32(len(s.joined) - 1)
}

// settle adds to the clock of a thread what the thread has joined.
func (s *swift) settle(thread, at int32) {
	var into []int32
	s.learn(thread, at)
	t := &s.threads[thread]
	for t.clock, into = s.clocks.add(t.clock); t.last != none; t.last = s.joined[t.last].before {
		s.clocks.include(into, s.joined[t.last].release)
	}
}

// learn notes what a thread knows before it gets another clock, or joins a thread.
func (s *swift) learn(thread, at int32) {
	t := &s.threads[thread]
	stack.Push(&s.learnt, learnt{at, thread, t.clock, t.last})
}

// popTo takes back all events but the first n.
func (s *swift) popTo(n int32) {
	last := len(s.accesses) - 1
	for ; last >= 0 && s.accesses[last].at >= n; last-- {
		a := &s.accesses[last]
		s.variables[a.accessed] = a.variable
	}
	s.accesses = s.accesses[:last+1]
	for last = len(s.releases) - 1; last >= 0 && s.releases[last].at >= n; last-- {
		r := &s.releases[last]
		thread := r.release.thread
		if r.object != none {
			thread = s.released[r.object].thread
			s.released[r.object] = r.release
		}
		s.threads[thread].epoch--
	}
	s.releases = s.releases[:last+1]
	for last = len(s.learnt) - 1; last >= 0 && s.learnt[last].at >= n; last-- {
		l := &s.learnt[last]
		t := &s.threads[l.thread]
		if t.clock != l.clock {
			s.clocks.at = s.clocks.at[:t.clock] // which was made then
		}
		t.clock, t.last = l.clock, l.last
	}
	s.learnt = s.learnt[:last+1]
	for len(s.joined) > 0 && s.joined[len(s.joined)-1].at >= n {
		s.joined = s.joined[:len(s.joined)-1]
	}
}
