package pop

import (
	"dporbench/algos"
	"dporbench/model"
)

// reversal is a race e ≲ e' being reversed, from the moment it is found until
// all that begins with its schedule σ has been explored. Reversals are nested;
// Lemma 1 bounds how deep.
type reversal struct {
	at       int32 // |E1|, the position of e in E
	born     int32 // |E1·σ|
	from, to int32 // saved[from:to] is the tail e·E2
	pending  bool  // e' was a Lock that never happened; if not, it is the last event of the tail

	head          model.Event // hd(σ), of the kind it has at the end of E1·σ
	characterised bool        // SchedChar(σ) matters: hd(σ) is a read, or a CompareAndSwap, which may become one
	awake         bool        // hd(σ) is a read: SchedChar(σ) is part of SSChar[E1·σ]
	after         int64       // the value of e.var right after e
	size          int32       // how many sleep set expressions SchedChar(σ) has
	expression    *expression // what SchedChar(σ) has come to in E, once that was asked for
}

// savedEvent is an event of the tail of a reversal.
type savedEvent struct {
	event      model.Event
	mark       mark
	inSchedule bool  // it is in σ
	heads      int32 // how many heads of schedules come before it in the tail
}

// second is the second event e' of a race: the last event of E, or a Lock that
// a maximal E has left pending.
type second struct {
	thread model.ThreadID
	at     int // its position in E, or model.None for a pending Lock
	// clock counts what happens before e' as far as its races are concerned:
	// for a Lock, without the edge from the Unlock that freed the mutex, which
	// the reversal undoes. nil counts nothing.
	clock []int32
}

// lastEvent is e' for the race reversal phase.
func (x *exploration) lastEvent() second {
	at := x.Machine.Len() - 1
	e := x.order.Event(at)
	if e.Kind == model.Lock {
		return second{e.Thread, at, x.clockAt(int(x.order.Links(at).Thread))}
	}
	return second{e.Thread, at, x.order.Clock(at)}
}

// pendingLock is e' for a Lock at which t waits for ever.
func (x *exploration) pendingLock(t model.ThreadID) second {
	return second{t, model.None, x.clockAt(x.order.LastOf(t))}
}

func (x *exploration) clockAt(i int) []int32 {
	if i == model.None {
		return nil
	}
	return x.order.Clock(i)
}

// follows reports whether e, an event of E other than e', happens before e'.
func (s second) follows(e model.Event) bool {
	return s.clock != nil && s.clock[e.Thread] >= e.Index
}

// reverseRaces is the race reversal phase, lines 4 to 12, for the last event
// of E.
func (x *exploration) reverseRaces() error {
	last := x.Machine.Len() - 1
	if last < 0 || x.marks[last].where == inside {
		return nil // not fresh, by Definition 6 (i)
	}
	if len(x.order.Races()) == 0 {
		return nil
	}
	todo := len(x.candidates)
	x.candidates = x.appendParsimonious(x.candidates, x.order.Races(), x.lastEvent())
	for i := todo; i < len(x.candidates); i++ {
		if err := x.reverse(x.candidates[i], x.lastEvent()); err != nil {
			return err
		}
	}
	x.candidates = x.candidates[:todo]
	return nil
}

// reversePending reverses, at a maximal E, the races of the Locks that are
// pending for ever: each might have been first.
func (x *exploration) reversePending() error {
	for t := range model.ThreadID(x.Machine.Threads()) {
		mutex, waits := x.Machine.WaitsForLock(t)
		if !waits {
			continue
		}
		lock := x.order.LastLock(mutex)
		s := x.pendingLock(t)
		if s.follows(x.order.Event(lock)) {
			continue // it waits for itself, or for one it cannot be before
		}
		todo := len(x.candidates)
		x.candidates = x.appendParsimonious(x.candidates, []int32{int32(lock)}, s)
		parsimonious := len(x.candidates) > todo
		x.candidates = x.candidates[:todo]
		if parsimonious {
			if err := x.reverse(int32(lock), s); err != nil {
				return err
			}
		}
	}
	return nil
}

// appendParsimonious appends to dst those of the races of e' that are
// parsimonious (Definition 7).
func (x *exploration) appendParsimonious(dst, races []int32, s second) []int32 {
	// e' is fresh after all heads of schedules but those up to this one.
	stale := int32(model.None)
	for i := len(x.heads) - 1; i >= 0; i-- {
		h := x.heads[i]
		if int(h) != s.at && !s.follows(x.order.Event(int(h))) {
			stale = h
			break
		}
	}
	for _, q := range races {
		if q > stale && x.marks[q].where == outside {
			dst = append(dst, q)
		}
	}
	return dst
}

// reverse is lines 5 to 12 for the race between e, at position at of E, and e'.
func (x *exploration) reverse(at int32, s second) error {
	x.save(at, s)
	r := len(x.reversals) - 1
	algos.Reached(&x.Stats.Peak.Frames, len(x.reversals))
	blocked, err := x.pushSchedule(r, s.thread)
	if err == nil && !blocked {
		err = x.explore()
	}
	if err != nil {
		return err
	}
	return x.restore(r)
}

// save takes E back to E1 and keeps e·E2 in a new reversal.
func (x *exploration) save(at int32, s second) {
	r := reversal{at: at, from: int32(len(x.saved)), pending: s.at == model.None}
	heads := int32(0)
	for i := int(at); i < x.Machine.Len(); i++ {
		e, m := x.Machine.Event(i), x.marks[i]
		inSchedule := i > int(at) && (i == s.at || s.follows(e))
		x.saved = append(x.saved, savedEvent{e, m, inSchedule, heads})
		if m.where == head {
			heads++
		}
	}
	r.to = int32(len(x.saved))
	for x.Machine.Len() > int(at)+1 {
		x.pop()
	}
	if e := x.Machine.Event(int(at)); e.Kind.OnVariable() {
		r.after = x.Machine.Value(e.Object)
	}
	x.pop()
	x.reversals = append(x.reversals, r)
}

// pushSchedule appends σ to E1, lines 6 to 11, and reports whether an event of
// it was asleep; E is then anything that begins with E1.
func (x *exploration) pushSchedule(r int, secondThread model.ThreadID) (blocked bool, err error) {
	to := x.reversals[r].to
	if !x.reversals[r].pending {
		to--
	}
	for i := x.reversals[r].from + 1; i < to; i++ {
		if s := x.saved[i]; s.inSchedule {
			if err := x.pushNew(s.event.Thread, mark{where: inside}); err != nil || x.asleep() {
				return true, err
			}
		}
	}
	x.characterise(r, secondThread)
	if err := x.pushNew(secondThread, mark{head, int32(r)}); err != nil || x.asleep() {
		return true, err
	}
	x.reversals[r].born = int32(x.Machine.Len())
	x.countExpressions()
	return false, nil
}

// restore takes E back to what it was before reversal r, the last one.
func (x *exploration) restore(r int) error {
	for x.Machine.Len() > int(x.reversals[r].at) {
		x.pop()
	}
	x.release(x.reversals[r].expression)
	from := x.reversals[r].from
	x.reversals = x.reversals[:r]
	for _, s := range x.saved[from:] {
		x.Stats.Replayed++
		if err := x.push(s.event.Thread, s.mark); err != nil {
			return err
		}
	}
	x.saved = x.saved[:from]
	return nil
}
