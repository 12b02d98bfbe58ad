package layout

import (
	"math"
	"slices"
)

// extent is how far something reaches to the left and to the right of a line,
// row by row.
type extent struct {
	top         int
	left, right []float64
}

// include makes e reach from left to right in a row.
func (e *extent) include(row int, left, right float64) {
	if len(e.left) == 0 {
		e.top = row
	}
	for row < e.top {
		e.top--
		e.left = slices.Insert(e.left, 0, math.Inf(1))
		e.right = slices.Insert(e.right, 0, math.Inf(-1))
	}
	for row-e.top >= len(e.left) {
		e.left = append(e.left, math.Inf(1))
		e.right = append(e.right, math.Inf(-1))
	}
	i := row - e.top
	e.left[i], e.right[i] = min(e.left[i], left), max(e.right[i], right)
}

// beside is how far f has to be moved to be to the right of e in all rows, and
// is 0 where they have none in common.
func (e *extent) beside(f *extent) float64 {
	by := 0.0
	for i := range f.left {
		row := f.top + i - e.top
		if row >= 0 && row < len(e.right) {
			by = max(by, e.right[row]-f.left[i]+Gap)
		}
	}
	return by
}

// merge makes e take in f, moved to the right.
func (e *extent) merge(f *extent, by float64) {
	for i := range f.left {
		e.include(f.top+i, f.left[i]+by, f.right[i]+by)
	}
}

// place gives everything its place: the limbs of a column stand to the right of
// it, those that leave it later before those that leave it earlier, each as far
// to the left as there is room for.
func (d *Drawing) place() {
	d.assignLanes()
	// Those that begin later stand above: they are placed first.
	for _, c := range slices.Backward(d.Columns) {
		c.placeLimbs()
	}
	root := d.Columns[0]
	root.X = 0
	left := 0.0
	for _, l := range root.extent.left {
		left = min(left, l)
	}
	d.moveTo(Gap/2 - left)
	for i := range d.Arcs {
		a := &d.Arcs[i]
		a.Left += a.Second.Column.X
	}
	d.placeLabels()
	right := 0.0
	for _, r := range root.extent.right {
		right = max(right, r)
	}
	d.Width = root.X + right + Gap/2
	d.Height = JoinY(root.extent.top + len(root.extent.right) - 1)
}

// moveTo gives all columns their X: those of limbs are relative to their trunks
// until now.
func (d *Drawing) moveTo(x float64) {
	for _, c := range d.Columns {
		if c.Trunk == nil {
			c.X = x
		} else {
			c.X += c.Trunk.X
		}
	}
}

func (c *Column) placeLimbs() {
	gutter := float64(c.lanes) * Lane
	for _, i := range c.Items {
		c.extent.include(i.Row, -c.Width/2-gutter, i.Width/2)
		c.extent.include(i.Row, -i.Width/2, i.Width/2)
		if i.Kind == Subtree {
			c.extent.include(i.Row+1, -i.Width/2, i.Width/2)
		}
	}
	own := c.extent
	right := extent{own.top, slices.Clone(own.left), slices.Clone(own.right)}
	for _, l := range c.limbs {
		l.X = max(right.beside(&l.extent), c.Width/2+Gap)
		right.merge(&l.extent, l.X)
	}
	c.extent = right
	// The line from the trunk comes down in the row above, and what runs beside
	// it to a race in the trunk.
	c.extent.include(max(c.Join, 0), 0, 0)
}
