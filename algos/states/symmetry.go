package states

import (
	"cmp"
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
	used   bool // states are equal up to the names of threads; only with persistent sets, since not all events that wait for threads to end are executed at once otherwise
	asleep uint64
	order  []started
	named  []uint8 // by thread
}

// errRefuted ends a pass that rests on something that turned out to be false.
var errRefuted = errors.New("states: a pass has to begin again")

// isRefuted reports whether a pass rests on something false: that threads are symmetric or, unless it counts, that there are no races to be followed.
func (s *search) isRefuted() bool { return s.takesForSymmetric() || s.mayMissRaces() }

// takesForSymmetric reports whether threads are taken for symmetric that are not.
func (s *search) takesForSymmetric() bool { return s.symmetry.used && !s.program.HasSymmetry() }

// appendThreads appends the classes of the threads that have been started, and names the threads.
func (s *search) appendThreads(key []byte) []byte {
	y := &s.symmetry
	y.order = y.order[:0]
	for t := range event.ThreadID(s.Threads()) {
		if c := s.classOf(t); c >= 0 {
			y.order = append(y.order, started{c, int32(y.asleep >> t & 1), t})
		}
	}
	if y.used && len(y.order) > 0 {
		slices.SortFunc(y.order[1:], started.compare)
		y.named = slices.Grow(y.named[:0], s.Threads())[:s.Threads()]
	}
	for n, t := range y.order {
		if y.used {
			y.named[t.thread] = uint8(n)
		} else {
			key = binary.AppendUvarint(key, uint64(t.thread)+1)
		}
		key = binary.AppendUvarint(key, uint64(t.class)+1)
	}
	return append(key, 0)
}

// started is a thread that has been started, and all that its name depends on.
type started struct {
	class, asleep int32
	thread        event.ThreadID
}

func (t started) compare(u started) int {
	return cmp.Or(int(t.class-u.class), int(t.asleep-u.asleep), int(t.thread-u.thread))
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
