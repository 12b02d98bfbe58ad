package lemmas_test

import "slices"

// forbidden is the New of a schedule: the read-schedules in place of the same event that are explored before it, and
// so must not be completed after it.
type forbidden struct {
	schedule *schedule
	keys     map[string]bool
}

// bad are the sets B_E, as far as they differ from node to node.
type bad []forbidden

// by returns the first schedule because of which the last event of s is bad, nil if it is not.
func (b bad) by(s sequence) *schedule {
	if s.last().kind != read {
		return nil
	}
	for _, f := range b {
		if part := s[f.schedule.at:]; f.keys[part.past(len(part)-1).key()] {
			return f.schedule
		}
	}
	return nil
}

// oks reports whether no event of w is bad after e.
func (b bad) oks(e, w sequence) bool { return b.firstIn(e, w) == len(w) }

// firstIn is the place of the first event of w that is bad after e, or the length of w.
func (b bad) firstIn(e, w sequence) int {
	for i := range w {
		if b.by(e.then(w[:i+1]...)) != nil {
			return i
		}
	}
	return len(w)
}

// traces returns all continuations of e without bad events, one of each class, including the empty one.
func (p program) traces(e sequence, b bad) []sequence {
	all := []sequence{{}}
	seen := map[string]bool{"": true}
	for i := 0; i < len(all); i++ {
		for _, f := range p.after(e.then(all[i]...)).enabled() {
			w := all[i].then(f)
			if k := w.key(); !seen[k] && b.by(e.then(w...)) == nil {
				seen[k] = true
				all = append(all, w)
			}
		}
	}
	return slices.Clip(all)
}
