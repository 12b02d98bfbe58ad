package wakeup

import (
	"dporbench/model/event"
)

// Pool holds the nodes of any number of trees and reuses the nodes of branches that are gone. The zero value is an
// empty pool.
type Pool struct {
	nodes  []node
	free   nodeID // nodes to be used again, linked by sibling
	events int    // in all trees

	compared int64
}

// node is a chain of a tree without branches: each of its events but the last has one
// child, the next of them. Trees mostly consist of such chains. A node is as large
// as a cache line, so walking along a tree costs one memory access for several events.
// It holds no pointer, so the garbage collector does not scan the trees.
type node struct {
	chain    [chain]Event
	from, to int32  // the events are chain[from:to], at least one
	child    nodeID // the leftmost of the nodes below
	sibling  nodeID // the next one to the right
}

const chain = 6

// Event is an event.Event without its Index, which a tree does not need.
type Event struct {
	Thread event.ThreadID
	ref    uint16
	object int32 // with the kind in the lowest bits
}

const kindBits = 5 // with the sign: the kinds of Applies are negative

func eventOf(e event.Event) Event {
	return Event{e.Thread, e.Ref, e.Object<<kindBits | int32(e.Kind)&(1<<kindBits-1)}
}

// Choice is the value of e if it is a Choice; ok is false if it is not.
func (e Event) Choice() (value int32, ok bool) {
	return e.object >> kindBits, e.object&(1<<kindBits-1) == int32(event.Choice)
}

// Event returns e with Index and Partner 0.
func (e Event) Event() event.Event {
	return event.Event{Thread: e.Thread, Kind: event.Kind(e.object << (32 - kindBits) >> (32 - kindBits)), Access: event.Access{Object: e.object >> kindBits, Ref: e.ref}}
}

// nodeID is a place in Pool.nodes, counted from 1, so that the zero Tree is an
// empty one.
type nodeID int32

const noNode nodeID = 0

// Nodes is the number of nodes in all trees, without their roots, as the paper counts
// them: one for each event.
func (p *Pool) Nodes() int { return p.events }

// Compared is the number of nodes, as the paper counts them, that have been compared with sequences.
func (p *Pool) Compared() int64 { return p.compared }

func (p *Pool) at(n nodeID) *node { return &p.nodes[n-1] }

// take returns a node that is in no tree. Its contents are not defined.
func (p *Pool) take() nodeID {
	n := p.free
	if n == noNode {
		p.nodes = append(p.nodes, node{})
		return nodeID(len(p.nodes))
	}
	p.free = p.at(n).sibling
	return n
}

// add makes a node of as many events at the end of v as fit, and returns it and the
// other events. The node is not in a tree yet.
func (p *Pool) add(v []event.Event) (nodeID, []event.Event) {
	n := p.take()
	before := len(v) - min(chain, len(v))
	m := p.at(n)
	*m = node{to: int32(len(v) - before)}
	for i, e := range v[before:] {
		m.chain[i] = eventOf(e)
	}
	p.events += len(v) - before
	return n, v[:before]
}

// split moves the events of n from the i-th on to a new node, the only one below.
func (p *Pool) split(n nodeID, i int32) {
	tail := p.take()
	above := p.at(n)
	*p.at(tail) = *above
	p.at(tail).from, p.at(tail).sibling = i, noNode
	above.to, above.child = i, tail
}

func (p *Pool) release(n nodeID) {
	p.at(n).sibling = p.free
	p.free = n
}
