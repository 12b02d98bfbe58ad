package rvf

import (
	"cmp"
	"encoding/binary"
	"slices"
)

// search looks for an order of H in which each decision reads from a good write. It follows the present order where it can.
type search struct {
	*exploration
	accept func() bool // if not nil, what must hold in the end

	line            // found so far
	done    []bool  // by place in H
	reached []int   // by thread: how many of its events have been done
	rank    []int32 // by place in H: its place in the present order
	levels  []level
	failed  map[string]struct{}
	key     []byte
}

// level is a place in the order at which one of several writes has to be done.
type level struct {
	from, at int     // the length of the order without what is in nobody's way, and with it
	writes   []int32 // those left
}

// find reports whether there is such an order. It is then in order.
func (s *search) find(x *exploration, accept func() bool) bool {
	n := len(x.added)
	s.exploration, s.accept, s.order, s.before = x, accept, s.order[:0], s.before[:0]
	s.done, s.rank = slices.Grow(s.done[:0], n)[:n], slices.Grow(s.rank[:0], n)[:n]
	s.reached = slices.Grow(s.reached[:0], len(x.threads))[:len(x.threads)]
	clear(s.done)
	clear(s.reached)
	clear(s.last)
	clear(s.rank)
	for i, id := range x.order {
		if int(id) < n {
			s.rank[id] = int32(i) + 1
		}
	}
	clear(s.failed)
	return s.goOn()
}

// goOn completes the order.
func (s *search) goOn() bool {
	s.levels = s.levels[:0]
	for more := true; more; more = s.nextWrite() {
		from := len(s.order)
		s.doOthers()
		if len(s.order) == len(s.added) && (s.accept == nil || s.accept()) {
			return true
		}
		if _, failed := s.failed[string(s.appendKey())]; failed || s.isDead() {
			s.undo(from)
		} else {
			s.levels = append(s.levels, level{from, len(s.order), s.writes()})
		}
	}
	return false
}

// nextWrite does the next write, of the last level that has one left.
func (s *search) nextWrite() bool {
	for last := len(s.levels) - 1; last >= 0; last-- {
		l := &s.levels[last]
		s.undo(l.at)
		if len(l.writes) > 0 {
			s.do(l.writes[0])
			l.writes = l.writes[1:]
			return true
		}
		s.failed[string(s.appendKey())] = struct{}{}
		s.undo(l.from)
		s.levels = s.levels[:last]
	}
	return false
}

// doOthers does all that can be done and is in nobody's way.
func (s *search) doOthers() {
	for more := true; more; {
		more = false
		for t := range s.threads {
			for id := s.next(t); id != none && s.canDo(id) && s.isHarmless(id); id = s.next(t) {
				s.do(id)
				more = true
			}
		}
	}
}

// isHarmless reports whether an event that can come next may come now in every order that there is. It may if it writes
// nothing. A write may if nobody else reads what it overwrites, and it is the next one anyway, or one that nobody reads.
func (s *search) isHarmless(id int32) bool {
	a := &s.added[id]
	if !a.writes() {
		return true
	}
	if s.isAlone(a) {
		return true
	}
	last, stores, readers := s.lastOf(a.location), false, false
	for _, all := range s.locations[a.location].all {
		for i := len(all) - 1; i >= 0 && !s.done[all[i]]; i-- {
			e := &s.added[all[i]]
			switch {
			case all[i] == id:
			case e.good == nil:
				stores = true
			case slices.Contains(e.good, last):
				return false
			default:
				readers = readers || slices.Contains(e.good, id)
			}
		}
	}
	return !stores || !readers && (s.accept == nil || !s.isWaitedFor(a.location))
}

// isAlone reports whether nobody but the thread of a accesses that location later.
func (s *search) isAlone(a *added) bool {
	for t, all := range s.locations[a.location].all {
		if n := len(all); t != int(a.Thread) && n > 0 && !s.done[all[n-1]] {
			return false
		}
	}
	return true
}

// writes are the writes that can be done, in the present order.
func (s *search) writes() (all []int32) {
	for t := range s.threads {
		if id := s.next(t); id != none && s.canDo(id) {
			all = append(all, id)
		}
	}
	slices.SortFunc(all, func(a, b int32) int { return cmp.Compare(s.rank[a], s.rank[b]) })
	return all
}

// next is the next event of a thread, or none.
func (s *search) next(t int) int32 {
	if all := s.threads[t].events; s.reached[t] < len(all) {
		return all[s.reached[t]]
	}
	return none
}

// canDo reports whether an event that is the next of its thread can come next.
func (s *search) canDo(id int32) bool {
	a := &s.added[id]
	return s.hasDone(s.threads[a.Thread].spawn) && s.hasDone(a.joined) && (a.good == nil || slices.Contains(a.good, s.lastOf(a.location)))
}

func (s *search) hasDone(id int32) bool { return id == none || s.done[id] }

func (s *search) do(id int32) {
	a := &s.added[id]
	s.push(id, a)
	s.reached[a.Thread]++
	s.done[id] = true
}

func (s *search) undo(n int) {
	for len(s.order) > n {
		s.done[s.order[len(s.order)-1]] = false
		s.reached[s.pop(s.added).Thread]--
	}
}

// isDead reports whether a decision that is left has no good write left.
func (s *search) isDead() bool {
	for id := range s.added {
		a := &s.added[id]
		if !s.done[id] && a.good != nil && !slices.ContainsFunc(a.good, func(w int32) bool {
			return w != none && !s.done[w] || w == s.lastOf(a.location)
		}) {
			return true
		}
	}
	return false
}

// appendKey makes the key of what has been done, and of what has been written last.
func (s *search) appendKey() []byte {
	s.key = s.key[:0]
	for _, n := range s.reached {
		s.key = binary.AppendUvarint(s.key, uint64(n))
	}
	for _, w := range s.last {
		s.key = binary.AppendUvarint(s.key, uint64(w))
	}
	return s.key
}
