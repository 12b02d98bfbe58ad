package event

import (
	"maps"
	"slices"
)

// Hash makes a hash of numbers, the same in all processes.
type Hash struct{ Sum uint64 }

// Put adds a number.
func (h *Hash) Put(v uint64) { h.Sum = Mix(h.Sum+1, v) }

// Numbers adds numbers. How many they are makes no difference.
func (h *Hash) Numbers(all ...int64) {
	for _, n := range all {
		h.Put(uint64(n))
	}
}

// List adds numbers, and how many they are.
func (h *Hash) List(all []int64) {
	h.Put(uint64(len(all)))
	h.Numbers(all...)
}

// Map adds a map.
func (h *Hash) Map(all map[int64]int64) {
	h.Put(uint64(len(all)))
	for _, key := range slices.Sorted(maps.Keys(all)) {
		h.Numbers(key, all[key])
	}
}

// Text adds a string.
func (h *Hash) Text(s string) { putAll(h, s) }

// Bytes adds bytes.
func (h *Hash) Bytes(all []byte) { putAll(h, all) }

func putAll[T string | []byte](h *Hash, all T) {
	h.Put(uint64(len(all)))
	for len(all) > 0 {
		n, word := min(len(all), 8), uint64(0)
		for i := range n {
			word |= uint64(all[i]) << (8 * i)
		}
		h.Put(word)
		all = all[n:]
	}
}
