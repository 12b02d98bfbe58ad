package wakeup

import (
	"slices"

	"dporbench/algos"
	"dporbench/model/event"
)

// AppendWaiting appends the trees that are not empty, for the description of an [algos.State].
func (t *Trees) AppendWaiting(dst []algos.Waiting) []algos.Waiting {
	e := t.run.Machine.Events()
	for n, tree := range t.all {
		if !tree.Empty() {
			dst = append(dst, algos.Waiting{At: n, Branches: t.branches(tree.first, slices.Clone(e[:min(n, len(e))]))})
		}
	}
	return dst
}

// branches describes a node and its siblings, which come after e.
func (p *Pool) branches(n nodeID, e []event.Event) (all []algos.Branch) {
	for ; n != noNode; n = p.at(n).sibling {
		m := p.at(n)
		path := appendEvents(slices.Clone(e), m.chain[m.from:m.to])
		path = withIndexes(path, len(e))
		below := p.branches(m.child, path)
		for _, f := range slices.Backward(path[len(e):]) {
			below = []algos.Branch{{Event: f, Below: below}}
		}
		all = append(all, below...)
	}
	return all
}
