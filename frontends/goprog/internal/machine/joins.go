package machine

import (
	"sync"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/frontends/goprog/translation"
	"dporbench/model/front"
)

// To wait for a WaitGroup whose count is otherwise invisible is to wait for goroutines to end: they need no events for it,
// and the order in which they end makes no difference. This is assumed of each WaitGroup until something else is seen of
// one made at the same place; that one counts from then on, and everything starts again. The conditions, once others can reach it:
//
//   - one goroutine alone calls Add, with positive numbers, and Wait;
//   - before it waits, it has started as many goroutines that reach the WaitGroup as it has added;
//   - each of these calls Done once, has no event after that, and ends;
//   - the WaitGroup is not copied or overwritten.
//
// Each condition is checked by the goroutine that breaks it, at that moment, and nothing before depends on it: until
// then executions are what they would be if the WaitGroup counted. Where Wait may return, all goroutines started have called Done, and so have
// ended; or else they continue, and break the third condition.

// joined is a WaitGroup as seen by the goroutine that adds to it.
type joined struct {
	o         *object
	off       int
	added     int64
	published bool // added includes the count when it was published
	children  []front.Child
}

// cellOf is a cell of the objects of a site.
type cellOf struct {
	site *memory.Site
	off  int
}

// counters are the cells of WaitGroups that count.
type counters struct {
	known map[string]bool // by name, from the beginning
	all   sync.Map        // cellOf to bool
}

func (c *counters) has(s *memory.Site, off int) bool {
	key := cellOf{s, s.Place(off)}
	if counts, ok := c.all.Load(key); ok {
		return counts.(bool)
	}
	counts := len(c.known) > 0 && c.known[nameOfCell(s, off)]
	c.all.Store(key, counts)
	return counts
}

// Joins reports whether to wait for the WaitGroup at p is to wait for goroutines to end.
func (th *Thread) Joins(p value) bool {
	o := th.Pointer(p)
	return th.t != nil && !th.probing && !th.Gen.Limits.Counting && !th.Gen.counters.has(o.Site, int(p.N))
}

// counts gives the generation up because a WaitGroup counts.
func (th *Thread) counts(o *object, off int) {
	th.Gen.counters.all.Store(cellOf{o.Site, o.Site.Place(off)}, true)
	th.outdate(translation.Fact{Kind: translation.Counted, Names: nameOfCell(o.Site, off)}, "WaitGroup %s%s does more than wait for goroutines to end", o.Site.Name, o.Site.NameAt(off))
}

// group returns the published WaitGroup at p, for the one goroutine that adds to it and waits.
func (th *Thread) group(p value) *joined {
	o, off := th.Pointer(p), int(p.N)
	if th.isPart(p) {
		th.counts(o, off)
	}
	self := th.path
	if !th.IsMain() {
		self = th.identity() // another goroutine might have added to it instead
	}
	if owner, _ := th.Gen.owners.LoadOrStore(ownedCell{o.Shared.Word, off}, self); owner != self {
		th.counts(o, off)
	}
	g := th.localGroup(o, off)
	if g == nil {
		if o.Shared.First(off) != 0 {
			th.counts(o, off) // another goroutine has added
		}
		g = &joined{o: o, off: off}
		th.groups = append(th.groups, g)
	}
	g.publish()
	return g
}

type ownedCell struct {
	word int64
	off  int
}

func (th *Thread) localGroup(o *object, off int) *joined {
	for _, g := range th.groups {
		if g.off == off && memory.Same(g.o, o) {
			return g
		}
	}
	return nil
}

// publish takes over what was added before others could reach the WaitGroup.
func (g *joined) publish() {
	if !g.published && g.o.Shared != nil {
		g.published, g.added = true, g.o.Shared.First(g.off)
	}
}

// JoinAdd is Add and Done, which add d. It reports false if the WaitGroup's counter is to do it, as no other goroutine reaches that.
func (th *Thread) JoinAdd(p value, d int64) bool {
	th.open = false
	th.Changes()
	o, off := th.Pointer(p), int(p.N)
	switch {
	case o.Shared == nil:
		if th.localGroup(o, off) == nil {
			th.groups = append(th.groups, &joined{o: o, off: off})
		}
		return false
	case d == -1 && th.isPart(p) && !th.done:
		th.done = true
	case d > 0:
		th.group(p).added += d
	default:
		th.counts(o, off)
	}
	return true
}

// JoinWait is Wait; see JoinAdd.
func (th *Thread) JoinWait(p value) bool {
	th.open = false
	th.Changes()
	o := th.Pointer(p)
	if o.Shared == nil {
		return false
	}
	g := th.group(p)
	if g.added != int64(len(g.children)) {
		th.counts(o, int(p.N))
	}
	for _, c := range g.children {
		th.event()
		th.awaits(o.Shared)
		th.t.Join(c)
	}
	g.added, g.children = 0, nil
	return true
}

// isPart reports whether the goroutine has been started for the WaitGroup at p.
func (th *Thread) isPart(p value) bool {
	o, _ := th.part.R.(*object)
	return o != nil && th.part.N == p.N && memory.Same(o, th.Pointer(p))
}

// partFor returns a WaitGroup that lacks a goroutine and that the values given to a new one reach.
func (th *Thread) partFor(given ...value) *joined {
	for _, g := range th.groups {
		if g.publish(); !g.published || g.added <= int64(len(g.children)) {
			continue
		}
		var reached memory.Reach
		for _, v := range given {
			reached.Add(v)
		}
		for n := 0; n < len(reached.Records) && n < mostReached; n++ {
			if r := reached.Records[n]; r.Word == g.o.Shared.Word {
				return g
			} else {
				reached.Births(r)
			}
		}
	}
	return nil
}

// mostReached bounds how many objects are searched for a WaitGroup.
const mostReached = 1000

// notDone gives the generation up if the goroutine ends, or fails, without having called Done.
func (th *Thread) notDone() {
	if o, ok := th.part.R.(*object); ok && !th.done {
		th.counts(o, int(th.part.N))
	}
}

// goesOn gives the generation up if the goroutine has an event after Done.
func (th *Thread) goesOn() {
	if th.done {
		th.done = false
		th.counts(th.part.R.(*object), int(th.part.N))
	}
}

// touches gives the generation up if WaitGroups in a published object are accessed plainly.
func (th *Thread) touches(o *object, off int, l *layout) {
	for _, at := range l.Groups {
		if th.t != nil && !th.Gen.Limits.Counting && !th.Gen.counters.has(o.Site, off+at) {
			th.counts(o, off+at)
		}
	}
}
