package linear

import (
	"sync"
	"sync/atomic"

	"dporbench/linear/mark"
)

// register is a register. Whether its operations do as they should depends on which value they have read, or are given, before their last events.
type register struct{ value, other atomic.Int64 }

func (r *register) write(v int) {
	mark.Invoke("r", "write", v)
	r.value.Store(int64(v))
	r.other.Load()
	mark.Respond()
}

func (r *register) read() {
	mark.Invoke("r", "read")
	v := r.value.Load()
	r.other.Load()
	mark.Respond(int(v))
}

// Held has two that read.
func Held() {
	var r register
	var wg sync.WaitGroup
	wg.Go(func() { r.write(1) })
	wg.Go(func() { r.read(); r.read() })
	wg.Wait()
	r.read()
}

// Stale is Held, where the value is changed back by nobody's operation.
func Stale() {
	var r register
	var wg sync.WaitGroup
	wg.Go(func() { r.write(1); r.value.Store(0) })
	wg.Go(func() { r.read(); r.read() })
	wg.Wait()
}

// Given writes a value that depends on an order, which nothing remembers but the operation that has begun.
func Given() {
	var r register
	var which atomic.Int64
	var wg sync.WaitGroup
	wg.Go(func() { which.Store(1); which.Store(0) })
	wg.Go(func() {
		mark.Invoke("r", "write", int(which.Load()))
		r.other.Store(1)
		r.value.Store(1)
		mark.Respond()
	})
	wg.Wait()
	r.read()
}

// Alike has goroutines that run the same code, of which any may be the one that is late.
func Alike() {
	var r register
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { r.read() })
	}
	r.write(1)
	wg.Wait()
	r.read()
}

// Lost is Alike, where goroutines write without reading, and the last value is lost.
func Lost() {
	var r register
	var wg sync.WaitGroup
	for range 3 {
		wg.Go(func() { r.write(1); r.other.Add(1) })
	}
	wg.Wait()
	if r.other.Load() == 3 {
		r.value.Store(0)
	}
	r.read()
}
