package layout

import (
	"fmt"
	"slices"
)

// crowd is how many subtrees at one place are drawn as one.
const crowd = 3

// choose makes columns for the branches that are drawn, and for subtrees where
// others leave them.
func (d *Drawing) choose(branches []*Branch, o Options) {
	drawn := o.choice(branches)
	of := map[*Branch]*Column{}
	for _, b := range branches {
		if b.Trunk != nil && !drawn[b.Trunk] {
			continue
		}
		c := &Column{Branch: b, Trunk: of[b.Trunk], subtree: !drawn[b], partial: !d.Tree.Complete || d.Tree.More > 0}
		switch {
		case !c.subtree:
			if b.Executed > 0 {
				d.Drawn++
				c.Name = fmt.Sprintf("E%d", b.Executed)
			}
		case b.Size > 0:
			d.Folded += b.Size
		default:
			continue // nothing was explored there
		}
		of[b] = c
		d.Columns = append(d.Columns, c)
	}
	for _, c := range d.Columns {
		for _, limb := range c.Limbs {
			if l := of[limb]; l != nil {
				c.limbs = append(c.limbs, l)
			}
		}
	}
	d.gather()
	d.nameSubtrees()
}

// choice is the branches that are drawn: those asked for, with all that they
// leave.
func (o Options) choice(branches []*Branch) map[*Branch]bool {
	drawn := map[*Branch]bool{}
	for i, b := range branches {
		wanted := i < o.Limit
		if o.Executions != nil {
			wanted = b.Executed > 0 && o.Executions(b.Executed)
		}
		for at := b; wanted && at != nil; at = at.Trunk {
			drawn[at] = true
		}
	}
	if len(branches) > 0 {
		drawn[branches[0]] = true
	}
	return drawn
}

// gather makes one subtree of those that leave a column at the same place, if
// they are many.
func (d *Drawing) gather() {
	gone := map[*Column]bool{}
	isGone := func(c *Column) bool { return gone[c] }
	for _, c := range d.Columns {
		at := map[int][]*Column{}
		for _, l := range c.limbs {
			if l.subtree {
				at[l.At] = append(at[l.At], l)
			}
		}
		for _, crowded := range at {
			if len(crowded) < crowd {
				continue
			}
			for _, l := range crowded {
				crowded[0].Gathered = append(crowded[0].Gathered, l.Branch)
				gone[l] = l != crowded[0]
			}
		}
		c.limbs = slices.DeleteFunc(c.limbs, isGone)
	}
	d.Columns = slices.DeleteFunc(d.Columns, isGone)
}

// nameSubtrees continues the numbers of the executions, as the paper does.
func (d *Drawing) nameSubtrees() {
	n := 0
	for _, c := range d.Columns {
		if !c.subtree {
			n = max(n, c.Executed)
		}
	}
	for _, c := range d.Columns {
		if c.subtree {
			n++
			c.Name = fmt.Sprintf("T%d", n)
		}
	}
}

// IsSubtree reports whether c stands for branches with all that leaves them.
func (c *Column) IsSubtree() bool { return c.subtree }

// Stands are the branches that c stands for: itself, or those of a subtree.
func (c *Column) Stands() []*Branch {
	if c.Gathered != nil {
		return c.Gathered
	}
	return []*Branch{c.Branch}
}
