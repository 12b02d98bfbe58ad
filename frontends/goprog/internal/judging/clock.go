package judging

import "dporbench/model/event"

// cell is the place of a clock: words in which each thread has a lane, which holds how many of its events happen before something. The
// top bit of a lane is 0, so that one subtraction compares all lanes of two words.
type cell int

const (
	lanes     = 4 // of a word
	laneBits  = 64 / lanes
	allEvents = 1<<(laneBits-1) - 1 // of a thread: more than it may have
	tops      = 1<<63 | 1<<47 | 1<<31 | 1<<15
)

// clocks stores clocks. They change from one event to the next, and can be taken back.
type clocks struct {
	width   int // of a clock, in words
	words   []uint64
	event   int32 // the number of events so far
	changes []change
}

// change records the value of a word before the event with that number.
type change struct {
	event, at int32
	was       uint64
}

// back goes back to the state after n events.
func (c *clocks) back(n int) {
	last := len(c.changes) - 1
	for ; last >= 0 && int(c.changes[last].event) > n; last-- {
		changed := &c.changes[last]
		c.words[changed.at] = changed.was
	}
	c.changes, c.event = c.changes[:last+1], int32(n)
}

// widen forgets all clocks and makes those of threads: for that many, plus some spare where there are many.
func (c *clocks) widen(threads int) {
	c.width = (threads + threads/16 + lanes - 1) / lanes
	c.words, c.changes, c.event = c.words[:0], c.changes[:0], 0
	c.make(c.room())
}

// thread returns the clock of a thread.
func (c *clocks) thread(t event.ThreadID) cell { return cell(t) * cell(c.width) }

// begin begins an event, counts it in its thread's clock, and returns that clock. The number of a thread's own events need not be taken back:
// it is read only once an event of the thread has begun, or when the thread has ended, and then counts no event too many.
func (c *clocks) begin(e *event.Event) (own cell) {
	c.event++
	own = c.thread(e.Thread)
	at, shift := lane(own, e.Thread)
	c.words[at] = c.words[at]&^(allEvents<<shift) | uint64(e.Index)<<shift
	return own
}

// room returns how many threads fit into a clock.
func (c *clocks) room() int { return c.width * lanes }

// make makes n consecutive clocks, and returns the first.
func (c *clocks) make(n int) cell {
	first := cell(len(c.words))
	c.words = append(c.words, make([]uint64, n*c.width)...)
	return first
}

func (c *clocks) set(at cell, word uint64) {
	if was := c.words[at]; was != word {
		c.changes = append(c.changes, change{c.event, int32(at), was})
		c.words[at] = word
	}
}

// lane returns the word with a thread's number in a clock, and its shift within the word.
func lane(of cell, t event.ThreadID) (at cell, shift uint) {
	return of + cell(uint(t)/lanes), uint(t) % lanes * laneBits
}

// put sets a thread's number in a clock.
func (c *clocks) put(to cell, t event.ThreadID, n int32) {
	at, shift := lane(to, t)
	c.set(at, c.words[at]&^(allEvents<<shift)|uint64(n)<<shift)
}

// number returns how many events of a thread a clock knows.
func (c *clocks) number(of cell, t event.ThreadID) int32 {
	at, shift := lane(of, t)
	return int32(c.words[at] >> shift & allEvents)
}

// copy makes a clock know exactly what another one knows.
func (c *clocks) copy(to, from cell) {
	for i := range cell(c.width) {
		c.set(to+i, c.words[from+i])
	}
}

// join adds what another clock knows to a clock.
func (c *clocks) join(to, from cell) {
	for i := range cell(c.width) {
		c.set(to+i, larger(c.words[to+i], c.words[from+i]))
	}
}

// knows reports whether a clock knows everything that another one knows.
func (c *clocks) knows(clock, other cell) bool {
	for i := range cell(c.width) {
		if less(c.words[clock+i], c.words[other+i]) != 0 {
			return false
		}
	}
	return true
}

// less sets the top bit of each lane in which x is less than y.
func less(x, y uint64) uint64 { return ^((x | tops) - y) & tops }

// larger takes the larger value in each lane.
func larger(x, y uint64) uint64 {
	less := less(x, y)
	ys := less - less>>(laneBits-1) // all but the top bits of those lanes
	return x&^ys | y&ys
}
