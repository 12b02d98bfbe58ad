package races

import (
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/operation"
)

// fastPath decides by FastTrack whether executions have a race, but not which, where Stores are not buffered and no thread passes a
// fence. The prefix that an execution shares with the last one is not examined again.
type fastPath struct {
	FastTrack // each object is a clock and a variable
	machine   *machine.Machine
	watch     *machine.Watch
	examined  int // how many of the first events of E have been
}

func (f *fastPath) verdict() Verdict {
	if f.Fit(f.machine.Threads(), f.machine.Objects(), f.machine.Objects()) {
		f.examined = 0
	}
	events := f.machine.Events()
	f.examined = min(f.watch.Unchanged(), f.examined)
	f.TakeBack(int32(f.examined))
	for i := f.examined; i < len(events); i++ {
		e, v := &events[i], Ordered
		f.Begin(e.Thread, int32(i))
		if o := f.machine.OrderingAt(i); o.Plain() {
			v = f.plain(e)
		} else {
			v = f.push(e, o)
		}
		switch f.examined = i; v {
		case Restart:
			f.examined = 0
			return f.verdict()
		case Raced, unclear:
			return v
		}
	}
	f.examined = len(events)
	return Ordered
}

// plain examines a plain access. One that writes ends the release sequences of its variable.
func (f *fastPath) plain(e *event.Event) Verdict {
	v := f.Plain(e.Object, e.Kind != event.Read)
	if f.variables[e.Object].atomic && e.Kind != event.Read {
		f.Clear(e.Object)
	}
	return v
}

// push examines an event that is not a plain access.
func (f *fastPath) push(e *event.Event, o operation.Ordering) Verdict {
	switch e.Kind {
	case event.Read:
		return f.atomic(e, o.Acquires(true), false, false)
	case event.Write:
		releases := o.Releases()
		if r := &f.released[e.Object]; !releases && *r != nothing && r.thread != int32(e.Thread) {
			return unclear // it continues its own thread's part of a release sequence
		}
		return f.atomic(e, false, releases, true)
	case event.Update:
		return f.update(e, o)
	case event.Lock:
		f.Acquire(int32(f.machine.MutexObject(e.Object)))
	case event.Unlock:
		f.Release(int32(f.machine.MutexObject(e.Object)))
	case event.Spawn:
		f.Start(e.Object)
	case event.Join:
		f.Join(e.Object)
	case event.Choice:
	default:
		return unclear
	}
	return Ordered
}

func (f *fastPath) update(e *event.Event, o operation.Ordering) Verdict {
	if _, mayFail := o.Fails(); mayFail && f.machine.FailedAt(int(f.at)) {
		return f.atomic(e, o.Acquires(true), false, false)
	}
	acquires, releases := o.Acquires(false), o.Releases()
	if releases && !acquires {
		f.Merge(e.Object)
		releases = false
	}
	return f.atomic(e, acquires, releases, true)
}

// atomic examines an atomic access, which acquires from its variable, releases to it, or both.
func (f *fastPath) atomic(e *event.Event, acquires, releases, writes bool) Verdict {
	if acquires {
		f.Acquire(e.Object)
	}
	if releases {
		f.Release(e.Object)
	}
	return f.Atomic(e.Object, writes)
}
