package races

import (
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/front"
	"dporbench/model/machine"
	"dporbench/model/stack"
)

// Follower finds the races of a machine's executions while they are run, under sequential consistency, and describes all that later races depend
// on; see [front.Races].
type Follower struct {
	*Finder
	past  past
	plain []bool // by variable: it has been accessed plainly
	mixed int    // how many have
	fixed bool   // see Fix
}

// NewFollower returns a Follower of executions of m.
func NewFollower(m *machine.Machine) *Follower { return &Follower{Finder: New(m)} }

// Follow implements [front.Races].
func (f *Follower) Follow(_ front.Run, unchanged int) bool {
	f.grow(f.machine)
	events := f.machine.Events()
	f.popTo(min(unchanged, len(f.events)))
	for i := len(f.events); i < len(events); i++ {
		f.events = append(f.events, events[i])
		f.push(int32(i))
		f.note(i)
	}
	return len(f.races) > 0
}

// Fix ends the notes of variables that are accessed plainly, so that keys stay comparable. Races are found as before.
func (f *Follower) Fix() { f.fixed = true }

// note notes that a variable is accessed plainly.
func (f *Follower) note(i int) {
	if c := f.records[i].class; c != plainRead && c != plainWrite || f.fixed {
		return
	}
	if is := stack.At(&f.plain, int(f.events[i].Object)); !*is {
		*is = true
		f.mixed++
	}
}

// Mixed implements [front.Races].
func (f *Follower) Mixed() int { return f.mixed }

// Adopt implements [front.Races].
func (f *Follower) Adopt(of front.Races) {
	for x, is := range of.(*Follower).plain {
		if mine := stack.At(&f.plain, x); is && !*mine {
			*mine = true
			f.mixed++
		}
	}
}

// Describe describes the first race.
func (f *Follower) Describe() string {
	return Describe(f.machine, f.races[0], func(t event.ThreadID) string { return "thread " + f.machine.ThreadName(t) })
}

// AppendPast implements [front.Races].
func (f *Follower) AppendPast(key []byte, of front.Future) []byte {
	for x, is := range f.plain[:min(len(f.plain), len(f.rows)/max(f.clocks.width, 1))] { // others have not been accessed here: none yet, if clocks have no width
		if is && of.Accessed(int32(x)) {
			key = f.appendVariable(key, int32(x), of)
		}
	}
	return key
}

func (f *Follower) appendVariable(key []byte, x int32, of front.Future) []byte {
	width := f.clocks.width
	f.past.begin((2+len(f.objects))*width, width)
	for t := range width {
		for c, at := range f.rows[int(x)*width+t] {
			if at != none {
				f.addKnowers(class(c), int32(t), f.records[at].place)
			}
		}
	}
	return f.past.append(key, x, of, f.placeOf)
}

// placeOf is the first place of an object among the knowers of an access. A mutex has no other.
func (f *Follower) placeOf(object int32) int { return 64 + (2+int(object))*f.clocks.width }

// AppendAcquired implements [front.Races].
func (f *Follower) AppendAcquired(locks []int32) []int32 {
	if e := f.events[len(f.events)-1]; e.Kind == event.Lock {
		return append(locks, int32(f.mutexes)+e.Object)
	}
	return locks
}

// addKnowers adds the access of a thread at that place in its program order.
func (f *Follower) addKnowers(c class, thread, place int32) {
	into, width := f.past.add(c), f.clocks.width
	for t := range f.threads {
		th := &f.threads[t]
		if f.machine.Position(event.ThreadID(t)) == behaviour.None {
			continue // it has not been started
		}
		mark(into, t, int32(t) == thread || f.clocks.of(th.clock)[thread] >= place)
		mark(into, 64+t, f.clocks.of(th.acquired)[thread] >= place)
		mark(into, 64+width+t, f.clocks.released(th.released, thread, place))
	}
	for o := range f.objects {
		x := &f.objects[o]
		at := f.placeOf(int32(o))
		if x.head == none { // of a mutex
			mark(into, at, f.clocks.released(x.released, thread, place))
		}
		for h := x.head; h != none; { // all that a variable releases, by thread: a Store inherits the releases of its own thread
			of := &f.changes[f.records[h].changed]
			mark(into, at+int(f.records[h].thread), f.clocks.released(of.gives, thread, place))
			h = of.head
		}
	}
}

func mark(into []uint64, i int, is bool) {
	if is {
		into[i>>6] |= 1 << (i & 63)
	}
}
