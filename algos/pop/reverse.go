package pop

import (
	"dporbench/algos"
	"dporbench/algos/sequence"
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

// reverseRaces is the race reversal phase, lines 4 to 12, for the last event
// of E.
func (x *exploration) reverseRaces() error {
	last := x.Len() - 1
	if last < 0 || x.marks[last].where == inside {
		return nil // not fresh, by Definition 6 (i)
	}
	return x.reverseEach(x.Races(), x.LastEvent())
}

// reversePending reverses, at a maximal E, the races of the Locks that are
// pending for ever: each might have been first.
func (x *exploration) reversePending() error {
	for t := range model.ThreadID(x.Machine.Threads()) {
		if first, second, ok := x.PendingLock(t); ok {
			x.pending[0] = int32(first)
			if err := x.reverseEach(x.pending[:], second); err != nil {
				return err
			}
		}
	}
	return nil
}

// reverseEach reverses those races between an event at one of the positions
// firsts and e' that are parsimonious. E is the same before and after.
func (x *exploration) reverseEach(firsts []int32, second sequence.Second) error {
	todo := len(x.races)
	x.races = x.appendParsimonious(x.races, firsts, second)
	for i := todo; i < len(x.races); i++ {
		if err := x.reverse(x.races[i], second); err != nil {
			return err
		}
	}
	x.races = x.races[:todo]
	return nil
}

// appendParsimonious appends to dst those of the races of e' that are
// parsimonious (Definition 7).
func (x *exploration) appendParsimonious(dst, races []int32, second sequence.Second) []int32 {
	if len(races) == 0 {
		return dst
	}
	// e' is fresh after the heads of schedules behind this position.
	stale := int32(model.None)
	for i := len(x.heads) - 1; i >= 0; i-- {
		h := x.heads[i]
		if int(h) != second.At && !x.Precedes(x.Event(int(h)), second) {
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
func (x *exploration) reverse(at int32, second sequence.Second) error {
	x.save(at, second)
	r := len(x.reversals) - 1
	algos.Reached(&x.Stats.Peak.Frames, len(x.reversals))
	blocked, err := x.pushSchedule(r, second.Thread)
	if err == nil && !blocked {
		err = x.explore()
	}
	if err != nil {
		return err
	}
	return x.restore(r)
}

// save takes E back to E1 and keeps e·E2 in a new reversal.
func (x *exploration) save(at int32, second sequence.Second) {
	r := reversal{at: at, from: int32(len(x.saved)), pending: second.At == model.None}
	heads := int32(0)
	for i := int(at); i < x.Len(); i++ {
		e, m := x.Event(i), x.marks[i]
		inSchedule := i > int(at) && (i == second.At || x.Precedes(e, second))
		x.saved = append(x.saved, savedEvent{e, m, inSchedule, heads})
		if m.where == head {
			heads++
		}
	}
	r.to = int32(len(x.saved))
	for x.Len() > int(at)+1 {
		x.pop()
	}
	if e := x.Event(int(at)); e.Kind.OnVariable() {
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
	x.reversals[r].born = int32(x.Len())
	x.countExpressions()
	return false, nil
}

// restore takes E back to what it was before reversal r, the last one.
func (x *exploration) restore(r int) error {
	for x.Len() > int(x.reversals[r].at) {
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
