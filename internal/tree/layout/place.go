package layout

import "slices"

// extent is how far something reaches to the left and right of a vertical line,
// by row.
type extent map[int]span

type span struct{ left, right float64 }

func (e extent) include(row int, left, right float64) {
	if s, ok := e[row]; ok {
		left, right = min(s.left, left), max(s.right, right)
	}
	e[row] = span{left, right}
}

// clearance is how far f must move to be to the right of e in the rows that both have.
func (e extent) clearance(f extent) float64 {
	by := 0.0
	for row, s := range f {
		if own, ok := e[row]; ok {
			by = max(by, own.right-s.left+Gap)
		}
	}
	return by
}

func (e extent) merge(f extent, by float64) {
	for row, s := range f {
		e.include(row, s.left+by, s.right+by)
	}
}

// place computes the positions of columns, arcs and labels: the limbs of a column are to its right,
// ordered by where they leave it, the last one first, each as far to the left
// as possible.
func (d *Drawing) place() {
	d.assignLanes()
	// Columns that begin later are attached to earlier ones, so they are placed first.
	for _, c := range slices.Backward(d.Columns) {
		c.placeLimbs()
	}
	var all span
	bottom := 0
	for row, s := range d.Columns[0].extent {
		all = span{min(all.left, s.left), max(all.right, s.right)}
		bottom = max(bottom, row)
	}
	d.moveTo(Gap/2 - all.left)
	for _, a := range d.Arcs {
		a.Left += a.Second.Column.X
	}
	d.placeLabels()
	d.Width = d.Columns[0].X + all.right + Gap/2
	d.Height = JoinY(bottom)
}

// moveTo makes the X of all columns absolute: until now, limbs are placed
// relative to their trunks.
func (d *Drawing) moveTo(x float64) {
	for _, c := range d.Columns {
		if c.Trunk == nil {
			c.X = x
		} else {
			c.X += c.Trunk.X
		}
	}
}

func (c *Branch) placeLimbs() {
	gutter := float64(c.lanes) * Lane
	for _, i := range c.Items {
		c.extent.include(i.Row, -c.Width/2-gutter, i.Width/2)
		c.extent.include(i.Row, -i.Width/2, i.Width/2)
		if i.Kind == Subtree {
			c.extent.include(i.Row+1, -i.Width/2, i.Width/2)
		}
	}
	for _, l := range c.Limbs {
		l.X = max(c.extent.clearance(l.extent), c.Width/2+Gap)
		c.extent.merge(l.extent, l.X)
	}
	// The row above has the line from the trunk, and arcs next to it to races in the trunk.
	c.extent.include(max(c.Join, 0), 0, 0)
}
