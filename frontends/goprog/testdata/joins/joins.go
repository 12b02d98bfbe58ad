// Package joins has WaitGroups that do more than wait for goroutines to end, and some that do not.
package joins

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// Rounds waits twice for one goroutine.
func Rounds() {
	var group sync.WaitGroup
	var n atomic.Int32
	for range 2 {
		group.Add(1)
		go func() {
			defer group.Done()
			n.Add(1)
		}()
		group.Wait()
	}
	if n.Load() != 2 {
		panic("too early")
	}
}

// Exits ends goroutines by their deferred calls.
func Exits() {
	var group sync.WaitGroup
	group.Add(2)
	go func() {
		defer group.Done()
		runtime.Goexit()
	}()
	go func() {
		defer group.Done()
		defer func() { _ = recover() }()
		panic("recovered")
	}()
	group.Wait()
}

// Copied waits for a copy.
func Copied() {
	var group sync.WaitGroup
	group.Add(1)
	other := group
	go group.Done()
	other.Wait()
}

type owner struct{ group sync.WaitGroup }

// Overwritten forgets its additions, so it need not wait.
func Overwritten() {
	stop, o := make(chan int), &owner{}
	o.group.Add(1)
	go func() {
		<-stop
		o.group.Done()
	}()
	*o = owner{}
	o.group.Wait()
}

// GoesOn does something after Done that no one waits for.
func GoesOn() {
	var group sync.WaitGroup
	var n atomic.Int32
	group.Add(1)
	go func() {
		group.Done()
		n.Store(1)
	}()
	group.Wait()
	if n.Load() == 0 {
		panic("not yet")
	}
}

// Forgotten has a goroutine that ends without Done.
func Forgotten() {
	var group sync.WaitGroup
	var n atomic.Int32
	group.Add(1)
	go func() {
		if n.Load() == 0 {
			group.Done()
		}
	}()
	n.Store(1)
	group.Wait()
}

// Twice has one goroutine that calls Done for two.
func Twice() {
	var group sync.WaitGroup
	group.Add(2)
	go func() {
		group.Done()
		group.Done()
	}()
	group.Wait()
}

// PassedOn has a goroutine that lets another one call Done.
func PassedOn() {
	var group sync.WaitGroup
	group.Add(1)
	go func() { go group.Done() }()
	group.Wait()
}

// Late adds after the goroutine has been started.
func Late() {
	var group sync.WaitGroup
	go func() { group.Done() }()
	group.Add(1)
	group.Wait()
}

// Another waits in a goroutine of its own.
func Another() {
	var group sync.WaitGroup
	ended := make(chan int)
	group.Add(1)
	go group.Done()
	go func() {
		group.Wait()
		close(ended)
	}()
	<-ended
}

// HandedOver adds before the goroutine that waits.
func HandedOver() {
	var group sync.WaitGroup
	var n atomic.Int32
	group.Add(1)
	go func() {
		group.Add(1)
		go group.Done()
		group.Wait()
		n.Store(1)
	}()
	if n.Load() == 1 {
		panic("too early")
	}
	group.Done()
}

// Other first starts a goroutine that only reaches the WaitGroup, and waits for what follows.
func Other() {
	var group sync.WaitGroup
	after := make(chan int)
	group.Add(2)
	go func() {
		<-after
		group.Wait()
	}()
	go group.Done()
	go group.Done()
	group.Wait()
	close(after)
}

// Failing fails before Done.
func Failing() {
	var group sync.WaitGroup
	n := 0
	group.Add(1)
	go func() {
		n = 1
		if n == 1 {
			panic("failed")
		}
		group.Done()
	}()
	group.Wait()
	n = 2
}
