package unfolding

import "dporbench/algos"

// least is the number of events from which removing some is worthwhile.
const least = 1 << 6

// collect removes from U the events that cannot be part of an alternative any more: all but C, D and the histories of
// events in immediate conflict with an event of C or D (CONCUR 2015, Remove). It does so whenever U has doubled.
func (s *search) collect() {
	algos.RaisePeak(&s.Stats.Peak.GraphNodes, len(s.u.nodes)-1)
	if len(s.u.nodes) < s.enough {
		return
	}
	keep := make([]bool, len(s.u.nodes))
	for _, list := range [][]id{s.e, s.disabled} {
		for _, n := range list {
			s.u.keepPast(keep, n)
			for _, m := range s.u.rivals(n) {
				s.u.keepPast(keep, m)
			}
		}
	}
	moved := s.u.keepOnly(keep)
	rename(moved, s.e, s.disabled, s.last)
	for _, all := range s.periods {
		for i := range all {
			all[i].write = moved[all[i].write]
			rename(moved, all[i].reads)
		}
	}
	s.enough = max(2*len(s.u.nodes), least)
}

// rename gives events their new names.
func rename(moved []id, lists ...[]id) {
	for _, list := range lists {
		for i, n := range list {
			list[i] = moved[n]
		}
	}
}

// keepPast marks the event n and its history.
func (u *unfolding) keepPast(keep []bool, n id) {
	for _, m := range u.nodes[n].past {
		for ; m != 0 && !keep[m]; m = u.before(m) {
			keep[m] = true
		}
	}
}

// keepOnly removes all other events, and returns the new names of the rest. The kept events must include their
// causes. The new names keep the order of the old ones.
func (u *unfolding) keepOnly(keep []bool) (moved []id) {
	old := u.nodes
	moved = make([]id, len(old))
	u.reset(len(old))
	for n, e := range old {
		if keep[n] {
			moved[n] = id(len(u.nodes))
			e.after, e.write = moved[e.after], moved[e.write]
			rename(moved, e.past)
			e.rivals, e.compared = nil, 0 // to be found again
			u.insert(e)
		}
	}
	return moved
}
