// Package wakeup implements wakeup trees: ordered trees of sequences of events that
// remain to be explored after some execution E, no two of them equivalent.
//
// Source: Abdulla, Aronis, Jonsson, Sagonas, Source Sets: A Foundation for
// Optimal Dynamic Partial Order Reduction, JACM 64(4), 2017 (Optimal Dynamic
// Partial Order Reduction, POPL 2014), the definitions of weak initials, of
// wakeup trees and of insert[E](v, <B, ≺>).
//
//	<B, ≺>                Tree; the siblings are linked in the order ≺
//	p ∈ WI[E](v)          WeakInitial
//	insert[E](v, <B, ≺>)  Pool.Insert
//	min≺, subtree         Pool.Take
//
// Sequences consist of events, not of threads, and an event has the kind that it has
// at its position in the sequence. A CompareAndSwap may have another kind elsewhere,
// but comparing sequences, and cutting them where they are equivalent, does not move
// it.
package wakeup

import "dporbench/model"

// Tree is a wakeup tree without its root. The zero value is the empty tree. It belongs
// to one Pool. Once something has been inserted into it or taken from it, copies made
// before are invalid.
type Tree struct{ first nodeID }

// Empty reports whether t holds no sequence but the empty one.
func (t Tree) Empty() bool { return t.first == noNode }

// Insert adds v to t. It descends along the leftmost events that v may begin with, up
// to equivalence, and removes them from v. If it reaches a leaf, the tree already has
// a sequence equivalent to v, and stays as it is. Where v may begin with none of the
// events, the rest of v becomes the rightmost branch, which Insert returns; Path is
// then the path to it. The contents of v are overwritten.
//
// The empty tree contains nothing; it does not count as a leaf.
func (p *Pool) Insert(t *Tree, v []model.Event) (branch []model.Event) {
	p.path = p.path[:0]
	level := &t.first
	for {
		child, last := noNode, noNode
		at := model.None
		for child = *level; child != noNode; child = p.at(child).sibling {
			var weak bool
			if at, weak = WeakInitial(p.at(child).event, v); weak {
				break
			}
			last = child
		}
		if child == noNode {
			p.hang(level, last, v)
			return v
		}
		if p.at(child).child == noNode {
			return nil
		}
		p.path = append(p.path, p.at(child).event)
		if at != model.None {
			copy(v[1:], v[:at])
			v = v[1:]
		}
		level = &p.at(child).child
	}
}

// hang makes v a branch to the right of the node last or, if there is none, the only
// branch of the level.
func (p *Pool) hang(level *nodeID, last nodeID, v []model.Event) {
	branch := noNode
	for i := len(v) - 1; i >= 0; i-- {
		n := p.add(v[i])
		p.at(n).child = branch
		branch = n
	}
	if last == noNode {
		*level = branch
	} else {
		p.at(last).sibling = branch
	}
}

// Path lists the events on the path to the branch that the last Insert added. The
// slice is valid until the next Insert.
func (p *Pool) Path() []model.Event { return p.path }

// AppendFirst appends to dst the leftmost sequence of t.
func (p *Pool) AppendFirst(dst []model.Event, t Tree) []model.Event {
	for n := t.first; n != noNode; n = p.at(n).child {
		dst = append(dst, p.at(n).event)
	}
	return dst
}

// Take removes the leftmost branch from t, which must not be empty, and returns its
// first event and the subtree below that.
func (p *Pool) Take(t *Tree) (model.Event, Tree) {
	n := t.first
	e, below := p.at(n).event, Tree{p.at(n).child}
	t.first = p.at(n).sibling
	p.release(n)
	return e, below
}

// WeakInitial reports whether e.th ∈ WI[E](v): whether e, the next event of its thread
// after E, may come first in v or in a continuation of v, up to equivalence. It may if
// it is not in v and independent of all of v (at is model.None), or if it is in v and
// independent of everything before it there (at is its place).
func WeakInitial(e model.Event, v []model.Event) (at int, ok bool) {
	for i := range v {
		f := &v[i]
		if f.Thread == e.Thread {
			return i, true
		}
		if mayDepend(&e, f) && model.Dependent(e, *f) {
			return model.None, false
		}
	}
	return model.None, true
}

// mayDepend is a fast test that rules out most independent pairs of events. Insertion
// spends its time here.
func mayDepend(e, f *model.Event) bool {
	return e.Object == f.Object || e.Kind.OnThread() || f.Kind.OnThread()
}
