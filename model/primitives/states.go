package primitives

import (
	"encoding/binary"
	"hash/fnv"
	"sync"
)

// states numbers the states of a group, so that a variable can hold them. A number is a
// hash of the state: it is the same whichever thread reaches the state first, in every
// exploration. The map is a cache, which threads cannot distinguish from a function.
type states struct {
	mu       sync.RWMutex
	byNumber map[int64]numbered
}

type numbered struct {
	state   *state
	encoded string
}

// initial is the number of the state before any operation.
const initial int64 = 0

func newStates() *states {
	return &states{byNumber: map[int64]numbered{initial: {state: &state{}}}}
}

// addChannel adds a channel to the initial state.
func (n *states) addChannel(capacity int) int {
	s := n.of(initial)
	s.channels = append(s.channels, channel{capacity: capacity})
	return len(s.channels) - 1
}

func (n *states) known(number int64) (*state, bool) {
	n.mu.RLock()
	defer n.mu.RUnlock()
	s, ok := n.byNumber[number]
	return s.state, ok
}

// of returns the state with that number, which number must have returned. It must not be
// changed.
func (n *states) of(number int64) *state {
	s, _ := n.known(number)
	return s
}

// number returns the number of s, which must no longer be changed.
func (n *states) number(s *state) int64 {
	encoded := s.append(nil)
	if string(encoded) == string(n.of(initial).append(nil)) {
		return initial
	}
	hash := fnv.New64a()
	hash.Write(encoded)
	number := int64(hash.Sum64()>>2) + 1
	n.mu.Lock()
	defer n.mu.Unlock()
	before, ok := n.byNumber[number]
	if ok && before.encoded != string(encoded) {
		panic("two states of a channel have the same hash") // once in 2^62
	}
	if !ok {
		n.byNumber[number] = numbered{s, string(encoded)}
	}
	return number
}

// append encodes s; different states have different encodings.
func (s *state) append(b []byte) []byte {
	number := func(ns ...int64) {
		for _, n := range ns {
			b = binary.AppendVarint(b, n)
		}
	}
	waiters := func(ws []waiter) {
		number(int64(len(ws)))
		for _, w := range ws {
			number(w.ticket, w.chosen, w.value)
		}
	}
	number(bit(s.selecting))
	for _, c := range s.channels {
		number(bit(c.closed), int64(len(c.buffer)))
		number(c.buffer...)
		waiters(c.senders)
		waiters(c.receivers)
	}
	for _, v := range s.served {
		number(v.ticket, v.result.chosen, v.result.value, bit(v.result.received), bit(v.result.ok), bit(v.result.panics))
	}
	return b
}

func bit(b bool) int64 {
	if b {
		return 1
	}
	return 0
}
