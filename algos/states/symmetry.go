package states

import (
	"encoding/binary"
	"errors"
	"math/bits"
	"slices"

	"dporbench/model/event"
)

// symmetry names threads in keys. Where threads are symmetric, states that differ only in which thread has which local state have the same key
// (E. A. Emerson, A. P. Sistla, Symmetry and Model Checking, Formal Methods in System Design 9, 1996): threads are named in the order of their classes. Those with equal
// classes have the order of their numbers, so some of these states may have different keys, which costs time and nothing else.
//
// Objects keep their names: states differ if different threads have made an object. A thread that waits for
// several threads to end waits for one after the other, in an order that threads which exchange their local states may not have. It has no other event
// between them, and they lead to the same state once all have ended.
type symmetry struct {
	used   bool // states are equal up to the names of threads
	asleep uint64
	order  []event.ThreadID
	named  []uint8 // by thread
}

// errToldApart ends a pass that took threads for symmetric that are not.
var errToldApart = errors.New("states: threads are not symmetric")

// assumeSymmetry is called where a pass begins. Without persistent sets, threads are not taken for symmetric, since not all events that wait for threads
// to end are executed at once then.
func (s *search) assumeSymmetry() {
	s.symmetry.used = s.reduced && s.program.HasSymmetry() && !s.options.WithoutSymmetry
}

// takesForSymmetric reports whether threads are taken for symmetric that are not.
func (s *search) takesForSymmetric() bool { return s.symmetry.used && !s.program.HasSymmetry() }

// appendThreads appends the classes of the threads that have been started, and names the threads.
func (s *search) appendThreads(key []byte) []byte {
	y := &s.symmetry
	y.order = y.order[:0]
	for t := range event.ThreadID(s.Threads()) {
		if s.classOf(t) >= 0 {
			y.order = append(y.order, t)
		}
	}
	if y.used && len(y.order) > 0 {
		slices.SortStableFunc(y.order[1:], s.compareThreads)
	}
	for n, t := range y.order {
		if y.used {
			for len(y.named) <= int(t) {
				y.named = append(y.named, 0)
			}
			y.named[t] = uint8(n)
		} else {
			key = binary.AppendUvarint(key, uint64(t)+1)
		}
		key = binary.AppendUvarint(key, uint64(s.classOf(t))+1)
	}
	return append(key, 0)
}

// compareThreads orders threads by their classes, and sleeping ones after others.
func (s *search) compareThreads(t, u event.ThreadID) int {
	if c, d := s.classOf(t), s.classOf(u); c != d {
		return int(c - d)
	}
	asleep := s.symmetry.asleep
	return int(asleep>>t&1) - int(asleep>>u&1)
}

// names returns the names of the threads, or nil if they are their numbers.
func (s *search) names() []uint8 {
	if s.symmetry.used {
		return s.symmetry.named
	}
	return nil
}

// rename returns a set of threads by their names.
func (s *search) rename(set uint64) (renamed uint64) {
	if !s.symmetry.used {
		return set
	}
	for rest := set; rest != 0; rest &= rest - 1 {
		renamed |= 1 << s.symmetry.named[bits.TrailingZeros64(rest)]
	}
	return renamed
}
