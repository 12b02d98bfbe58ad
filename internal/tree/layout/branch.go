// Package layout decides which parts of an exploration tree are drawn, and where:
// each explored execution is a column, its events one below the other, next to the
// one that it branches off from. It is independent of file formats.
package layout

import (
	"slices"

	"dporbench/algos"
	"dporbench/internal/tree"
	"dporbench/trace"
)

// Branch is a leaf as a branch of the drawing, where it is a column. Its own
// steps are those after the place where it leaves another branch.
type Branch struct {
	*tree.Leaf
	// Executed numbers executions from 1 in the order in which their explorations began; it is 0 for
	// leaves that ended otherwise. Leaf.Number numbers them in the order in which they ended: an
	// eager algorithm ends its first one last.
	Executed int
	Trunk    *Branch   // the branch that it leaves; nil for the first
	Limbs    []*Branch // the branches that leave it, the last to leave first; if equal, in the order in which they began
	Size     int       // the number of executions of it and of all branches above it

	Name string // of the column: "E3" for an execution, "T4" for a subtree, or ""
	// Subtree reports whether the column is a subtree: only the schedule of the
	// branch is drawn, and the rest stands for it and everything that leaves
	// it.
	Subtree  bool
	Gathered []*Branch // the branches of a subtree that stands for several
	X        float64
	Width    float64 // of the items that are events
	Items    []Item
	Join     int // the row below which it leaves the trunk

	drawn  bool // as itself or as a subtree
	lanes  int
	extent extent
}

// Own returns the steps that b shares with no branch that began before it.
func (b *Branch) Own() []trace.Step { return b.Steps[b.At:] }

// Stands returns the branches that the column of b stands for: itself, or those
// of a subtree.
func (b *Branch) Stands() []*Branch {
	if b.Gathered != nil {
		return b.Gathered
	}
	return []*Branch{b}
}

// Branches returns the leaves of t in the order in which their explorations began.
// All others leave the first one, directly or indirectly.
func Branches(t *tree.Tree) []*Branch {
	of := make(map[*tree.Leaf]*Branch, len(t.Leaves))
	begun := slices.SortedFunc(slices.Values(t.Leaves), func(a, b *tree.Leaf) int { return a.Began - b.Began })
	branches := make([]*Branch, 0, len(begun))
	executed := 0
	for _, leaf := range begun {
		b := &Branch{Leaf: leaf, extent: extent{}}
		if leaf.Ending == algos.Executed {
			executed++
			b.Executed = executed
		}
		b.Trunk = of[leaf.Parent]
		for b.Trunk != nil && b.Trunk.Trunk != nil && leaf.At <= b.Trunk.At {
			b.Trunk = b.Trunk.Trunk
		}
		of[leaf] = b
		branches = append(branches, b)
		if b.Trunk != nil {
			b.Trunk.Limbs = append(b.Trunk.Limbs, b)
		}
	}
	for _, b := range slices.Backward(branches) {
		slices.SortStableFunc(b.Limbs, func(a, b *Branch) int { return b.At - a.At })
		if b.Executed > 0 {
			b.Size++
		}
		for _, limb := range b.Limbs {
			b.Size += limb.Size
		}
	}
	return branches
}
