package wakeup

import "dporbench/model"

// outline tells of most events that are independent of a whole sequence that
// they are, without a look at the sequence: a bit for each thread, variable and
// mutex in it, or for several that share one. Insertion meets many such events,
// and the sequences are long.
type outline struct{ threads, variables, mutexes bits }

// bits is a set of numbers, each told from others only by its last eight bits.
type bits [4]uint64

func (b *bits) add(n int32)      { b[n>>6&3] |= 1 << (n & 63) }
func (b *bits) has(n int32) bool { return b[n>>6&3]>>(n&63)&1 != 0 }

// draw makes o the outline of v.
func (o *outline) draw(v []model.Event) {
	*o = outline{}
	for i := range v {
		e := &v[i]
		o.threads.add(int32(e.Thread))
		o.object(e).add(e.Object)
	}
}

// object is where the object of e belongs: that of a Spawn or a Join is a thread,
// all of whose events depend on it.
func (o *outline) object(e *model.Event) *bits {
	switch {
	case e.Kind.OnVariable():
		return &o.variables
	case e.Kind.OnMutex():
		return &o.mutexes
	}
	return &o.threads
}

// misses reports that e is independent of all events in the outline. It may be so
// of others, too.
func (o *outline) misses(e *model.Event) bool {
	return !o.threads.has(int32(e.Thread)) && !o.object(e).has(e.Object)
}
