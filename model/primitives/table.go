package primitives

import (
	"encoding/binary"
	"hash/fnv"
	"slices"
	"sync"

	"dporbench/model/guarded"
)

// table numbers the states of a group, so that a variable can hold them. A number is a
// hash of the state: it is the same whichever thread reaches the state first, in every
// exploration. The map is a cache, which threads cannot distinguish from a function.
type table struct {
	mu     sync.RWMutex
	states map[int64]numbered
}

type numbered struct {
	state     guarded.State
	described []int64
}

// State implements [guarded.Table].
func (n *table) State(number int64) guarded.State {
	n.mu.RLock()
	defer n.mu.RUnlock()
	return n.states[number].state
}

// Number implements [guarded.Table].
func (n *table) Number(s guarded.State) int64 {
	described := s.Describe()
	if len(described) == 0 {
		return 0
	}
	hash := fnv.New64a()
	binary.Write(hash, binary.LittleEndian, described)
	number := int64(hash.Sum64()>>2) + 1
	n.mu.Lock()
	defer n.mu.Unlock()
	before, ok := n.states[number]
	if ok && !slices.Equal(before.described, described) {
		panic("two states of a channel have the same hash") // once in 2^62
	}
	if !ok {
		n.states[number] = numbered{s, described}
	}
	return number
}
