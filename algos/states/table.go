package states

import (
	"bytes"
	"encoding/binary"

	"dporbench/model/event"
)

// table numbers states, from 0, by their keys, which it keeps.
type table struct {
	slots  []int32 // 1 + the number of a state; a power of two
	hashes []uint32
	ends   []uint64 // by state: the end of its key
	keys   []byte
}

// find returns the number of a key, a new one if the key is.
func (t *table) find(key []byte) (n int32, known bool) {
	if 4*len(t.hashes) >= 3*len(t.slots) {
		t.widen()
	}
	slot, known := t.lookup(key)
	if known {
		return t.slots[slot] - 1, true
	}
	n = int32(len(t.hashes))
	t.slots[slot] = n + 1
	t.hashes = append(t.hashes, uint32(hashOf(key)>>32))
	t.keys = append(t.keys, key...)
	t.ends = append(t.ends, uint64(len(t.keys)))
	return n, false
}

// lookup returns the slot of a key, or the one where it belongs. In an empty table there is none.
func (t *table) lookup(key []byte) (slot int, known bool) {
	if len(t.slots) == 0 {
		return 0, false
	}
	h := hashOf(key)
	mask := len(t.slots) - 1
	for slot = int(h) & mask; t.slots[slot] != 0; slot = (slot + 1) & mask {
		if n := t.slots[slot] - 1; t.hashes[n] == uint32(h>>32) && bytes.Equal(t.keyOf(n), key) {
			return slot, true
		}
	}
	return slot, false
}

func (t *table) keyOf(n int32) []byte {
	from := uint64(0)
	if n > 0 {
		from = t.ends[n-1]
	}
	return t.keys[from:t.ends[n]]
}

func (t *table) widen() {
	t.slots = make([]int32, max(1024, 2*len(t.slots)))
	mask := len(t.slots) - 1
	for n := range t.hashes {
		i := int(hashOf(t.keyOf(int32(n)))) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = int32(n) + 1
	}
}

func (t *table) len() int { return len(t.hashes) }

func (t *table) clear() {
	clear(t.slots)
	t.hashes, t.ends, t.keys = t.hashes[:0], t.ends[:0], t.keys[:0]
}

func hashOf(key []byte) uint64 {
	h := uint64(len(key))
	for len(key) >= 8 {
		h = event.Mix(h, binary.LittleEndian.Uint64(key))
		key = key[8:]
	}
	n := uint64(0)
	for i, b := range key {
		n |= uint64(b) << (8 * i)
	}
	return event.Mix(h, n)
}

// stateKey returns the key of the state after E. Objects that have their initial values are left out, since others become known
// later. It is valid until the next call.
func (s *search) stateKey() []byte {
	key := s.key[:0]
	for t := range event.ThreadID(s.Threads()) {
		if c := s.classOf(t); c >= 0 {
			key = binary.AppendUvarint(key, uint64(t)+1)
			key = binary.AppendUvarint(key, uint64(c))
		}
	}
	key = s.appendPast(append(key, 0))
	values := s.ObjectValues()
	for x := len(s.initial); x < len(values); x++ {
		s.initial = append(s.initial, s.initialOf(int32(x)))
	}
	last := 0
	for x, v := range values {
		if v != s.initial[x] {
			key = binary.AppendUvarint(key, uint64(x-last))
			key = appendValue(key, v)
			last = x
		}
	}
	s.key = key
	return key
}

// appendValue appends v: small numbers are short, and words for values of Go programs are not.
func appendValue(key []byte, v int64) []byte {
	if -64 <= v && v < 64 {
		return append(key, byte(v+64))
	}
	return binary.LittleEndian.AppendUint64(append(key, 255), uint64(v))
}

func (s *search) initialOf(x int32) int64 {
	if first := int32(s.program.NumVars()); x >= first && x < s.program.FirstMade() {
		return 0 // a mutex
	}
	return s.program.Initial(x)
}
