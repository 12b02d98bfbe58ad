package order

import (
	"dporbench/model/event"
	"dporbench/model/memory"
)

// semantics is the memory model's part of the relation: what directly precedes an event, and
// the events that it races with. It is chosen when the relation is made.
type semantics interface {
	// push and countBefore are HappensBefore.Push and CountBefore.
	push(e event.Event)
	countBefore(t event.ThreadID, position int) int32
}

// ownState holds the data that a semantics additionally keeps for each event, if anything.
type ownState interface {
	growThreads(n int) // below n
	pop(n int)         // called before the events from position n on are removed,
	cut(n int)         // called before pop, if they are to be pasted
	paste(n int)       // called when those from position n on are back
	resetCuts()
}

func (o *HappensBefore) begin(m memory.Model, commutes bool) {
	switch {
	case m.Buffers():
		b := &buffered{HappensBefore: o}
		o.semantics, o.own, o.buffered = b, b, b
	case commutes:
		o.semantics, o.commuting = commuting{sequential{o}}, true
	default:
		o.semantics = sequential{o}
	}
}
