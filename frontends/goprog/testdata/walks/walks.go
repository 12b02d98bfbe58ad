// Package walks has ranges over sync.Maps that change meanwhile. Each function returns the keys that were visited, in order.
package walks

import (
	"strconv"
	"sync"
)

// walk ranges over m, and calls at with each key.
func walk(m *sync.Map, at func(key int)) (keys string) {
	m.Range(func(k, _ any) bool {
		keys += strconv.Itoa(k.(int))
		at(k.(int))
		return true
	})
	return keys
}

func none(int) {}

// Stored stores a key in the middle of the range.
func Stored() string {
	var m sync.Map
	m.Store(1, "")
	return walk(&m, func(int) { m.Store(2, "") })
}

// Replaced replaces one of two keys by a third one.
func Replaced() string {
	var m sync.Map
	m.Store(1, "")
	m.Store(2, "")
	return walk(&m, func(k int) {
		if k < 3 {
			m.Delete(3 - k)
			m.Store(3, "")
		}
	})
}

// Restored deletes the key that is visited, and stores it again.
func Restored() string {
	var m sync.Map
	m.Store(1, "")
	m.Store(2, "")
	return walk(&m, func(k int) {
		m.Delete(k)
		m.Store(k, "")
	})
}

// Concurrent has another goroutine store two keys and delete the first one.
func Concurrent() string {
	var m sync.Map
	var wg sync.WaitGroup
	wg.Go(func() {
		m.Store(1, "")
		m.Store(2, "")
	})
	keys := walk(&m, none)
	wg.Wait()
	return keys
}

// Moved has another goroutine store a key, and then delete one that was there.
func Moved() string {
	var m sync.Map
	var wg sync.WaitGroup
	m.Store(1, "")
	wg.Go(func() {
		m.Store(2, "")
		m.Delete(1)
	})
	keys := walk(&m, none)
	wg.Wait()
	return keys
}

func ExploreStored()     { print(Stored()) }
func ExploreReplaced()   { print(Replaced()) }
func ExploreRestored()   { print(Restored()) }
func ExploreConcurrent() { print(Concurrent()) }
func ExploreMoved()      { print(Moved()) }
