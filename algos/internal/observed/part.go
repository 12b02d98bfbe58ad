package observed

import (
	"slices"

	"dporbench/model/event"
)

// Part is an execution E without some of the reads and updates of a variable, and without the events that happen
// after these: all that come after a given write of the variable. So no write from that one on is observed, and their
// order is open.
type Part struct {
	Order         // positions here
	First int32   // the position of the given write, here and in E
	From  []int32 // by position: that in E
	// Writes are the later writes of the variable.
	Writes []int32
	// Ends are, by thread, the positions in E of the first events that are not here, or order.None.
	Ends []int32

	kept    []event.Event
	place   []int32 // by position in E: the position here, or order.None
	readers []int32 // in E: scratch
	left    []int32 // scratch of Backwards
	behind  []int32 // the same: a clock
}

// Make makes p the part of h for the write at position first.
func (p *Part) Make(h *Order, first int32) {
	p.First = first
	p.kept, p.From, p.Writes, p.readers = p.kept[:0], p.From[:0], p.Writes[:0], p.readers[:0]
	p.place, p.Ends = resized(p.place, len(h.Events)+1, none), resized(p.Ends, h.threads, none)
	for i := range h.Events {
		e, j := &h.Events[i], int32(i)
		accesses := j > first && e.Kind.InMemory() && e.Object == h.Events[first].Object
		switch {
		case h.IsBehind(p.readers, j):
		case accesses && e.Kind != event.Write:
			p.readers = append(p.readers, j)
		default:
			if accesses {
				p.Writes = append(p.Writes, int32(len(p.kept)))
			}
			p.place[j] = int32(len(p.kept))
			p.kept, p.From = append(p.kept, *e), append(p.From, j)
			continue
		}
		if p.Ends[e.Thread] == none {
			p.Ends[e.Thread] = j
		}
	}
	p.Compute(p.kept, h.threads)
}

// Has reports whether the event at position j of E is here. order.None stands for what comes before a declared thread,
// and |E| for what comes after E.
func (p *Part) Has(j int32) bool { return j == none || p.place[j] != none }

// Backwards takes the events at these positions, which must be in the order of Events, one by one, none before an event
// that it happens before, if it may be taken. It appends them to taken; ok is false if some are left that never may. Once
// an event may be taken, that must remain so.
func (p *Part) Backwards(taken, positions []int32, may func(k int32) bool) (all []int32, ok bool) {
	p.left = append(p.left[:0], positions...)
	for left := p.left; len(left) > 0; {
		p.behind = resized(p.behind, p.threads, 0)
		kept := len(left)
		for _, k := range slices.Backward(left) {
			if !p.has(p.behind, k) && may(k) {
				taken = append(taken, k)
				continue
			}
			p.join(p.behind, k)
			kept--
			left[kept] = k
		}
		if kept == 0 {
			return taken, false
		}
		left = left[kept:]
	}
	return taken, true
}
