package rvf

import (
	"slices"

	"dporbench/model/event"
)

// line is an order of events of H, and what has been written last in it.
type line struct {
	order  []int32 // as places in H
	before []int32 // of each: the last write of the location before it, as in last
	last   []int32 // by location: the last write, counted from 1, or 0
}

// lastOf is the last write of a location, or none.
func (l *line) lastOf(location int32) int32 { return *at(&l.last, location) - 1 }

// push appends a, at place id in H.
func (l *line) push(id int32, a *added) {
	before := int32(0)
	if a.writes() {
		before = l.lastOf(a.location) + 1
		l.last[a.location] = id + 1
	}
	l.order, l.before = append(l.order, id), append(l.before, before)
}

// pop takes away the last event.
func (l *line) pop(h []added) *added {
	last := len(l.order) - 1
	a := &h[l.order[last]]
	if a.writes() {
		l.last[a.location] = l.before[last]
	}
	l.order, l.before = l.order[:last], l.before[:last]
	return a
}

// accesses are those of a location in H, by thread, as places in H.
type accesses struct {
	all    [][]int32
	writes [][]int32
}

func (l *accesses) add(a *added, id int32) {
	of := at(&l.all, int32(a.Thread))
	if *of = append(*of, id); a.writes() {
		of = at(&l.writes, int32(a.Thread))
		*of = append(*of, id)
	}
}

// drop takes away a, which is the last one of its thread.
func (l *accesses) drop(a *added) {
	of := &l.all[a.Thread]
	if *of = (*of)[:len(*of)-1]; a.writes() {
		of = &l.writes[a.Thread]
		*of = (*of)[:len(*of)-1]
	}
}

// candidates are the writes that the next event of t may come after, and that its past does not overwrite, by their places in
// H; the first may be none, which is before all.
func (x *exploration) candidates(t event.ThreadID, location int32) []int32 {
	initial, all := true, []int32{none}
	past := x.thread(t).past
	for u, writes := range at(&x.locations, location).writes {
		for i := len(writes) - 1; i >= 0; i-- {
			all = append(all, writes[i])
			if x.isPast(writes[i], event.ThreadID(u), t, past) {
				initial = false
				break
			}
		}
	}
	if !initial {
		all = all[1:]
	}
	slices.Sort(all)
	return all
}

// isPast reports whether w, of thread u, comes before the next event of t, of which past says which decisions do.
func (x *exploration) isPast(w int32, u, t event.ThreadID, past []int32) bool {
	if u == t {
		return true
	}
	known, own := int32(0), int32(0)
	if int(u) < len(past) {
		known = past[u]
	}
	if of := x.added[w].past; int(u) < len(of) {
		own = of[u]
	}
	if x.added[w].good == nil {
		own++ // it is before the next decision only
	}
	return known >= own
}
