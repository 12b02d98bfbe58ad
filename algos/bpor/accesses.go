package bpor

import (
	"dporbench/algos/sequence"
	"dporbench/model/event"
	"dporbench/model/stack"
)

// accesses are the accesses of S, by location and thread.
type accesses [][]own

// own holds the positions in S of one thread's accesses of one location.
type own struct {
	all   []int
	other []int // for each of all: the last access before it of another kind, or -1
}

// of returns the accesses of e's location, by thread.
func (a *accesses) of(e event.Event) []own {
	location := e.Location()
	if location == event.Nowhere {
		return nil
	}
	byThread := stack.At(a, int(location))
	stack.At(byThread, int(e.Thread))
	return *byThread
}

// accessed records e, which has been appended to S.
func (x *exploration) accessed(e event.Event) {
	byThread := x.accesses.of(e)
	if byThread == nil {
		return
	}
	o, other := &byThread[e.Thread], -1
	if n := len(o.all); n > 0 {
		if other = o.all[n-1]; x.e.Event(other).Kind == e.Kind {
			other = o.other[n-1]
		}
	}
	o.all, o.other = append(o.all, x.e.Len()-1), append(o.other, other)
}

// release forgets e, which has been removed from the end of S.
func (x *exploration) release(e event.Event) {
	if byThread := x.accesses.of(e); byThread != nil {
		o := &byThread[e.Thread]
		o.all, o.other = o.all[:len(o.all)-1], o.other[:len(o.other)-1]
	}
}

// last returns the last of these accesses that is dependent with next and may be co-enabled with it, or -1. If the
// very last is not, it has the kind of next, or is an Unlock before a Lock; then the last one of another kind is.
func (x *exploration) last(o own, next event.Event) int {
	n := len(o.all)
	if n == 0 {
		return -1
	}
	x.run.Stats.Work.Comparisons++
	if sequence.DependentAndCoEnabled(x.e.Event(o.all[n-1]), next) {
		return o.all[n-1]
	}
	return o.other[n-1]
}
