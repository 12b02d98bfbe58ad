package states

import (
	"slices"

	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// classes numbers local states, and records which objects threads have been seen to access at them and below them.
type classes struct {
	numbers map[uint64]int32 // by hash
	at      []place          // by Position
	firsts  map[first]behaviour.Position
	above   [][]int32 // the classes before each class; of a new thread, the class of its Spawn
	reads   []objects // by class
	writes  []objects
	news    int // how often these have grown, for classes met before
}

// place holds facts about a Position.
type place struct {
	class   int32              // 1 + its number; 0 if it has not been met
	spawned int32              // the threads that its thread has started
	first   behaviour.Position // in place of which it continues
}

// first says which Positions continue alike and, since they have started as many threads, start the same ones.
type first struct {
	thread         event.ThreadID
	class, spawned int32
}

// objects is a set of objects.
type objects []uint64

func (o objects) has(x int32) bool { return int(x>>6) < len(o) && o[x>>6]>>(x&63)&1 != 0 }

func (o *objects) add(x int32) bool {
	for len(*o) <= int(x>>6) {
		*o = append(*o, 0)
	}
	grows := !o.has(x)
	(*o)[x>>6] |= 1 << (x & 63)
	return grows
}

func (o *objects) join(p objects) (grows bool) {
	for len(*o) < len(p) {
		*o = append(*o, 0)
	}
	for i, word := range p {
		grows = grows || word&^(*o)[i] != 0
		(*o)[i] |= word
	}
	return grows
}

// classOf returns the class of thread t, or -1 before it is started.
func (s *search) classOf(t event.ThreadID) int32 {
	n := s.Position(t)
	if n == behaviour.None {
		return -1
	}
	if c := &s.classes; int(n) < len(c.at) && c.at[n].class != 0 {
		return c.at[n].class - 1
	}
	return s.meet(t, n)
}

// settle lets thread t continue from the first Position met among all that continue alike. So the tree does not grow below others, and no body
// runs there.
func (s *search) settle(t event.ThreadID) {
	s.classOf(t)
	if n := s.Position(t); s.classes.at[n].first != n {
		s.Place(t, s.classes.at[n].first)
	}
}

// meet numbers the class of a Position that has been reached for the first time, and those above it.
func (s *search) meet(t event.ThreadID, n behaviour.Position) int32 {
	c := &s.classes
	tree := s.Behaviour()
	above, spawned := int32(-1), int32(0)
	p, same := tree.Above(n)
	if p != behaviour.None {
		if int(p) >= len(c.at) || c.at[p].class == 0 {
			of := t
			if !same {
				of, _ = s.SpawnPath(t)
			}
			s.meet(of, p)
		}
		above = c.at[p].class - 1
		if same {
			spawned = c.at[p].spawned
			if tree.At(p).Code == operation.Spawn {
				spawned++
			}
		}
	}
	number := c.number(tree.Local(t, n))
	*stack.At(&c.at, int(n)) = place{number + 1, spawned, c.first(first{t, number, spawned}, n)}
	s.note(number, tree.At(n))
	s.mayRace = s.mayRace || s.judge != nil && s.judge.MayRace(tree.Mark(n))
	if above >= 0 && above != number && !slices.Contains(c.above[number], above) {
		c.above[number] = append(c.above[number], above)
		c.grow(above, c.reads[number], c.writes[number])
	}
	return number
}

// first returns the first Position that was met there, which is n if there was none.
func (c *classes) first(of first, n behaviour.Position) behaviour.Position {
	if known, ok := c.firsts[of]; ok {
		return known
	}
	if c.firsts == nil {
		c.firsts = map[first]behaviour.Position{}
	}
	c.firsts[of] = n
	return n
}

func (c *classes) number(hash uint64) int32 {
	n, ok := c.numbers[hash]
	if !ok {
		if c.numbers == nil {
			c.numbers = map[uint64]int32{}
		}
		n = int32(len(c.above))
		c.numbers[hash] = n
		c.above, c.reads, c.writes = append(c.above, nil), append(c.reads, nil), append(c.writes, nil)
	}
	return n
}

// note notes the access of a thread at a class.
func (s *search) note(class int32, at *behaviour.Node) {
	var reads, writes objects
	switch {
	case at.Code.OnMutex():
		x := int32(s.MutexObject(at.Object))
		reads.add(x)
		writes.add(x)
	case at.Code.OnVariable():
		if at.Code != operation.Store {
			reads.add(at.Object)
		}
		if at.Code != operation.Load && at.Code != operation.Await {
			writes.add(at.Object)
		}
	}
	c := &s.classes
	if c.reads[class] == nil && c.writes[class] == nil && len(c.above[class]) == 0 {
		c.reads[class], c.writes[class] = reads, writes // it is new
		return
	}
	c.grow(class, reads, writes)
}

// grow adds accesses to a class and to all above it.
func (c *classes) grow(class int32, reads, writes objects) {
	r, w := c.reads[class].join(reads), c.writes[class].join(writes)
	if !r && !w {
		return
	}
	c.news++
	for _, above := range c.above[class] {
		c.grow(above, c.reads[class], c.writes[class])
	}
}
