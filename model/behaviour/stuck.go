package behaviour

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/operation"
)

// MayBeStuck reports whether Stuck must judge an execution for which Ending returns o.
func (b *Behaviour) MayBeStuck(o front.Outcome) bool {
	return o == front.Deadlocked || o == front.AssumeBlocked && b.spun
}

// Stuck returns the outcome of an execution of these events that leaves each thread t at at[t]. It is livelocked if a thread that has not
// ended loops, and all others that have not ended wait or loop. If all wait, it is deadlocked if none has ended, or if some wait in a cycle
// for mutexes and joins, and otherwise starved. If a thread has ended the program, it is complete. All executions with the same ends of threads have the same outcome, whatever the order of
// their events, except those with loops.
func (b *Behaviour) Stuck(at []Position, events []event.Event) front.Outcome {
	ended, round, over, late := false, false, false, false
	for t, n := range at {
		if n == None {
			continue
		}
		switch node := &b.nodes[n]; {
		case node.Code == operation.End:
			ended, over = true, over || node.B == operation.Exits
		case node.Exits():
			over = true
		case node.Code == operation.Assume && (node.A == 0 || !b.repeats(event.ThreadID(t), node.A, node.B == operation.Late, events)):
			return front.AssumeBlocked
		default:
			late = late || b.isLate(n, events)
			round = round || b.GoesRound(event.ThreadID(t), n, events)
		}
	}
	switch {
	case over:
		return front.Complete
	case late, round && b.letsGo(at, events):
		return front.AssumeBlocked
	case round:
		return front.Livelocked
	case ended && !b.waitsInCircle(at, events):
		return front.Starved
	}
	return front.Deadlocked
}

// GoesRound reports whether thread t, which never leaves n after these events, loops there. It does not if each iteration locks a
// mutex that another thread keeps.
func (b *Behaviour) GoesRound(t event.ThreadID, n Position, events []event.Event) bool {
	at := &b.nodes[n]
	return at.Code.Guarded() && b.guards[at.A].Loop ||
		at.Code == operation.Assume && at.A != 0 && b.waitsFor(t, n, events) == event.NoThread
}

// isLate reports whether a thread that never leaves n after these events has stopped waiting there in another execution; see [operation.Note].
func (b *Behaviour) isLate(n Position, events []event.Event) bool {
	at := &b.nodes[n]
	late, unless := false, int32(0)
	switch {
	case at.Code.Guarded():
		note := &b.guards[at.A].Note
		late, unless = note.Late, note.UnlessWritten
	case at.Code == operation.Join:
		late, unless = at.A == operation.LateJoin, int32(at.A)
	}
	return late || unless > 0 && slices.ContainsFunc(events, func(e event.Event) bool {
		return e.Kind.Writes() && e.Object == unless-1
	})
}

// letsGo reports whether a thread that loops frees, in each iteration, a mutex for which another thread waits: that thread continues in another
// execution. Where the last iteration has chosen, a mutex may also be a variable.
func (b *Behaviour) letsGo(at []Position, events []event.Event) bool {
	for t, n := range at {
		node := &b.nodes[n]
		if n == None || node.Code != operation.Assume || node.A == 0 {
			continue
		}
		left := node.A
		for i := len(events) - 1; i >= 0 && left > 0; i-- {
			e := events[i]
			if e.Thread != event.ThreadID(t) {
				continue
			}
			left--
			if (e.Kind == event.Unlock || node.B == operation.Late && e.Kind.Writes()) && b.isWaitedFor(at, e) {
				return true
			}
		}
	}
	return false
}

// isWaitedFor reports whether a thread waits for the object of e.
func (b *Behaviour) isWaitedFor(at []Position, e event.Event) bool {
	return slices.ContainsFunc(at, func(n Position) bool {
		node := &b.nodes[n]
		return n != None && node.Object == e.Object && (node.Code == operation.Lock && e.Kind.OnMutex() || node.Code.Guarded() && e.Kind.OnVariable())
	})
}

// Spun reports whether a thread has been seen to stop at a Spin.
func (b *Behaviour) Spun() bool { return b.spun }

// waitsInCircle reports whether threads wait for each other in a cycle.
func (b *Behaviour) waitsInCircle(at []Position, events []event.Event) bool {
	for t := range at {
		u := event.ThreadID(t)
		for range at {
			if u = b.waitsFor(u, at[u], events); u == event.NoThread {
				break
			}
			if u == event.ThreadID(t) {
				return true
			}
		}
	}
	return false
}

// waitsFor returns the thread that must end or unlock a mutex before thread t leaves n, which it never does after these
// events.
func (b *Behaviour) waitsFor(t event.ThreadID, n Position, events []event.Event) event.ThreadID {
	switch at := &b.nodes[n]; at.Code {
	case operation.Join:
		return event.ThreadID(at.Object)
	case operation.Lock:
		return holder(at.Object, events)
	case operation.Assume:
		left := at.A
		for i := len(events) - 1; i >= 0 && left > 0; i-- {
			e := &events[i]
			if e.Thread != t {
				continue
			}
			if e.Kind == event.Lock && holder(e.Object, events) != t {
				return holder(e.Object, events)
			}
			left--
		}
	}
	return event.NoThread
}

// holder returns the thread that holds a mutex after events, or event.NoThread.
func holder(mutex int32, events []event.Event) event.ThreadID {
	for i := len(events) - 1; i >= 0; i-- {
		if e := &events[i]; e.Kind.OnMutex() && e.Object == mutex {
			if e.Kind == event.Lock {
				return e.Thread
			}
			break
		}
	}
	return event.NoThread
}

// repeats reports whether t's last operations, of that number, access only mutexes, and variables not written by others
// since, and if late, choose. Where executions are graphs, these operations have to have met the last writes in mo: any other value
// gives way in time, however the events are listed.
func (b *Behaviour) repeats(t event.ThreadID, operations int64, late bool, events []event.Event) bool {
	var few [8]int32
	written := few[:0]
	for i := len(events) - 1; i >= 0 && operations > 0; i-- {
		e := &events[i]
		if e.Thread != t { // its own flush ends an operation that may be older than the iteration
			if e.Kind.Writes() && !(e.IsFlush() && e.Issuer() == t) {
				written = append(written, e.Object)
			}
			continue
		}
		old := slices.Contains(written, e.Object)
		if e.HasReference() {
			old = !meetsLast(*e, events)
		}
		if e.Kind.OnVariable() && old || !e.Kind.OnVariable() && !e.Kind.OnMutex() && !(late && e.Kind == event.Choice) {
			return false
		}
		operations--
	}
	return operations == 0
}

// meetsLast reports whether e, of a graph, reads from the last write of its variable in mo, or is that write.
func meetsLast(e event.Event, events []event.Event) bool {
	thread, index, after := e.RefersTo()
	lastThread, lastIndex, written := event.NoThread, int32(0), false
	for _, w := range events {
		if w.Object != e.Object || !w.Kind.OnVariable() || !w.Kind.Writes() {
			continue
		}
		if t, i, ok := w.RefersTo(); ok == written && (!ok || t == lastThread && i == lastIndex) {
			lastThread, lastIndex, written = w.Thread, w.Index, true
		}
	}
	if e.Kind.Writes() {
		thread, index, after = e.Thread, e.Index, true
	}
	return after == written && (!after || thread == lastThread && index == lastIndex)
}

// isAfterFailure reports whether thread t has joined a failed thread, or one that has joined one, and so on.
func (b *Behaviour) isAfterFailure(at []Position, t event.ThreadID) bool {
	for n := at[t]; !b.nodes[n].root; {
		n = b.nodes[n].parent
		if node := &b.nodes[n]; node.Code == operation.Join {
			joined := event.ThreadID(node.Object)
			if b.nodes[at[joined]].Code == operation.Fail || b.isAfterFailure(at, joined) {
				return true
			}
		}
	}
	return false
}

// IsHeadline reports whether a thread that leaves the execution at at[t] has failed, and the failure is no consequence of
// another one.
func (b *Behaviour) IsHeadline(at []Position, t event.ThreadID) bool {
	return b.nodes[at[t]].Code == operation.Fail && !b.isAfterFailure(at, t)
}

// Exits reports whether the thread ends the program there; see [front.Thread.Exit].
func (n *Node) Exits() bool {
	return (n.Code == operation.End || n.Code == operation.Assume) && n.B == operation.Exits
}
