// Package bound finds how many preemptions an execution that goes on has at least, for algorithms that leave
// out what goes beyond a bound.
//
// Of a prefix E, it counts a switch from a thread t only if t could continue and does so later in E. The fewest of the
// linearisations of E's trace never exceed the preemptions of a class that goes on from E. Take an execution L of
// such a class with the fewest, and leave out the events that are not in E, which is a down-set. Where the rest switches
// from t, after a, and t has a later event in E, the event after a in L is not one of t either, since it would then be
// before an event of E in po, and so in E. So L switches there as well. And t could continue there as well: the events
// that decide this are in conflict with the next event of t, which is in E; so those of them that come before it in L
// are in E. For the same reason the number does not fall while E grows.
//
// Counting a switch also if t has no later event in E, as is done for bounds of single executions (Coons, Musuvathi,
// McKinley, Bounded Partial-Order Reduction, OOPSLA 2013), is too high by up to the number of threads less one.
package bound

import (
	"encoding/binary"

	"dporbench/model/event"
)

// Counter belongs to one exploration. The zero value is ready for use.
type Counter struct {
	events  []event.Event // as counted last
	clocks  [][]int32     // by event: how many events of each thread are before it, without itself
	threads [][]int32     // by thread: its events, by their places
	waits   []bool        // by event: it is an Await or a When

	seen       map[string]struct{}
	now, later []cut
	done       []int32 // of all cuts, one after the other
	key        []byte
}

// cut is a set of events that is closed under happens-before, and the thread of the last one.
type cut struct {
	at   int32 // where the numbers of its events of each thread are in done
	last event.ThreadID
}

// Exceeds reports whether the trace of E takes more than k preemptions. waits says which events are those of an
// Await or a When; these are taken not to be able to go on where they are not to go on next.
func (c *Counter) Exceeds(k int, e []event.Event, waits func(i int) bool) bool {
	c.keep(e)
	for i := len(c.events); i < len(e); i++ {
		c.push(e[i], waits(i))
	}
	return !c.isWithin(k)
}

// keep keeps what E has in common with what was counted last.
func (c *Counter) keep(e []event.Event) {
	n := 0
	for n < len(e) && n < len(c.events) && e[n] == c.events[n] {
		n++
	}
	for i := len(c.events) - 1; i >= n; i-- {
		of := &c.threads[c.events[i].Thread]
		*of = (*of)[:len(*of)-1]
	}
	c.events, c.waits = c.events[:n], c.waits[:n]
}

func (c *Counter) push(e event.Event, waits bool) {
	i := len(c.events)
	c.events, c.waits = append(c.events, e), append(c.waits, waits)
	if i == len(c.clocks) {
		c.clocks = append(c.clocks, nil)
	}
	clock := c.clocks[i][:0]
	for j, f := range c.events[:i] {
		if event.Dependent(f, e) {
			for t, n := range c.clocks[j] {
				clock = raise(clock, t, n)
			}
			clock = raise(clock, int(f.Thread), f.Index)
		}
	}
	c.clocks[i] = clock
	for int(e.Thread) >= len(c.threads) {
		c.threads = append(c.threads, nil)
	}
	c.threads[e.Thread] = append(c.threads[e.Thread], int32(i))
}

func raise(clock []int32, t int, n int32) []int32 {
	for t >= len(clock) {
		clock = append(clock, 0)
	}
	clock[t] = max(clock[t], n)
	return clock
}

// isWithin looks at cuts in the order of their preemptions.
func (c *Counter) isWithin(k int) bool {
	if c.seen == nil {
		c.seen = map[string]struct{}{}
	}
	clear(c.seen)
	width := len(c.threads)
	c.done = append(c.done[:0], make([]int32, width)...)
	c.now, c.later = append(c.now[:0], cut{0, event.NoThread}), c.later[:0]
	for preemptions := 0; preemptions <= k && len(c.now) > 0; preemptions++ {
		for len(c.now) > 0 {
			at := c.now[len(c.now)-1]
			c.now = c.now[:len(c.now)-1]
			if c.isSeen(at) {
				continue
			}
			if c.isComplete(at) {
				return true
			}
			c.expand(at)
		}
		c.now, c.later = c.later, c.now[:0]
	}
	return false
}

func (c *Counter) of(at cut) []int32 { return c.done[at.at : int(at.at)+len(c.threads)] }

func (c *Counter) isSeen(at cut) bool {
	c.key = binary.AppendVarint(c.key[:0], int64(at.last))
	for _, n := range c.of(at) {
		c.key = binary.AppendUvarint(c.key, uint64(n))
	}
	if _, seen := c.seen[string(c.key)]; seen {
		return true
	}
	c.seen[string(c.key)] = struct{}{}
	return false
}

func (c *Counter) isComplete(at cut) bool {
	for t, n := range c.of(at) {
		if int(n) < len(c.threads[t]) {
			return false
		}
	}
	return true
}

func (c *Counter) expand(at cut) {
	free := at.last == event.NoThread || !c.canGoOn(at)
	for t := range c.threads {
		if !c.isAvailable(at, event.ThreadID(t)) {
			continue
		}
		next := cut{int32(len(c.done)), event.ThreadID(t)}
		c.done = append(c.done, c.of(at)...)
		c.done[int(next.at)+t]++
		if next.last != at.last && !free {
			c.later = append(c.later, next)
		} else {
			c.now = append(c.now, next)
		}
	}
}

// isAvailable reports whether the next event of t in E can come next.
func (c *Counter) isAvailable(at cut, t event.ThreadID) bool {
	done := c.of(at)
	if int(done[t]) == len(c.threads[t]) {
		return false
	}
	for u, n := range c.clocks[c.threads[t][done[t]]] {
		if event.ThreadID(u) != t && done[u] < n {
			return false
		}
	}
	return true
}

// canGoOn reports whether the thread of the last event has a later one in E, and could do an event here.
func (c *Counter) canGoOn(at cut) bool {
	done := c.of(at)[at.last]
	if int(done) == len(c.threads[at.last]) {
		return false
	}
	i := c.threads[at.last][done]
	switch e := c.events[i]; {
	case c.isAvailable(at, at.last):
		return true
	case e.Kind == event.Lock:
		return c.isFree(at, e.Object)
	case e.Kind == event.Join:
		return false
	}
	return !c.waits[i]
}

func (c *Counter) isFree(at cut, mutex int32) bool {
	held := 0
	for t, n := range c.of(at) {
		for _, i := range c.threads[t][:n] {
			switch e := c.events[i]; {
			case e.Object != mutex:
			case e.Kind == event.Lock:
				held++
			case e.Kind == event.Unlock:
				held--
			}
		}
	}
	return held == 0
}
