package states

import (
	"slices"
	"sync"
	"sync/atomic"

	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/operation"
	"dporbench/model/stack"
)

// classes numbers local states, and records which objects threads have been seen to access at them and below them. All workers share it.
type classes struct {
	mu      sync.Mutex // of all changes
	numbers map[uint64]int32
	all     []*class
	news    atomic.Int64 // how often accesses have grown, of classes met before
	noted   atomic.Int64 // for how many classes acquired is not nil
	fewer   atomic.Int64 // how often that has become fewer
}

// class is a local state.
type class struct {
	above    []*class // before it; of a new thread, the class of its Spawn
	accesses atomic.Pointer[accesses]
	acquired atomic.Pointer[[]int32] // the locks that the event after it has been seen to acquire, always; nil if it has not been seen
}

// accesses are objects that threads have been seen to access. They are not changed.
type accesses struct {
	reads, writes objects
	ends          bool // operations
}

// includes reports whether a has all of b.
func (a *accesses) includes(b *accesses) bool {
	return a.reads.includes(b.reads) && a.writes.includes(b.writes) && (a.ends || !b.ends)
}

// places are the Positions that a worker has reached.
type places struct {
	at      []place  // by Position
	classes []*class // by number, those at the Positions
	firsts  map[first]behaviour.Position
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

func (o *objects) add(x int32) { *stack.At(o, int(x>>6)) |= 1 << (x & 63) }

func (o *objects) join(p objects) {
	for i, word := range p {
		*stack.At(o, i) |= word
	}
}

// includes reports whether all objects of p are in o.
func (o objects) includes(p objects) bool {
	for i, word := range p {
		if word != 0 && (i >= len(o) || word&^o[i] != 0) {
			return false
		}
	}
	return true
}

// with returns the objects of both.
func (o objects) with(p objects) objects {
	if o.includes(p) {
		return o
	}
	o = slices.Clone(o)
	o.join(p)
	return o
}

// classOf returns the class of thread t, or -1 before it is started, and for the buffers of threads.
func (s *search) classOf(t event.ThreadID) int32 {
	n := s.Position(t)
	if n == behaviour.None || s.IsBuffer(t) {
		return -1
	}
	if c := &s.places; int(n) < len(c.at) && c.at[n].class != 0 {
		return c.at[n].class - 1
	}
	return s.meet(t, n)
}

// settle lets thread t continue from the first Position met among all that continue alike. So the tree does not grow below others, and no body
// runs there.
func (s *search) settle(t event.ThreadID) {
	s.classOf(t)
	if n := s.Position(t); s.places.at[n].first != n {
		s.Place(t, s.places.at[n].first)
	}
}

// meet numbers the class of a Position that has been reached for the first time, and those above it.
func (s *search) meet(t event.ThreadID, n behaviour.Position) int32 {
	c := &s.places
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
	var before *class
	if above >= 0 {
		before = c.classes[above]
	}
	since := behaviour.None
	if same {
		since = p
	}
	number, class := s.team.classes.meet(tree.Local(t, n), s.accessesAt(tree.At(n)), before, s.endsOperation(n, since))
	*stack.At(&c.classes, int(number)) = class
	*stack.At(&c.at, int(n)) = place{number + 1, spawned, c.first(first{t, number, spawned}, n)}
	if s.judge != nil && s.judge.MayRace(tree.Mark(n)) {
		s.team.mayRace.Store(true)
	}
	return number
}

// first returns the first Position that was met there, which is n if there was none.
func (c *places) first(of first, n behaviour.Position) behaviour.Position {
	if known, ok := c.firsts[of]; ok {
		return known
	}
	if c.firsts == nil {
		c.firsts = map[first]behaviour.Position{}
	}
	c.firsts[of] = n
	return n
}

// accessesAt returns the accesses of an operation.
func (s *search) accessesAt(at *behaviour.Node) (a accesses) {
	switch {
	case at.Code.OnMutex():
		x := int32(s.MutexObject(at.Object))
		a.reads.add(x)
		a.writes.add(x)
	case at.Code.OnVariable():
		if at.Code != operation.Store {
			a.reads.add(at.Object)
		}
		if at.Code != operation.Load && at.Code != operation.Await {
			a.writes.add(at.Object)
		}
	}
	return a
}

// meet numbers the class with that hash, whose threads access these objects next. It has been reached from the class above, unless that is nil, by an
// event that has ended an operation or not.
func (c *classes) meet(hash uint64, next accesses, above *class, ended bool) (number int32, of *class) {
	c.mu.Lock()
	defer c.mu.Unlock()
	number, known := c.numbers[hash]
	if !known {
		if c.numbers == nil {
			c.numbers = map[uint64]int32{}
		}
		number = int32(len(c.all))
		c.numbers[hash], c.all = number, append(c.all, &class{})
		c.all[number].accesses.Store(&next)
	}
	of = c.all[number]
	if known {
		c.grow(of, &next)
	}
	if ended && above != nil {
		c.grow(above, &accesses{ends: true})
	}
	if above != nil && above != of && !slices.Contains(of.above, above) {
		of.above = append(of.above, above)
		c.grow(above, of.accesses.Load())
	}
	return number, of
}

// grow adds accesses to a class and to all above it.
func (c *classes) grow(of *class, more *accesses) {
	known := of.accesses.Load()
	if known.includes(more) {
		return
	}
	more = &accesses{known.reads.with(more.reads), known.writes.with(more.writes), known.ends || more.ends}
	of.accesses.Store(more)
	c.news.Add(1)
	for _, above := range of.above {
		c.grow(above, more)
	}
}

func (c *classes) len() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.all)
}

// noteAcquired notes the locks that an event after a class has acquired from first of all.
func (c *classes) noteAcquired(of *class, locks []int32) {
	missing := func(known []int32) bool {
		return slices.ContainsFunc(known, func(lock int32) bool { return !slices.Contains(locks, lock) })
	}
	if known := of.acquired.Load(); known != nil && !missing(*known) {
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	known := of.acquired.Load()
	if known == nil {
		first := slices.Clone(locks)
		of.acquired.Store(&first)
		c.noted.Add(1)
		return
	}
	left := slices.DeleteFunc(slices.Clone(*known), func(lock int32) bool { return !slices.Contains(locks, lock) })
	c.fewer.Add(int64(len(*known) - len(left)))
	of.acquired.Store(&left)
}
