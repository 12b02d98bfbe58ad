package lab

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"time"
)

// Bounds limit one exploration. A zero field is no limit.
type Bounds struct {
	Executions int64   `json:"executions"`
	Events     int64   `json:"events"` // rounded up to some dozens, the same way everywhere
	Seconds    float64 `json:"seconds"`
	Megabytes  int     `json:"megabytes"` // of the heap
}

// clock is a context that is done when time, memory or events are used up. An explorer asks whether it is done every
// few events, so it needs no other goroutine, which would get no turn: a page's worker has only the explorer's thread.
type clock struct {
	context.Context
	bounds Bounds
	start  time.Time
	tick   func(time.Time) // called now and then
	asked  int
	looked time.Time // when memory was last checked
	done   chan struct{}
	err    error
}

const (
	askedEach = 16                     // events between two calls of Done, by algos.GraphExploration
	askEvery  = 256                    // calls of Done between two checks of the time
	lookEvery = 300 * time.Millisecond // between two checks of memory
)

func newClock(b Bounds, tick func(time.Time)) *clock {
	now := time.Now()
	return &clock{Context: context.Background(), bounds: b, start: now, looked: now, tick: tick, done: make(chan struct{})}
}

func (c *clock) Done() <-chan struct{} {
	if c.asked++; c.asked%askEvery == 0 {
		c.look(time.Now())
	}
	if c.bounds.Events > 0 && int64(c.asked)*askedEach >= c.bounds.Events {
		c.end(errManyEvents)
	}
	return c.done
}

func (c *clock) Err() error { return c.err }

func (c *clock) look(now time.Time) {
	if c.tick != nil {
		c.tick(now)
	}
	if c.bounds.Seconds > 0 && now.Sub(c.start).Seconds() >= c.bounds.Seconds {
		c.end(fmt.Errorf("stopped after %g s", c.bounds.Seconds))
	}
	if c.bounds.Megabytes == 0 || now.Sub(c.looked) < lookEvery {
		return
	}
	c.looked = now
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	if m.HeapAlloc > uint64(c.bounds.Megabytes)<<20 {
		c.end(fmt.Errorf("stopped at %d MB of memory", c.bounds.Megabytes))
	}
}

func (c *clock) end(why error) {
	if c.err == nil {
		c.err = why
		close(c.done)
	}
}

var errManyEvents = errors.New("stopped at the bound on events")

var errEnough = errors.New("stopped at the bound on executions")
