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

// Anew deletes both keys, and stores them again.
func Anew() string {
	var m sync.Map
	m.Store(1, "")
	m.Store(2, "")
	first := true
	return walk(&m, func(int) {
		if first {
			first = false
			m.Delete(1)
			m.Delete(2)
			m.Store(1, "")
			m.Store(2, "")
		}
	})
}

// Cleared clears the map, whose range continues over what there was.
func Cleared() string {
	var m sync.Map
	m.Store(1, "")
	m.Store(2, "")
	return walk(&m, func(int) { m.Clear() })
}

// over ranges over a map that at changes.
func over(m map[int]int, at func(n, key int)) (keys string) {
	for k := range m {
		keys += strconv.Itoa(k)
		at(len(keys), k)
	}
	return keys
}

// Set deletes the first key of three at the second one, and sets the third one again.
func Set() string {
	m := map[int]int{1: 0, 2: 0, 3: 0}
	first := 0
	return over(m, func(n, k int) {
		switch n {
		case 1:
			first = k
		case 2:
			delete(m, first)
			delete(m, 6-first-k)
			m[6-first-k] = 0
		}
	})
}

// Twice deletes the only key, and sets it again after another one.
func Twice() string {
	m := map[int]int{1: 0}
	return over(m, func(n, k int) {
		if n == 1 {
			delete(m, 1)
			m[2] = 0
			m[1] = 0
		}
	})
}

// Interrupted has another goroutine set a key whenever a range allows for it.
func Interrupted() string {
	var mu sync.Mutex
	var wg sync.WaitGroup
	m := map[int]int{1: 0}
	wg.Go(func() {
		mu.Lock()
		defer mu.Unlock()
		m[2] = 0
	})
	mu.Lock()
	keys := over(m, func(int, int) {
		mu.Unlock()
		mu.Lock()
	})
	mu.Unlock()
	wg.Wait()
	return keys
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

func ExploreStored()      { print(Stored()) }
func ExploreReplaced()    { print(Replaced()) }
func ExploreRestored()    { print(Restored()) }
func ExploreAnew()        { print(Anew()) }
func ExploreCleared()     { print(Cleared()) }
func ExploreSet()         { print(Set()) }
func ExploreTwice()       { print(Twice()) }
func ExploreInterrupted() { print(Interrupted()) }
func ExploreConcurrent()  { print(Concurrent()) }
func ExploreMoved()       { print(Moved()) }
