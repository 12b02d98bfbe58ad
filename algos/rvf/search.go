package rvf

import (
	"encoding/binary"
	"slices"
)

// search looks for an order of H in which each decision reads from a good write. It first changes as little of the
// end of E as it can, then more and more, and follows E where it can.
type search struct {
	accept func() bool // if not nil, a condition on the end
	levels []level
	failed map[string]struct{}
	key    []byte
}

// level is a place in the order where one of several writes has to be done.
type level struct {
	at   int   // the length of the order
	rank int32 // of the write tried last, or -1
}

// find reports whether there is such an order. If so, order holds it; otherwise order is E.
func (x *exploration) find(accept func() bool) bool {
	x.accept, x.levels = accept, x.levels[:0]
	clear(x.failed)
	for last := int32(len(x.added) - 1); x.isLeft(last) && !x.canRead(last) && !x.hasLeft(last); {
		x.undo(len(x.order) - 1)
	}
	for from, back := len(x.order), 1; ; {
		x.doOthers()
		if len(x.order) == len(x.added)-1 && (accept == nil || accept()) {
			return true
		}
		if _, failed := x.failed[string(x.appendKey())]; !failed {
			x.levels = append(x.levels, level{len(x.order), -1})
		}
		if !x.nextWrite() {
			if from == 0 {
				x.redo(0, x.executed)
				return false
			}
			from, back = max(0, from-back), 2*back
			x.undo(from)
		}
	}
}

// nextWrite does the next write of the last level that has one left.
func (x *exploration) nextWrite() bool {
	for last := len(x.levels) - 1; last >= 0; last-- {
		l := &x.levels[last]
		x.undo(l.at)
		for id := x.firstAfter(l.rank); id != none; id = x.firstAfter(l.rank) {
			if l.rank = x.added[id].rank; !x.isFatal(id) {
				x.do(id)
				return true
			}
		}
		x.failed[string(x.appendKey())] = struct{}{}
		x.levels = x.levels[:last]
	}
	return false
}

// doOthers does all events that can come next and are harmless, as long as there are any.
func (x *exploration) doOthers() {
	for more := true; more; {
		more = false
		for t := range x.threads {
			for id := x.next(t); id != none && x.isHarmless(id); id = x.next(t) {
				x.do(id)
				more = true
			}
		}
	}
}

// isHarmless reports whether an event that can come next can be moved here in every order. It can if it writes
// nothing. A write can if no other event reads the write that it overwrites, and it is the next one anyway, or is
// never read.
func (x *exploration) isHarmless(id int32) bool {
	a := &x.added[id]
	if !a.writes() {
		return true
	}
	l := &x.locations[a.location]
	others := x.readersOf(l.last, a.location).left
	if a.good != nil {
		others--
	}
	return others == 0 && (a.left == 0 && x.accept == nil || !slices.ContainsFunc(l.writes, func(all []int32) bool {
		last := len(all) - 1
		return last >= 0 && x.isLeft(all[last]) && x.added[all[last]].Thread != a.Thread
	}))
}

// isFatal reports whether that write would leave some remaining decision without a good write.
func (x *exploration) isFatal(id int32) bool {
	location := x.added[id].location
	if x.readersOf(x.locations[location].last, location).left == 0 {
		return false
	}
	for _, th := range x.threads {
		for _, r := range th.events[th.done:] {
			if a := &x.added[r]; a.location == location && a.good != nil && r != id && !x.hasLeft(r) {
				return true
			}
		}
	}
	return false
}

// hasLeft reports whether a good write of a decision is left.
func (x *exploration) hasLeft(r int32) bool { return slices.ContainsFunc(x.added[r].good, x.isLeft) }

// canRead reports whether the last write is good for a decision.
func (x *exploration) canRead(r int32) bool {
	a := &x.added[r]
	return slices.Contains(a.good, x.locations[a.location].last)
}

// firstAfter is the event with the lowest rank above that rank that can come next, or none.
func (x *exploration) firstAfter(rank int32) (first int32) {
	for t := range x.threads {
		if id := x.next(t); id != none && x.added[id].rank > rank && (first == none || x.added[id].rank < x.added[first].rank) {
			first = id
		}
	}
	return first
}

// next is the next event of a thread, if it can come next, or none.
func (x *exploration) next(t int) int32 {
	th := &x.threads[t]
	if int(th.done) == len(th.events) {
		return none
	}
	id := th.events[th.done]
	a := &x.added[id]
	if a.good != nil && !x.canRead(id) {
		return none
	}
	for u, n := range a.clock {
		if n > x.threads[u].done {
			return none
		}
	}
	return id
}

// appendKey makes the key of the events done and of the last writes.
func (x *exploration) appendKey() []byte {
	x.key = x.key[:0]
	for t := range x.threads {
		x.key = binary.AppendUvarint(x.key, uint64(x.threads[t].done))
	}
	for l := range x.locations {
		x.key = binary.AppendVarint(x.key, int64(x.locations[l].last))
	}
	return x.key
}
