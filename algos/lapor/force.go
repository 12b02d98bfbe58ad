package lapor

import "dporbench/model/event"

// section is a critical section: its Lock, and its Unlock or, as solver has it, the last event of its thread. end is
// none if it is to stay open.
type section struct {
	mutex     int32
	lock, end id
}

func (s *solver) sections() (all []section) {
	for t := range s.g.threads {
		events := s.g.threads[t].nodes
		for i, e := range events {
			n := &s.g.nodes[e]
			if n.kind != event.Lock || n.waits {
				continue
			}
			end := events[len(events)-1]
			if s.stayOpen {
				end = none
			}
			for _, f := range events[i+1:] {
				if m := &s.g.nodes[f]; m.kind == event.Unlock && m.object == n.object {
					end = f
					break
				}
			}
			all = append(all, section{n.object, e, end})
		}
	}
	return all
}

// force finds which sections must come before which, because part of the one comes before part of the other, and relates
// them as wholes. It returns false if that cannot be.
func (s *solver) force() bool {
	sections := s.sections()
	for {
		reached, acyclic := s.reach()
		if !acyclic {
			return false
		}
		forced := false
		for i, a := range sections {
			for j, b := range sections {
				if i == j || a.mutex != b.mutex || b.end != none && !reached[a.lock].has(b.end) {
					continue // b may end before a begins
				}
				switch {
				case a.end == none || a.end == b.lock:
					return false
				case !reached[a.end].has(b.lock):
					s.precede(a.end, b.lock)
					forced = true
				}
			}
		}
		if !forced {
			return true
		}
	}
}

// set is a set of events.
type set []uint64

func (s set) has(e id) bool { return s[e/64]>>(e%64)&1 != 0 }

func (s set) add(e id) { s[e/64] |= 1 << (e % 64) }

// reach finds, for each event, those that come after it.
func (s *solver) reach() (reached []set, acyclic bool) {
	missing := append([]int(nil), s.missing...)
	var order []id
	for e, n := range missing {
		if n == 0 {
			order = append(order, id(e))
		}
	}
	for i := 0; i < len(order); i++ {
		for _, f := range s.after[order[i]] {
			if missing[f]--; missing[f] == 0 {
				order = append(order, f)
			}
		}
	}
	reached = make([]set, len(missing))
	for i := len(order) - 1; i >= 0; i-- {
		from := make(set, len(missing)/64+1)
		for _, f := range s.after[order[i]] {
			from.add(f)
			for word, bits := range reached[f] {
				from[word] |= bits
			}
		}
		reached[order[i]] = from
	}
	return reached, len(order) == len(missing)
}
