package states

import (
	"sync"
	"sync/atomic"
)

// In each function here, two ways lead to the same state except for whether the write of plain is in the past of a goroutine or of a clock. After the
// way that is visited first, no race follows.

var (
	plain        int
	flag         atomic.Int32
	done, behind sync.Mutex // locked, and never unlocked, to show without synchronisation how far a goroutine is
	slots        chan int
)

// LoadedFrom: a goroutine loads the flag as the writer has stored it, or as another goroutine has.
func LoadedFrom() {
	plain = 0
	flag.Store(0)
	go func() { flag.Store(1) }()
	go func() {
		if flag.Load() == 1 {
			plain = 1
			flag.Store(1)
			done.Lock()
		}
	}()
	if flag.Load() != 1 || done.TryLock() {
		return
	}
	flag.Store(0)
	plain = 2
}

// StoredBy: the flag was last stored by the writer, or by another goroutine.
func StoredBy() {
	plain = 0
	flag.Store(0)
	go func() {
		flag.Store(1)
		behind.Lock()
	}()
	go func() {
		plain = 1
		flag.Store(1)
		done.Lock()
	}()
	if done.TryLock() || behind.TryLock() || flag.Load() == 0 {
		return
	}
	plain = 2
}

// SentBy: equal values in the buffer of a channel were sent by the writer first, or by another goroutine.
func SentBy() {
	plain, slots = 0, make(chan int, 2)
	go func() {
		plain = 1
		slots <- 1
	}()
	go func() { slots <- 1 }()
	if <-slots; len(slots) == 1 {
		plain = 2
	}
}

// Joined: a WaitGroup is waited for by the goroutine that writes, or before the other one has ended.
func Joined() {
	var group sync.WaitGroup
	plain = 0
	group.Go(func() { plain = 1 })
	if flag.Load() == 0 {
		group.Wait()
	}
	plain = 2
}

// Tried: a lock that is not obtained synchronises nothing.
func Tried() {
	var mu sync.Mutex
	go func() {
		plain = 1
		mu.Lock()
	}()
	if !mu.TryLock() {
		plain = 2
	}
}

// Selected: a select that takes its default synchronises nothing.
func Selected() {
	c := make(chan int, 1)
	go func() {
		plain = 1
		c <- 1
	}()
	select {
	case c <- 1:
	default:
		plain = 2
	}
}

// OnceOrdered: whoever returns from Do has the call in its past.
func OnceOrdered() {
	var once sync.Once
	write := func() { plain++ }
	go once.Do(write)
	once.Do(write)
	plain++
}

// SlotsOrdered: the k-th receive comes before the send k + C.
func SlotsOrdered() {
	c := make(chan int, 1)
	go func() {
		plain = 1
		<-c
	}()
	c <- 1
	c <- 2
	plain = 2
}

// SlotsUnordered: it does not come before an earlier send.
func SlotsUnordered() {
	c := make(chan int, 2)
	go func() {
		plain = 1
		<-c
	}()
	c <- 1
	c <- 2
	plain = 2
}

// Signalled: a goroutine that a Cond has woken has the signal in its past, and the lock.
func Signalled() {
	var mu sync.Mutex
	cond, ready := sync.NewCond(&mu), false
	go func() {
		plain = 1
		mu.Lock()
		ready = true
		mu.Unlock()
		cond.Signal()
	}()
	mu.Lock()
	for !ready {
		cond.Wait()
	}
	mu.Unlock()
	plain = 2
}

var mixed int32 // accessed atomically, and plainly

// MixedStoredBy is StoredBy with an atomic store in place of a write.
func MixedStoredBy() {
	mixed = 0
	flag.Store(0)
	go func() {
		flag.Store(1)
		behind.Lock()
	}()
	go func() {
		atomic.StoreInt32(&mixed, 1)
		flag.Store(1)
		done.Lock()
	}()
	if done.TryLock() || behind.TryLock() || flag.Load() == 0 {
		return
	}
	mixed = 2
}
