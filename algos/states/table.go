package states

import (
	"bytes"
	"encoding/binary"
	"sync"
	"sync/atomic"

	"dporbench/model/event"
	"dporbench/model/stack"
)

// table numbers keys, and keeps the first ones; of all others it keeps their hashes, of 64 bits, so that two of them with one hash are one key to it. Several
// workers may use it, except where it is said otherwise.
type table struct {
	shards [1 << shardBits]shard // by the hashes of keys
	exact  int                   // how many keys are kept, or 0 for all
	count  atomic.Int64
}

// So many bits at the end of a number are the number of its shard.
const shardBits = 4

// shard is a table that one worker at a time uses. It numbers its keys from 0.
type shard struct {
	mu     sync.Mutex
	slots  []uint64 // the upper half of the hash of a key, and 1 + the number of the key; a power of two
	places []uint64 // by number: a chunk, and where in it the length of the key is, followed by the key; or the hash of a key that is not kept
	full   bool     // keys are not kept any more
	kept   int32    // then: how many are
	facts  []fact   // by number, as far as there are any
	chunks [][]byte // of keys; the last one has room
}

// fact is known of a key once it is not 0.
type fact uint64

// Keys are kept in chunks of this size, or of their own size if that is larger, so that they are never copied.
const (
	chunkBits = 20
	chunkSize = 1 << chunkBits
)

func (t *table) shardOf(h uint64) (s *shard, n int32) {
	n = int32(h >> (32 - shardBits) & (1<<shardBits - 1))
	return &t.shards[n], n
}

// find returns the number of a key, a new one if the key is, and the fact that is known of it.
func (t *table) find(key []byte) (n int32, known bool, f fact) {
	h := hashOf(key)
	s, last := t.shardOf(h)
	s.mu.Lock()
	n, known = s.find(h, key, t.isFull())
	if int(n) < len(s.facts) {
		f = s.facts[n]
	}
	s.mu.Unlock()
	if !known {
		t.count.Add(1)
	}
	return n<<shardBits | last, known, f
}

// note makes a fact known of a number.
func (t *table) note(n int32, f fact) {
	s := &t.shards[n&(1<<shardBits-1)]
	s.mu.Lock()
	*stack.At(&s.facts, int(n>>shardBits)) = f
	s.mu.Unlock()
}

// contains reports whether a key has a number.
func (t *table) contains(key []byte) bool {
	h := hashOf(key)
	s, _ := t.shardOf(h)
	s.mu.Lock()
	defer s.mu.Unlock()
	if len(s.slots) == 0 {
		return false
	}
	_, known := s.slotOf(h, key)
	return known
}

func (t *table) len() int { return int(t.count.Load()) }

// isFull reports whether further keys are not kept.
func (t *table) isFull() bool { return t.exact > 0 && t.len() >= t.exact }

// doubt bounds the probability that a key has been taken for another one: that two of n hashes are equal is less likely than n²/2^65.
func (t *table) doubt() Doubt {
	if t.exact == 0 || t.len() <= t.exact {
		return 0
	}
	n := Doubt(t.len())
	return n * n / (1 << 65)
}

// clear forgets all keys. Nobody else may use the table meanwhile.
func (t *table) clear() {
	t.count.Store(0)
	for i := range t.shards {
		t.shards[i].clear()
	}
}

func (t *shard) find(h uint64, key []byte, full bool) (n int32, known bool) {
	if 4*len(t.places) >= 3*len(t.slots) {
		t.widen()
	}
	slot, known := t.slotOf(h, key)
	if known {
		return int32(uint32(t.slots[slot])) - 1, true
	}
	n = int32(len(t.places))
	t.slots[slot] = slotFor(h, n)
	if full && !t.full {
		t.full, t.kept = true, n
	}
	if t.full {
		t.places = append(t.places, h)
	} else {
		t.places = append(t.places, t.keep(key))
	}
	return n, false
}

// keep adds a key to the chunks, and returns its place.
func (t *shard) keep(key []byte) uint64 {
	need := len(key) + binary.MaxVarintLen64
	last := len(t.chunks) - 1
	if last < 0 || cap(t.chunks[last])-len(t.chunks[last]) < need {
		t.chunks = append(t.chunks, make([]byte, 0, max(need, min(chunkSize, 256<<len(t.chunks)))))
		last++
	}
	c := &t.chunks[last]
	place := uint64(last)<<chunkBits | uint64(len(*c))
	*c = append(binary.AppendUvarint(*c, uint64(len(key))), key...)
	return place
}

// slotOf returns the slot of a key with that hash, or the one where it belongs.
func (t *shard) slotOf(h uint64, key []byte) (slot int, known bool) {
	mask := len(t.slots) - 1
	for slot = int(h) & mask; t.slots[slot] != 0; slot = (slot + 1) & mask {
		if s := t.slots[slot]; s>>32 == h>>32 && t.isKey(int32(uint32(s))-1, h, key) {
			return slot, true
		}
	}
	return slot, false
}

func slotFor(h uint64, n int32) uint64 { return h>>32<<32 | uint64(n+1) }

// isKey reports whether a key with that hash has number n.
func (t *shard) isKey(n int32, h uint64, key []byte) bool {
	if t.isHashed(n) {
		return t.places[n] == h
	}
	return bytes.Equal(t.keyOf(n), key)
}

// isHashed reports whether the key with that number is not kept.
func (t *shard) isHashed(n int32) bool { return t.full && n >= t.kept }

func (t *shard) hashOf(n int32) uint64 {
	if t.isHashed(n) {
		return t.places[n]
	}
	return hashOf(t.keyOf(n))
}

func (t *shard) keyOf(n int32) []byte {
	place := t.places[n]
	from := t.chunks[place>>chunkBits][place&(chunkSize-1):]
	length, width := binary.Uvarint(from)
	return from[width:][:length]
}

func (t *shard) widen() {
	t.slots = make([]uint64, max(64, 2*len(t.slots)))
	mask := len(t.slots) - 1
	for n := range int32(len(t.places)) {
		h := t.hashOf(n)
		i := int(h) & mask
		for t.slots[i] != 0 {
			i = (i + 1) & mask
		}
		t.slots[i] = slotFor(h, n)
	}
}

func (t *shard) clear() {
	clear(t.slots)
	t.places, t.facts, t.full = t.places[:0], t.facts[:0], false
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
