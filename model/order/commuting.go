package order

import (
	"dporbench/model/event"
	"dporbench/model/stack"
)

// commuting is the relation under sc-commuting. The accesses of a variable form a sequence of
// phases: successive accesses that commute, which are Reads or Applies of one kind, or else a
// single write. An access comes after the accesses of the previous phase (rule R31). All other
// events are as under SC, as are the links: Links.Write is the write before an access, whether
// they commute or not.
type commuting struct{ sequential }

// Commuting reports whether updates commute.
func (o *HappensBefore) Commuting() bool { return o.commuting }

func (c commuting) push(e event.Event) {
	o := c.HappensBefore
	if !e.Kind.InMemory() {
		c.sequential.push(e)
		return
	}
	x := &o.vars[e.Object]
	links := Links{o.last[e.Thread], x.write, x.read}
	clock := o.newClock(links.Thread)
	clock[e.Thread] = e.Index
	o.races = o.races[:0]
	o.EachConflict(e.Kind, links, func(i int32) bool {
		o.joinRace(clock, i)
		return true
	})
	at := int32(len(o.events))
	if e.Kind == event.Read {
		x.read = at
	} else {
		*x = accesses{at, None}
	}
	o.last[e.Thread] = at
	stack.Push(&o.events, linkedEvent{e, links})
}

// EachConflict calls yield for the last accesses of a variable that conflict with an access
// of kind k, until it returns false: the accesses of the phase before its own, the
// later ones first. last is the Links that the access has, or would have.
func (o *HappensBefore) EachConflict(k event.Kind, last Links, yield func(at int32) bool) {
	if last.Read == None && last.Write != None && k.Applies() && o.events[last.Write].Kind == k {
		last = o.events[o.phaseStart(last.Write)].links
	}
	if last.Read != None && k != event.Read {
		for r := last.Read; r != None && yield(r); {
			r = o.events[r].links.Read
		}
		return
	}
	for w := last.Write; w != None && yield(w); {
		w = o.beforeInPhase(w)
	}
}

// LastConflict returns the first position that EachConflict yields, or None.
func (o *HappensBefore) LastConflict(k event.Kind, last Links) int32 {
	at := int32(None)
	o.EachConflict(k, last, func(i int32) bool {
		at = i
		return false
	})
	return at
}

// beforeInPhase returns the access before the write at i in its phase, or None.
func (o *HappensBefore) beforeInPhase(i int32) int32 {
	e := &o.events[i]
	if w := e.links.Write; w != None && e.links.Read == None && e.Kind.Applies() && o.events[w].Kind == e.Kind {
		return w
	}
	return None
}

// phaseStart returns the first access of the phase of the write at i.
func (o *HappensBefore) phaseStart(i int32) int32 {
	for before := i; before != None; before = o.beforeInPhase(i) {
		i = before
	}
	return i
}

// EachInPhase calls yield for the positions of the writes in the phase of the write at i,
// from i itself back to the start of the phase.
func (o *HappensBefore) EachInPhase(i int32, yield func(at int32)) {
	for ; i != None; i = o.beforeInPhase(i) {
		yield(i)
	}
}
