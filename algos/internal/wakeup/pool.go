package wakeup

import "dporbench/model"

// Pool holds the nodes of any number of trees, and reuses nodes that were removed.
// The zero value is an empty pool.
type Pool struct {
	nodes []node
	free  nodeID // the first free node; they are linked by sibling
	inUse int
	path  []model.Event // of the last Insert
}

// node stands for a sequence: that of its parent, and then event. It has no pointers,
// so the garbage collector never walks the trees.
type node struct {
	event   model.Event
	child   nodeID // the leftmost of the nodes below
	sibling nodeID // the next one to the right
}

// nodeID is an index into Pool.nodes, counted from 1 so that the zero Tree is empty.
type nodeID int32

const noNode nodeID = 0

// Nodes is the number of nodes in all trees, without their roots.
func (p *Pool) Nodes() int { return p.inUse }

func (p *Pool) at(n nodeID) *node { return &p.nodes[n-1] }

// add makes a node for e, which is in no tree yet.
func (p *Pool) add(e model.Event) nodeID {
	p.inUse++
	n := p.free
	if n == noNode {
		p.nodes = append(p.nodes, node{event: e})
		return nodeID(len(p.nodes))
	}
	p.free = p.at(n).sibling
	*p.at(n) = node{event: e}
	return n
}

// release frees a node that has been removed from its tree.
func (p *Pool) release(n nodeID) {
	p.inUse--
	p.at(n).sibling = p.free
	p.free = n
}
