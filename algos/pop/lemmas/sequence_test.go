package lemmas_test

import (
	"encoding/binary"
	"slices"
)

// sequence is a sequence of events, each at most once.
type sequence []event

// then returns a new sequence: s followed by more.
func (s sequence) then(more ...event) sequence { return append(s[:len(s):len(s)], more...) }

func (s sequence) last() event { return s[len(s)-1] }

// pasts returns, for each event, the set of places of the events that happen before it, and its own.
func (s sequence) pasts() []uint64 {
	pasts := make([]uint64, len(s))
	for j, b := range s {
		pasts[j] = 1 << j
		for i, a := range s[:j] {
			if dependent(a, b) {
				pasts[j] |= pasts[i]
			}
		}
	}
	return pasts
}

// past is s[i]↓: the events that happen before it in s, and itself.
func (s sequence) past(i int) sequence { return s.at(s.pasts()[i]) }

// at is the subsequence at those places.
func (s sequence) at(places uint64) (part sequence) {
	for i, e := range s {
		if places>>i&1 == 1 {
			part = append(part, e)
		}
	}
	return part
}

// prime reports whether all of s happens before its last event: whether s is a schedule.
func (s sequence) prime() bool {
	return len(s) > 0 && s.pasts()[len(s)-1] == 1<<len(s)-1
}

// initial reports whether no event before the one at place i depends on it.
func (s sequence) initial(i int) bool {
	return !slices.ContainsFunc(s[:i], func(a event) bool { return dependent(a, s[i]) })
}

// touches reports whether an event of s depends on e.
func (s sequence) touches(e event) bool {
	return slices.ContainsFunc(s, func(a event) bool { return dependent(a, e) })
}

// without is s without the events of o.
func (s sequence) without(o sequence) sequence {
	return slices.DeleteFunc(slices.Clone(s), func(e event) bool { return slices.Contains(o, e) })
}

// key is the same for two sequences exactly if they are equivalent: if they have the same events, and the events that
// depend on each other in the same order. For each access it has the number of accesses before it, of the same
// variable or mutex, that are not reads, which determines the order of any two that depend on each other.
func (s sequence) key() string {
	parts := make([]uint64, len(s))
	for i, e := range s {
		before := 0
		for _, a := range s[:i] {
			if a.accesses(e) && a.kind != read {
				before++
			}
		}
		parts[i] = uint64(e.thread)<<32 | uint64(e.index)<<24 | uint64(e.kind)<<16 | uint64(e.object)<<8 | uint64(before)
	}
	slices.Sort(parts)
	var key []byte
	for _, part := range parts {
		key = binary.AppendUvarint(key, part)
	}
	return string(key)
}

// compatible reports whether some trace has both u and v as prefixes: whether the rests of the two, without all that
// they begin with in common, are independent (fact F4).
func compatible(u, v sequence) bool {
	for i := 0; i < len(u); i++ {
		j := slices.Index(v, u[i])
		if j >= 0 && u.initial(i) && v.initial(j) {
			u, v = u.without(u[i:i+1]), v.without(v[j:j+1])
			i = -1 // begin again
		}
	}
	return !slices.ContainsFunc(u, v.touches)
}
