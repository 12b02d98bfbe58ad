package tree

import (
	"slices"

	"dporbench/algos"
	"dporbench/model"
)

// sleeps notes that an event is asleep after the first n events, once.
func (l *Leaf) sleeps(n int, e model.Event, reason func() string) {
	for _, s := range l.Sleeping {
		if s.At == n && same(s.Event, e) {
			return
		}
	}
	l.Sleeping = append(l.Sleeping, Sleeping{n, e, reason()})
}

// reversal is a race that is to be reversed, and where it was found.
type reversal struct {
	algos.Reversal
	in *Leaf
}

// waiting are the reversals whose exploration has not begun, by the lengths of
// their prefixes.
type waiting [][]*reversal

func (w *waiting) add(r *reversal) {
	at := len(r.Prefix)
	for len(*w) <= at {
		*w = append(*w, nil)
	}
	(*w)[at] = append((*w)[at], r)
}

// take removes the one with this prefix and this schedule and returns it, or nil.
func (w waiting) take(prefix, schedule []model.Event) *reversal {
	if len(prefix) >= len(w) {
		return nil
	}
	list := w[len(prefix)]
	for i, r := range list {
		if startsWith(r.Prefix, prefix) && len(r.Schedule) == len(schedule) && startsWith(r.Schedule, schedule) {
			w[len(prefix)] = slices.Delete(list, i, i+1)
			return r
		}
	}
	return nil
}

// drop forgets those whose prefix is in what ended last, which has been left for
// this shorter prefix: they never begin.
func (w waiting) drop(prefix []model.Event, left *Leaf) {
	if left == nil {
		return
	}
	for n := len(prefix) + 1; n < len(w); n++ {
		w[n] = slices.DeleteFunc(w[n], func(r *reversal) bool { return startsWith(left.events, r.Prefix) })
	}
}

// startsWith reports whether e begins with prefix.
func startsWith(e, prefix []model.Event) bool {
	return len(prefix) <= len(e) && common(e, prefix) == len(prefix)
}

// common is how many events two sequences have in common at their beginnings.
func common(a, b []model.Event) int {
	n := 0
	for n < len(a) && n < len(b) && same(a[n], b[n]) {
		n++
	}
	return n
}

// same reports whether two events are one, of whatever kind it is.
func same(a, b model.Event) bool { return a.Thread == b.Thread && a.Index == b.Index }

// find is the position of e in events, or len(events).
func find(events []model.Event, e model.Event) int {
	i := slices.IndexFunc(events, func(f model.Event) bool { return same(e, f) })
	if i < 0 {
		return len(events)
	}
	return i
}
