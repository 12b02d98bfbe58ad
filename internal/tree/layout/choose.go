package layout

import (
	"fmt"
	"slices"
)

// crowd is the number of subtrees at one place from which they are drawn as one.
const crowd = 3

// choose makes columns for the branches to be drawn, and for subtrees where other
// branches leave them.
func (d *Drawing) choose(branches []*Branch, o Options) {
	o.mark(branches)
	for _, b := range branches {
		if b.Trunk != nil && (!b.Trunk.drawn || b.Trunk.Subtree) {
			continue
		}
		b.Subtree = !b.drawn
		switch {
		case b.Subtree && b.Size == 0:
			continue // nothing was explored there
		case b.Subtree:
			d.Folded += b.Size
		case b.Executed > 0:
			d.Drawn++
			b.Name = fmt.Sprintf("E%d", b.Executed)
		}
		b.drawn = true
	}
	isGone := func(b *Branch) bool { return !b.drawn }
	for _, b := range branches {
		b.gather()
		b.Limbs = slices.DeleteFunc(b.Limbs, isGone)
	}
	d.Columns = slices.DeleteFunc(branches, isGone)
	d.nameSubtrees()
}

// mark marks the branches to be drawn: the first, and those asked for with all branches
// that they leave.
func (o Options) mark(branches []*Branch) {
	for i, b := range branches {
		wanted := i < o.Limit || o.Limit == 0
		if o.Executions != nil {
			wanted = b.Executed > 0 && o.Executions(b.Executed)
		}
		for at := b; wanted && at != nil && !at.drawn; at = at.Trunk {
			at.drawn = true
		}
	}
	branches[0].drawn = true
}

// gather combines the subtrees that leave b at the same place into one, if there
// are many.
func (b *Branch) gather() {
	at := map[int][]*Branch{}
	for _, l := range b.Limbs {
		if l.drawn && l.Subtree {
			at[l.At] = append(at[l.At], l)
		}
	}
	for _, crowded := range at {
		if len(crowded) < crowd {
			continue
		}
		crowded[0].Gathered = crowded
		for _, l := range crowded[1:] {
			l.drawn = false
		}
	}
}

// nameSubtrees continues the numbers of the executions, as the paper does.
func (d *Drawing) nameSubtrees() {
	n := 0
	for _, c := range d.Columns {
		if !c.Subtree {
			n = max(n, c.Executed)
		}
	}
	for _, c := range d.Columns {
		if c.Subtree {
			n++
			c.Name = fmt.Sprintf("T%d", n)
		}
	}
}
