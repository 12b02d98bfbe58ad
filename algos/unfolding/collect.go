package unfolding

import "dporbench/algos"

// collect removes from U what cannot be part of an alternative any more: all but C, D and the histories of what is in
// immediate conflict with an event of C or D (CONCUR 2015, Remove). It does so whenever U has doubled.
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
	for _, list := range [][]id{s.e, s.disabled, s.last} {
		for i, n := range list {
			list[i] = moved[n]
		}
	}
	s.accesses.move(moved)
	s.enough = max(2*len(s.u.nodes), least)
}

// least is how many events are not worth removing any.
const least = 1 << 6

// keepPast marks the event n and its history.
func (u *unfolding) keepPast(keep []bool, n id) {
	for _, m := range u.nodes[n].past {
		for ; m != 0 && !keep[m]; m = u.before(m) {
			keep[m] = true
		}
	}
}

// keepOnly removes all other events, and says where each of them is now. What is kept must contain its causes.
func (u *unfolding) keepOnly(keep []bool) (moved []id) {
	moved = make([]id, len(keep))
	old := u.nodes
	u.nodes = make([]node, 0, len(old))
	u.reset()
	for n := 1; n < len(old); n++ {
		if keep[n] {
			moved[n] = id(len(u.nodes))
			e := old[n]
			e.move(moved)
			u.known[string(appendKey(nil, e.Event, causes{e.thread, e.write, e.reads}))] = moved[n]
			u.insert(e)
		}
	}
	return moved
}

// move gives the causes of e their new names, which have the order of the old ones. Its rivals are to be found again.
func (e *node) move(moved []id) {
	e.rivals, e.compared = nil, 0
	e.thread, e.write = moved[e.thread], moved[e.write]
	for i, r := range e.reads {
		e.reads[i] = moved[r]
	}
	for t, n := range e.past {
		e.past[t] = moved[n]
	}
}
