package wakeup

import "dporbench/model"

// Pool holds the nodes of any number of trees, and uses those of branches that
// are gone again. The zero value is an empty pool.
type Pool struct {
	nodes []node
	free  nodeID // nodes to be used again, linked by sibling
	inUse int
	path  []model.Event // of the last Insert
}

// node is a sequence of its tree: the one of the node above and then event. It
// holds no pointer, so the garbage collector never walks the trees.
type node struct {
	event   model.Event
	child   nodeID // the leftmost of the nodes below
	sibling nodeID // the next one to the right
}

// nodeID is a place in Pool.nodes, counted from 1, so that the zero Tree is an
// empty one.
type nodeID int32

const noNode nodeID = 0

// Nodes is the number of nodes in all trees, without their roots.
func (p *Pool) Nodes() int { return p.inUse }

func (p *Pool) at(n nodeID) *node { return &p.nodes[n-1] }

// add makes a node of e, which stands in no tree yet.
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

// release gives back a node that stands in no tree any more.
func (p *Pool) release(n nodeID) {
	p.inUse--
	p.at(n).sibling = p.free
	p.free = n
}
