// Package wakeup is wakeup trees: ordered trees of sequences of events that are
// still to be explored from some execution E, no two of them to the same
// effect.
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
// Sequences are of events, not of threads: an event has the kind that it has
// where it stands in its sequence. A CompareAndSwap may have another one
// elsewhere; as long as sequences are only compared, and cut where they are
// equivalent, its kind stays what it is.
package wakeup

import "dporbench/model"

// Tree is a wakeup tree without its root. The zero value is the empty one. It
// lives in one Pool; a Tree that has been taken or inserted into is not to be
// used under its old value.
type Tree struct{ first nodeID }

// Empty reports whether t holds no sequence but the empty one.
func (t Tree) Empty() bool { return t.first == noNode }

// Insert adds v to t. It descends along the leftmost events that v may begin
// with, up to equivalence, dropping them from v; at a leaf the tree holds
// already what v stands for, and stays as it is; where v may begin with none of
// the events there, what is left of it becomes the rightmost branch. The
// contents of v are lost, but for what Insert returns: the branch that it added,
// if it did. Path is the way to that.
//
// The empty tree counts as one in which nothing is held, not as a leaf.
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

// hang makes v a branch to the right of the node last, or, if that is none, the
// only one of the level.
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

// Path lists the events of the nodes that the branch which the last Insert added
// hangs from. The slice is valid until the next Insert.
func (p *Pool) Path() []model.Event { return p.path }

// AppendFirst appends to dst the leftmost sequence of t.
func (p *Pool) AppendFirst(dst []model.Event, t Tree) []model.Event {
	for n := t.first; n != noNode; n = p.at(n).child {
		dst = append(dst, p.at(n).event)
	}
	return dst
}

// Take removes the leftmost branch from t, which must not be empty, and returns
// its first event and the subtree below that.
func (p *Pool) Take(t *Tree) (model.Event, Tree) {
	n := t.first
	e, below := p.at(n).event, Tree{p.at(n).child}
	t.first = p.at(n).sibling
	p.release(n)
	return e, below
}

// WeakInitial reports whether e, the next event of its thread after E, may come
// first in v after E, up to equivalence and to what follows v: e.th ∈ WI[E](v).
// It may if it is independent of all of v, and then it is not there (at is
// model.None), or of all that comes before it in v (and then at is its place).
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

// mayDepend is false for most pairs of events that are independent, and fast:
// insertion spends its time here.
func mayDepend(e, f *model.Event) bool {
	return e.Object == f.Object || e.Kind.OnThread() || f.Kind.OnThread()
}
