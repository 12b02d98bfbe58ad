package races

import (
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/stack"
)

// swift tells whether executions have a race, and not which, where Stores are not buffered and no thread passes a fence.
// It compares an access with the last ones of its variable alone, as FastTrack does (PLDI 2009): as long as nothing has raced,
// those are after all others that the access is in conflict with. What an execution has in common with the last one is not
// looked at again, and of an event is kept what it has changed, which is nothing for most.
type swift struct {
	machine   *machine.Machine
	events    []event.Event // looked at
	clocks    clocks        // of epochs
	threads   []standing
	variables []variable
	released  []release // by object
	accesses  []access  // plain ones, and the first atomic one of each variable
	syncs     []sync
}

// standing is what is known of a thread: what happens before its next operation, and its epoch, which is the number of
// its operations so far that have released, and one. What it does in one epoch is known to others together.
type standing struct {
	clock clock
	epoch int32
}

// stamp is an epoch of a thread, or of none.
type stamp struct{ thread, epoch int32 }

var never = stamp{none, 0}

// variable holds the last plain accesses: a write, and reads behind that. Reads that the last one comes after are not needed.
type variable struct {
	write, read stamp
	more        int32 // among accesses, where the last read became one of several; or none
	atomic      bool  // accessed atomically since
}

// access and sync are what the event at a position has changed, as it was before.
type access struct {
	variable     variable
	at, accessed int32
}

type sync struct {
	standing   standing
	released   release
	at, kept   int32 // kept are the clocks before
	thread, of int32 // of is the object, or none
}

// verdict is what swift knows of an execution.
type verdict int8

const (
	ordered verdict = iota // no race
	raced
	unclear // for the Finder to find out
)

func (s *swift) look() verdict {
	s.grow(s.machine.Threads(), s.machine.Objects())
	events := s.machine.Events()
	n := event.Common(s.events, events)
	s.popTo(int32(n))
	s.events = append(s.events[:n], events[n:]...)
	for i := n; i < len(s.events); i++ {
		if v := s.push(&s.events[i], int32(i)); v != ordered {
			s.events = s.events[:i]
			return v
		}
	}
	return ordered
}

// grow makes room for so many threads and objects. For more threads everything is looked at again.
func (s *swift) grow(threads, objects int) {
	if threads > s.clocks.width {
		s.popTo(0)
		s.events = s.events[:0]
		s.clocks = clocks{width: threads, at: make([]int32, threads)}
		s.threads = make([]standing, threads)
		for t := range s.threads {
			s.threads[t].epoch = 1
		}
	}
	for len(s.released) < objects {
		s.released = append(s.released, nothing)
		s.variables = append(s.variables, variable{never, never, none, false})
	}
}

func (s *swift) push(e *event.Event, at int32) verdict {
	o := s.machine.OrderingAt(int(at))
	if o.Plain() {
		return s.plain(e, at)
	}
	switch e.Kind {
	case event.Read:
		return s.access(e, o.Acquires(true), false, false, at)
	case event.Write:
		releases := o.Releases()
		if r := &s.released[e.Object]; !releases && *r != nothing && r.thread != int32(e.Thread) {
			return unclear // of a release sequence it continues what is of its own thread
		}
		return s.access(e, false, releases, true, at)
	case event.Update:
		if _, mayFail := o.Fails(); mayFail && s.machine.FailedAt(int(at)) {
			return s.access(e, o.Acquires(true), false, false, at)
		}
		acquires, releases := o.Acquires(false), o.Releases()
		if releases && !acquires && s.released[e.Object] != nothing {
			return unclear
		}
		return s.access(e, acquires, releases, true, at)
	case event.Lock:
		s.synchronise(e, int32(s.machine.MutexObject(e.Object)), true, false, at)
	case event.Unlock:
		s.synchronise(e, int32(s.machine.MutexObject(e.Object)), false, true, at)
	case event.Spawn:
		t := &s.threads[e.Thread]
		s.keep(e, none, at)
		s.threads[e.Object] = standing{s.clocks.acquire(t.clock, release{t.clock, int32(e.Thread), t.epoch}), 1}
		t.epoch++
	case event.Join:
		t, child := &s.threads[e.Thread], &s.threads[e.Object]
		s.keep(e, none, at)
		t.clock = s.clocks.acquire(t.clock, release{child.clock, e.Object, child.epoch})
	case event.Choice:
	default:
		return unclear
	}
	return ordered
}

// plain is push for a plain access.
func (s *swift) plain(e *event.Event, at int32) verdict {
	x, t := &s.variables[e.Object], &s.threads[e.Thread]
	now := stamp{int32(e.Thread), t.epoch}
	switch reads := e.Kind == event.Read; {
	case x.atomic:
		return unclear
	case reads && (x.write == now || x.read == now), x.write == now && x.read == never:
		return ordered
	case !s.knows(t.clock, now.thread, x.write):
		return raced
	case reads:
		s.accesses = append(s.accesses, access{*x, at, e.Object})
		if !s.knows(t.clock, now.thread, x.read) {
			x.more = int32(len(s.accesses) - 1)
		}
		x.read = now
	case !s.knowsReads(t.clock, now.thread, x):
		return raced
	default:
		s.accesses = append(s.accesses, access{*x, at, e.Object})
		*x = variable{now, never, none, false}
	}
	return ordered
}

// knows reports whether what was done at that stamp happens before what thread t does with that clock.
func (s *swift) knows(c clock, t int32, of stamp) bool {
	return of.thread == t || of.thread == none || of.epoch <= s.clocks.at[int(c)*s.clocks.width+int(of.thread)]
}

// knowsReads is knows for all reads behind the last write.
func (s *swift) knowsReads(c clock, t int32, x *variable) bool {
	for {
		if !s.knows(c, t, x.read) {
			return false
		}
		if x.more == none {
			return true
		}
		x = &s.accesses[x.more].variable
	}
}

// access is push for an atomic access that acquires what its variable has released, releases what its thread knows, or both.
func (s *swift) access(e *event.Event, acquires, releases, writes bool, at int32) verdict {
	s.synchronise(e, e.Object, acquires, releases, at)
	x := &s.variables[e.Object]
	if x.write != never || x.read != never {
		c, t := s.threads[e.Thread].clock, int32(e.Thread)
		if !s.knows(c, t, x.write) || writes && !s.knowsReads(c, t, x) {
			return raced
		}
	}
	if !x.atomic {
		s.accesses = append(s.accesses, access{*x, at, e.Object})
		x.atomic = true
	}
	return ordered
}

// synchronise lets the thread of e acquire what an object has released, then release what it knows, or both.
func (s *swift) synchronise(e *event.Event, object int32, acquires, releases bool, at int32) {
	t, r := &s.threads[e.Thread], &s.released[object]
	if acquires = acquires && *r != nothing && !s.knows(t.clock, int32(e.Thread), stamp{r.thread, r.place}); !acquires && !releases {
		return
	}
	s.keep(e, object, at)
	if acquires {
		t.clock = s.clocks.acquire(t.clock, *r)
	}
	if releases {
		*r = release{t.clock, int32(e.Thread), t.epoch}
		t.epoch++
	}
}

// keep notes how the thread of e and the object are before e changes them.
func (s *swift) keep(e *event.Event, object, at int32) {
	before := &stack.Extend(&s.syncs, 1)[0]
	before.standing, before.at, before.kept, before.thread, before.of = s.threads[e.Thread], at, int32(len(s.clocks.at)), int32(e.Thread), object
	if object != none {
		before.released = s.released[object]
	}
}

// popTo takes back all events but the first n.
func (s *swift) popTo(n int32) {
	last := len(s.accesses) - 1
	for ; last >= 0 && s.accesses[last].at >= n; last-- {
		a := &s.accesses[last]
		s.variables[a.accessed] = a.variable
	}
	s.accesses = s.accesses[:last+1]
	for last = len(s.syncs) - 1; last >= 0 && s.syncs[last].at >= n; last-- {
		b := &s.syncs[last]
		s.threads[b.thread], s.clocks.at = b.standing, s.clocks.at[:b.kept]
		if b.of != none {
			s.released[b.of] = b.released
		}
	}
	s.syncs = s.syncs[:last+1]
}
