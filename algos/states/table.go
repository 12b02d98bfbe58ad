package states

import (
	"bytes"
	"encoding/binary"

	"dporbench/model/event"
)

// table numbers keys, from 0, and keeps them.
type table struct {
	slots  []uint64 // the upper half of the hash of a key, and 1 + the number of the key; a power of two
	places []uint64 // by number: a chunk, and where in it the length of the key is, followed by the key
	chunks [][]byte // of keys; the last one has room
}

// Keys are kept in chunks of this size, or of their own size if that is larger, so that they are never copied.
const (
	chunkBits = 20
	chunkSize = 1 << chunkBits
)

// find returns the number of a key, a new one if the key is.
func (t *table) find(key []byte) (n int32, known bool) {
	if 4*t.len() >= 3*len(t.slots) {
		t.widen()
	}
	h := hashOf(key)
	slot, known := t.slotOf(h, key)
	if known {
		return int32(uint32(t.slots[slot])) - 1, true
	}
	n = int32(t.len())
	t.slots[slot] = slotFor(h, n)
	t.places = append(t.places, t.keep(key))
	return n, false
}

// keep adds a key to the chunks, and returns its place.
func (t *table) keep(key []byte) uint64 {
	need := len(key) + binary.MaxVarintLen64
	last := len(t.chunks) - 1
	if last < 0 || cap(t.chunks[last])-len(t.chunks[last]) < need {
		t.chunks = append(t.chunks, make([]byte, 0, max(need, min(chunkSize, 1024<<len(t.chunks)))))
		last++
	}
	c := &t.chunks[last]
	place := uint64(last)<<chunkBits | uint64(len(*c))
	*c = append(binary.AppendUvarint(*c, uint64(len(key))), key...)
	return place
}

// lookup returns the slot of a key, or the one where it belongs. In an empty table there is none.
func (t *table) lookup(key []byte) (slot int, known bool) {
	if len(t.slots) == 0 {
		return 0, false
	}
	return t.slotOf(hashOf(key), key)
}

// slotOf is lookup of a key with that hash, where there is a slot.
func (t *table) slotOf(h uint64, key []byte) (slot int, known bool) {
	mask := len(t.slots) - 1
	for slot = int(h) & mask; t.slots[slot] != 0; slot = (slot + 1) & mask {
		if s := t.slots[slot]; s>>32 == h>>32 && bytes.Equal(t.keyOf(int32(uint32(s))-1), key) {
			return slot, true
		}
	}
	return slot, false
}

func slotFor(h uint64, n int32) uint64 { return h>>32<<32 | uint64(n+1) }

func (t *table) keyOf(n int32) []byte {
	place := t.places[n]
	from := t.chunks[place>>chunkBits][place&(chunkSize-1):]
	length, width := binary.Uvarint(from)
	return from[width:][:length]
}

func (t *table) widen() {
	t.slots = make([]uint64, max(1024, 2*len(t.slots)))
	mask := len(t.slots) - 1
	for n := range int32(t.len()) {
		h := hashOf(t.keyOf(n))
		i := int(h) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = slotFor(h, n)
	}
}

func (t *table) len() int { return len(t.places) }

func (t *table) clear() {
	clear(t.slots)
	t.places = t.places[:0]
	if len(t.chunks) > 0 {
		last := t.chunks[len(t.chunks)-1]
		t.chunks = append(t.chunks[:0], last[:0])
	}
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

// stateKey returns the key of the state after E: the classes of the threads, and the numbers of its other parts, of which there are fewer than states.
// It is valid until the next call.
func (s *search) stateKey() []byte {
	key := s.appendThreads(s.key[:0])
	s.part = s.appendValues(s.part[:0])
	n, _ := s.values.find(s.part)
	key = binary.AppendUvarint(key, uint64(n))
	if s.races != nil {
		s.part = s.appendPast(s.part[:0])
		n, _ := s.pasts.find(s.part)
		key = binary.AppendUvarint(key, uint64(n))
	}
	s.key = key
	return key
}

// appendValues appends the values of objects. Objects that have their initial values are left out, since others become known later.
func (s *search) appendValues(key []byte) []byte {
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
