package preemption

import (
	"encoding/binary"
	"slices"

	"dporbench/model/event"
	"dporbench/model/stack"
)

// cuts holds the sets of events of an execution that are closed under happens-before, each with the thread of its last event:
// how far an execution of the class has got, and with which thread.
type cuts struct {
	events  []event.Event
	clocks  [][]int32 // by event: how many events of each thread happen before it, without itself
	threads [][]int32 // by thread: its events, by their places

	all        []cut   // reached in a search
	done       []int32 // for each of all in turn: how many events of each thread it has
	seen       map[string]struct{}
	now, later []int32 // cuts, by their places
	key        []byte
}

// cut is a cut reached from another one by an event of thread last.
type cut struct {
	last event.ThreadID
	from int32
}

// keep reduces the execution to the prefix it has in common with these events. The rest are to be pushed.
func (c *cuts) keep(events []event.Event) {
	n := event.Common(c.events, events)
	for _, e := range c.events[n:] {
		stack.Take(&c.threads[e.Thread], 1)
	}
	c.events = c.events[:n]
}

func (c *cuts) push(e event.Event) {
	i := len(c.events)
	c.events = append(c.events, e)
	clock := stack.At(&c.clocks, i)
	*clock = (*clock)[:0]
	for j, f := range c.events[:i] {
		if event.Dependent(f, e) {
			for t, n := range c.clocks[j] {
				raise(clock, t, n)
			}
			raise(clock, int(f.Thread), f.Index)
		}
	}
	of := stack.At(&c.threads, int(e.Thread))
	*of = append(*of, int32(i))
}

func raise(clock *[]int32, t int, n int32) {
	of := stack.At(clock, t)
	*of = max(*of, n)
}

// search examines cuts in the order of their preemptions, from none up to most, and returns the first that has all events.
// goesOn reports whether the thread of the last event of a cut could do another one there; going on with another thread is
// then a preemption. The search gives up once it has reached more than largest cuts.
func (c *cuts) search(most, largest int, goesOn func(at int32) bool) (last int32, preemptions int, ok bool) {
	if c.seen == nil {
		c.seen = map[string]struct{}{}
	}
	clear(c.seen)
	c.all, c.done = append(c.all[:0], cut{event.NoThread, 0}), append(c.done[:0], make([]int32, len(c.threads))...)
	c.now, c.later = append(c.now[:0], 0), c.later[:0]
	for ; len(c.now) > 0; preemptions++ {
		for len(c.now) > 0 {
			at := stack.Take(&c.now, 1)[0]
			if c.isSeen(at) {
				continue
			}
			if c.isComplete(at) {
				return at, preemptions, true
			}
			c.expand(at, at != 0 && goesOn(at))
		}
		if preemptions >= most || len(c.all) > largest {
			break
		}
		c.now, c.later = c.later, c.now
	}
	return 0, 0, false
}

// of returns the number of events of each thread in a cut.
func (c *cuts) of(at int32) []int32 { return c.done[int(at)*len(c.threads):][:len(c.threads)] }

// isSeen reports whether the search has visited a cut before, and marks it as visited.
func (c *cuts) isSeen(at int32) bool {
	c.key = binary.AppendVarint(c.key[:0], int64(c.all[at].last))
	for _, n := range c.of(at) {
		c.key = binary.AppendUvarint(c.key, uint64(n))
	}
	if _, seen := c.seen[string(c.key)]; seen {
		return true
	}
	c.seen[string(c.key)] = struct{}{}
	return false
}

func (c *cuts) isComplete(at int32) bool {
	for t, n := range c.of(at) {
		if int(n) < len(c.threads[t]) {
			return false
		}
	}
	return true
}

// expand adds the cuts with one more event than that one. goesOn is as in search.
func (c *cuts) expand(at int32, goesOn bool) {
	for t := range event.ThreadID(len(c.threads)) {
		if !c.isAvailable(at, t) {
			continue
		}
		next := int32(len(c.all))
		c.all = append(c.all, cut{t, at})
		c.done = append(c.done, c.of(at)...)
		c.of(next)[t]++
		if goesOn && t != c.all[at].last {
			c.later = append(c.later, next)
		} else {
			c.now = append(c.now, next)
		}
	}
}

// next returns the place of the next event of a thread after a cut; ok is false if it has none.
func (c *cuts) next(at int32, t event.ThreadID) (i int32, ok bool) {
	done := c.of(at)[t]
	if int(done) == len(c.threads[t]) {
		return 0, false
	}
	return c.threads[t][done], true
}

// isAvailable reports whether the next event of t can come next.
func (c *cuts) isAvailable(at int32, t event.ThreadID) bool {
	i, ok := c.next(at, t)
	if !ok {
		return false
	}
	done := c.of(at)
	for u, n := range c.clocks[i] {
		if done[u] < n {
			return false
		}
	}
	return true
}

// order returns the events of a cut, in the order in which the search reached them.
func (c *cuts) order(at int32) (order []event.Event) {
	for ; at > 0; at = c.all[at].from {
		t := c.all[at].last
		order = append(order, c.events[c.threads[t][c.of(at)[t]-1]])
	}
	slices.Reverse(order)
	return order
}
