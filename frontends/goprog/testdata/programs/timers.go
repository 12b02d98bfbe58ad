package programs

import (
	"sync/atomic"
	"time"
)

// Answered is wrong only if its timer fires before the answer is there.
func Answered() {
	answer := make(chan int, 1)
	go func() { answer <- 42 }()
	select {
	case <-answer:
	case <-time.After(time.Minute):
		panic("too late")
	}
}

// Late waits for a timer that only time can end, alongside a function that is to be called later.
func Late() {
	called, never := make(chan bool), make(chan int)
	time.AfterFunc(time.Second, func() { called <- true })
	select {
	case <-never:
	case <-time.After(time.Minute):
	}
	<-called
}

// Polled asks once whether the time is over, which it is not if timers fire last.
func Polled() {
	over := time.After(time.Minute)
	select {
	case <-over:
		panic("too early")
	default:
	}
}

// Slept measures how long it has slept.
func Slept() {
	begin := time.Now()
	time.Sleep(time.Second)
	if d := time.Since(begin); d != time.Second {
		panic("slept for " + d.String())
	}
}

// Ordered has two timers, of which the one with the earlier deadline fires first, although it was set last.
func Ordered() {
	hour, second := time.After(time.Hour), time.After(time.Second)
	select {
	case <-hour:
		if len(second) != 0 || cap(second) != 0 {
			panic("a buffer")
		}
		select {
		case <-second:
		default:
			panic("an hour has passed before a second")
		}
	case now := <-second:
		if now.Nanosecond() != 0 || time.Until(now) > 0 {
			panic("a time that has not come")
		}
	}
}

// Again sets a timer that has fired unseen: its value is gone.
func Again() {
	t := time.NewTimer(time.Second)
	time.Sleep(2 * time.Second)
	if !t.Reset(time.Second) {
		panic("seen")
	}
	begin := time.Now()
	if at := <-t.C; at.Sub(begin) != time.Second {
		panic("fired after " + at.Sub(begin).String())
	}
	if t.Stop() {
		panic("has still to fire")
	}
}

// Delayed sets the timer of a function again.
func Delayed() {
	begin, called := time.Now(), make(chan time.Duration, 1)
	t := time.AfterFunc(time.Second, func() { called <- time.Since(begin) })
	if !t.Reset(time.Minute) {
		panic("has been called")
	}
	if d := <-called; d != time.Minute {
		panic("called after " + d.String())
	}
}

// Sweeping counts ticks until it is told to stop.
func Sweeping() {
	ticker, stop, n := time.NewTicker(time.Millisecond), make(chan bool), make(chan int)
	go func() {
		for ticks := 0; ; {
			select {
			case <-ticker.C:
				ticks++
			case <-stop:
				n <- ticks
				return
			}
		}
	}()
	time.Sleep(4500 * time.Microsecond)
	close(stop)
	if ticks := <-n; ticks != 4 {
		panic("other ticks")
	}
}

// Counting waits for more ticks than are explored where timers may fire at any moment.
func Counting() {
	ticker := time.NewTicker(time.Second)
	for range 5 {
		<-ticker.C
	}
	ticker.Stop()
	panic("five ticks")
}

// Endless waits for ticks forever.
func Endless() {
	for range time.NewTicker(time.Second).C {
	}
}

// Equal has two goroutines that sleep until the same moment: each may be the first.
func Equal() {
	order := make(chan int, 2)
	for k := range 2 {
		go func() {
			time.Sleep(time.Second)
			order <- k
		}()
	}
	if <-order == 1 {
		panic("the second is first")
	}
	<-order
}

// Together has two goroutines that continue at the same moment, so an increment may be lost.
func Together() {
	var total atomic.Int32
	for range 2 {
		go func() {
			time.Sleep(time.Millisecond)
			total.Store(total.Load() + 1)
		}()
	}
	time.Sleep(time.Second)
	if total.Load() != 2 {
		panic("an increment is lost")
	}
}

// Following stops the timer that was set first; another one with the same deadline fires nonetheless, and may do so before a sleep until then is
// seen to be over.
func Following() {
	var called atomic.Bool
	first := time.NewTimer(time.Second)
	time.AfterFunc(time.Second, func() { called.Store(true) })
	first.Stop()
	time.Sleep(time.Second)
	if !called.Load() {
		panic("not yet")
	}
}

// Anew sets a timer to the deadline that it had before.
func Anew() {
	t := time.NewTimer(time.Second)
	t.Reset(time.Second)
	<-t.C
}

// Rearmed leaves a loop behind that sets a timer again whenever it has fired.
func Rearmed() {
	go func() {
		for t := time.NewTimer(time.Second); ; t.Reset(time.Second) {
			<-t.C
		}
	}()
}

// Past has a deadline that has passed, which no goroutine has noticed.
func Past() {
	deadline := time.Now().Add(time.Second)
	time.Sleep(2 * time.Second)
	if !time.Now().After(deadline) {
		panic("not over")
	}
}

// Unstopped leaves a ticker, and who waits for it, behind.
func Unstopped() {
	ticks := time.Tick(time.Second)
	go func() {
		for range ticks {
		}
	}()
}

// Often has more ticks before it continues than are explored.
func Often() {
	ticker := time.NewTicker(time.Millisecond)
	time.Sleep(time.Minute)
	ticker.Stop()
}

// Chained ends with the function of a timer that has set the next one eighty times.
func Chained() {
	done := make(chan bool)
	chain(80, done)
	<-done
}

func chain(n int, done chan bool) {
	time.AfterFunc(time.Second, func() {
		if n == 0 {
			close(done)
			return
		}
		chain(n-1, done)
	})
}

// Unchained leaves such timers behind.
func Unchained() { chain(1<<40, nil) }

// Forever waits for them.
func Forever() {
	done := make(chan bool)
	chain(1<<40, done)
	<-done
}
