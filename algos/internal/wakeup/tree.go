// Package wakeup implements wakeup trees: ordered trees of sequences of events that
// remain to be explored after some execution E, no two of them equivalent.
//
// Source: Abdulla, Aronis, Jonsson, Sagonas, Source Sets: A Foundation for
// Optimal Dynamic Partial Order Reduction, JACM 64(4), 2017 (Optimal Dynamic
// Partial Order Reduction, POPL 2014), the definitions of weak initials, of
// wakeup trees and of insert[E](v, <B, ≺>).
//
//	<B, ≺>                Tree; the siblings are linked in the order ≺
//	wut(E)                Trees.Last
//	p ∈ WI[E](v)          Sequence.Descend
//	insert[E](v, <B, ≺>)  Pool.Insert
//	min≺, subtree         Pool.Take
//
// Sequences consist of events, not of threads, and an event has the kind that it has
// at its position in the sequence. A CompareAndSwap may have another kind elsewhere,
// but comparing sequences, and cutting them where they are equivalent, does not move
// it.
package wakeup

import "dporbench/model/event"

// Tree is a wakeup tree without its root. The zero value is the empty tree. It belongs
// to one Pool. Once something has been inserted into it or taken from it, copies made
// before are invalid.
type Tree struct{ first nodeID }

// Empty reports whether t holds no sequence but the empty one.
func (t Tree) Empty() bool { return t.first == noNode }

// Sequence is a sequence v to be inserted. Events are removed from it one by one.
type Sequence interface {
	// Descend is given successive events of a tree. As long as v may begin with the
	// next one, e, that is e.th ∈ WI[E](v), it removes e from v, if e is there. It
	// returns how many of them v may begin with.
	Descend(chain []Event) int
	// Rest lists the rest of v.
	Rest() []event.Event
}

// Insert adds v to t. It descends along the leftmost events that v may begin with, up
// to equivalence, and removes them from v. If it reaches a leaf, the tree already has
// a sequence equivalent to v, and stays as it is. Where v may begin with none of the
// events, the rest of v becomes the rightmost branch, which Insert returns. If path is
// not nil, the events on the way are appended to it, without their Index.
//
// The empty tree contains nothing; it does not count as a leaf.
func (p *Pool) Insert(t *Tree, v Sequence, path *[]event.Event) (branch []event.Event) {
	last := noNode
	for n := t.first; n != noNode; {
		m := p.at(n)
		events := m.chain[m.from:m.to]
		along := v.Descend(events)
		p.compared += int64(min(along+1, len(events)))
		if path != nil {
			*path = appendEvents(*path, events[:along])
		}
		switch {
		case along == 0:
			last, n = n, m.sibling
		case along < len(events):
			p.split(n, m.from+int32(along))
			return p.hang(t, p.at(n).child, v)
		case m.child == noNode:
			return nil
		default:
			last, n = noNode, m.child
		}
	}
	return p.hang(t, last, v)
}

// hang makes the rest of v a branch to the right of the node last or, if there is
// none, the only branch of t.
func (p *Pool) hang(t *Tree, last nodeID, v Sequence) []event.Event {
	rest, branch := v.Rest(), noNode
	for above := rest; len(above) > 0; {
		var n nodeID
		n, above = p.add(above)
		p.at(n).child = branch
		branch = n
	}
	if last == noNode {
		t.first = branch
	} else {
		p.at(last).sibling = branch
	}
	return rest
}

// appendFirst appends the leftmost sequence of t to dst. Its events have no Index.
func (p *Pool) appendFirst(dst []event.Event, t Tree) []event.Event {
	for n := t.first; n != noNode; n = p.at(n).child {
		dst = appendEvents(dst, p.at(n).chain[p.at(n).from:p.at(n).to])
	}
	return dst
}

func appendEvents(dst []event.Event, events []Event) []event.Event {
	for _, e := range events {
		dst = append(dst, e.Event())
	}
	return dst
}

// Take removes the leftmost branch from t, which must not be empty, and returns
// its first event and the subtree below that.
func (p *Pool) Take(t *Tree) (Event, Tree) {
	taken := t.first
	n := p.at(taken)
	event := n.chain[n.from]
	t.first = n.sibling
	p.events--
	if n.from++; n.from < n.to {
		n.sibling = noNode
		return event, Tree{taken}
	}
	below := Tree{n.child}
	p.release(taken)
	return event, below
}
