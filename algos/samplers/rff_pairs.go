package samplers

import (
	"slices"

	"dporbench/model/event"
)

// possible are the pairs that may occur: of the accesses seen so far, each write with each read of an object that
// several threads access. The published tool can read them from a file.
type possible struct {
	objects map[object]*accesses
	pairs   []pair
	is      map[pair]bool // one of pairs
}

// accesses are the accesses to one object.
type accesses struct {
	thread        event.ThreadID // the first of them
	shared        bool           // other threads access it, too
	reads, writes []access
}

// see records an event.
func (x *possible) see(e event.Event, o object, here access) {
	if o == (object{}) {
		return
	}
	if x.objects == nil {
		x.objects, x.is = map[object]*accesses{}, map[pair]bool{}
	}
	of := x.objects[o]
	if of == nil {
		of = &accesses{thread: e.Thread, writes: []access{{}}}
		x.objects[o] = of
	}
	changed := !of.shared && e.Thread != of.thread
	of.shared = of.shared || changed
	if reads(e) && !slices.Contains(of.reads, here) {
		of.reads, changed = append(of.reads, here), true
	}
	if writes(e) && !slices.Contains(of.writes, here) {
		of.writes, changed = append(of.writes, here), true
	}
	if of.shared && changed {
		x.list(of, o)
	}
}

func (x *possible) list(of *accesses, o object) {
	for _, w := range of.writes {
		for _, r := range of.reads {
			if p := (pair{w, r, o}); !x.is[p] {
				x.is[p] = true
				x.pairs = append(x.pairs, p)
			}
		}
	}
}
