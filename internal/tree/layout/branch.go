// Package layout says what is drawn of the tree of an exploration, and where:
// every explored execution is a column, its events one below the other, next to
// the one that it branches off from. It knows no file format.
package layout

import (
	"slices"

	"dporbench/algos"
	"dporbench/internal/tree"
	"dporbench/trace"
)

// Branch is a leaf as a branch of the drawing, where it is a column: its own
// part is the steps after the place where it leaves another branch.
type Branch struct {
	*tree.Leaf
	// Executed numbers executions from 1 in the order in which their explorations began; it is 0 for
	// leaves that ended otherwise. Leaf.Number numbers them in the order in which they ended: an
	// eager algorithm ends its first one last.
	Executed int
	Trunk    *Branch   // the branch that it leaves; nil for the first
	Limbs    []*Branch // those that leave it: the later they leave it, the earlier in the list; else in the order in which they began
	Size     int       // its executions and those of all branches above it

	Name string // of what is drawn: "E3" of an execution, "T4" of a subtree, or ""
	// Subtree reports whether the column is a subtree: only the schedule of the
	// branch is drawn, and the rest stands for it and everything that leaves
	// it.
	Subtree  bool
	Gathered []*Branch // what a subtree stands for if it is several branches
	X        float64
	Width    float64 // of the items that are events
	Items    []Item
	Join     int // the row below which it leaves the trunk

	drawn  bool // or a subtree
	lanes  int
	extent extent
}

// Own are the steps that b does not share with any branch that began before.
func (b *Branch) Own() []trace.Step { return b.Steps[b.At:] }

// Stands are the branches that the column of b stands for: itself, or those of a
// subtree.
func (b *Branch) Stands() []*Branch {
	if b.Gathered != nil {
		return b.Gathered
	}
	return []*Branch{b}
}

// Branches are the leaves of t in the order in which their explorations began.
// The first is the one that all others leave, directly or not.
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
