package event

import "slices"

// Same reports whether two events of executions of one program are the same, regardless of their kinds; choices of different values are
// different events.
func Same(e, f Event) bool {
	if e.Kind == Choice && f.Kind == Choice && e.Object != f.Object {
		return false
	}
	return e.Thread == f.Thread && e.Index == f.Index
}

// CommonPrefix is the length of the common prefix of two sequences.
func CommonPrefix(v, w []Event) int {
	n := 0
	for n < len(v) && n < len(w) && Same(v[n], w[n]) {
		n++
	}
	return n
}

// StartsWith reports whether w begins with a prefix.
func StartsWith(w, prefix []Event) bool {
	return len(prefix) <= len(w) && CommonPrefix(w, prefix) == len(prefix)
}

// Find is the position of e in a sequence, or the length of the sequence.
func Find(w []Event, e Event) int {
	i := slices.IndexFunc(w, func(f Event) bool { return Same(e, f) })
	if i < 0 {
		return len(w)
	}
	return i
}
