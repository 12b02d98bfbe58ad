package smallprog

import (
	"slices"

	"dporbench/model/event"
	"dporbench/model/front"
)

// The local state of a thread is where it is in its code, the registers that may still be read, how many threads it has not joined, and how many
// variables it has made; see [front.Thread.Local].

// locality is the part of a state from which that is found.
type locality struct {
	describes bool   // an explorer asks for local states
	code      uint64 // identifies the code of the thread
	since     uint64 // a hash of the values returned since the current statement began
	places    []place
}

// place is a statement that is executed, or one around that.
type place struct {
	body []Statement
	at   int
}

// newState returns the state of a new thread with that code.
func newState(t *front.Thread, code uint64, registers [len(registerNames)]int64) *state {
	s := &state{registers: registers, locality: locality{code: code}}
	if s.describes = t.WantsLocal(); s.describes {
		t.Local(s.local, &s.since)
	}
	return s
}

// begin notes that the next statement of a body begins, inside of so many others.
func (l *locality) begin(depth int, body []Statement, at int) {
	if l.describes {
		l.places, l.since = append(l.places[:depth], place{body, at}), 0
	}
}

// here identifies the current statement.
func (l *locality) here() uint64 {
	h := &event.Hash{Sum: l.code}
	for _, p := range l.places {
		h.Numbers(int64(p.at))
	}
	h.Numbers(int64(len(l.places)))
	return h.Sum
}

func (s *state) local() uint64 {
	h := &event.Hash{Sum: s.here()}
	for r, v := range s.registers {
		if s.isLive(r) {
			h.Numbers(int64(r), v)
		}
	}
	h.Numbers(int64(len(s.children)), s.made)
	h.Put(s.since)
	return h.Sum | 1
}

// isLive reports whether register r may be read before it is written.
func (s *state) isLive(r int) bool {
	rest := 0 // the statement of a place that is executed is among those to come, and those around it have been begun
	for k := len(s.places) - 1; k >= 0; k-- {
		p := s.places[k]
		to := p.body[p.at+rest:]
		if inherits(to, r) {
			return true
		}
		if overwrites(to, r) {
			return false
		}
		rest = 1
	}
	return false
}

// Uses of register r by a thread.

// inherits reports whether the body may depend on the value that r has before it.
func inherits(body []Statement, r int) bool {
	for _, s := range body {
		if s.reads(r) || s.Op == If && inherits(s.Body, r) {
			return true
		}
		if s.writes(r) {
			return false
		}
	}
	return false
}

// overwrites reports whether the body writes r in any case.
func overwrites(body []Statement, r int) bool {
	return slices.ContainsFunc(body, func(s Statement) bool { return s.writes(r) })
}

func reads(body []Statement, r int) bool {
	return slices.ContainsFunc(body, func(s Statement) bool {
		return s.reads(r) || s.Op == If && reads(s.Body, r)
	})
}

// beginsWithResult reports whether the body first uses r to take a result.
func beginsWithResult(body []Statement, r int) bool {
	i := slices.IndexFunc(body, func(s Statement) bool { return s.mentions(r) })
	return i >= 0 && body[i].writes(r)
}

func (s Statement) mentions(r int) bool {
	return s.reads(r) || s.writes(r) ||
		s.Op == If && slices.ContainsFunc(s.Body, func(s Statement) bool { return s.mentions(r) })
}

// reads reports whether s itself reads r; a Go does so for the thread it starts.
func (s Statement) reads(r int) bool {
	if s.Op == Go {
		return inherits(s.Body, r)
	}
	return s.Register == r && s.Op.has("%a") && !s.Op.returns()
}

func (s Statement) writes(r int) bool { return s.Register == r && s.Op.returns() }
