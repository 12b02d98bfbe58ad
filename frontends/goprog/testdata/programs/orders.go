package programs

import "sync"

// Orders ranges over a map of three keys, and panics if these come in the opposite order.
func Orders() {
	m := map[int]bool{1: true, 2: true, 3: true}
	text := ""
	for k := range m {
		text += string(rune('0' + k))
	}
	if text == "321" {
		panic(text)
	}
}

// Deleted ranges over a map of two keys, one of which another goroutine deletes before, during or after the range.
func Deleted() {
	m, lock := map[int]bool{1: true, 2: true}, sync.Mutex{}
	go func() {
		lock.Lock()
		delete(m, 2)
		lock.Unlock()
	}()
	lock.Lock()
	n := 0
	for range m {
		n++
		lock.Unlock()
		lock.Lock()
	}
	lock.Unlock()
	if n == 0 {
		panic("neither")
	}
}

// Grows ranges over a map of one key, and sets another one each time, up to four. It panics if it takes all of them.
func Grows() {
	m, n := map[int]bool{0: true}, 0
	for k := range m {
		if k < 3 {
			m[k+1] = true
		}
		n++
	}
	if n == 4 {
		panic("all")
	}
}
