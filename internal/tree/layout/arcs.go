package layout

import (
	"cmp"
	"math"
	"slices"

	"dporbench/internal/tree"
)

// step is a position in the own steps of a column.
type step struct {
	*Column
	at int
}

// races makes the arcs, as far as their columns, unless there are more than
// limit, and returns their ends.
func (d *Drawing) races(limit int) map[step]bool {
	byLeaf := map[*tree.Leaf]*Column{}
	for _, c := range d.Columns {
		byLeaf[c.Leaf] = c
	}
	ends := map[step]bool{}
	drawn := map[[2]step]*Column{} // one arc is enough for a race and a column
	for _, c := range d.Columns {
		for _, b := range c.Stands() {
			if b.Race == nil {
				continue
			}
			in := byLeaf[b.Race.Leaf]
			if in == nil || in.subtree {
				continue
			}
			first := step{in.owner(b.Race.First), b.Race.First}
			second := step{in.owner(b.Race.Second), b.Race.Second}
			if race := [2]step{first, second}; drawn[race] != c {
				drawn[race], ends[first], ends[second] = c, true, true
				d.Arcs = append(d.Arcs, Arc{Cause: c, Branch: b, First: Place{Column: first.Column}, Second: Place{Column: second.Column}})
			}
		}
	}
	if len(d.Arcs) > limit {
		d.Arcs = nil
		return nil
	}
	return ends
}

// owner is the column that has the step at position i of c.
func (c *Column) owner(i int) *Column {
	for c.Trunk != nil && i < c.At {
		c = c.Trunk
	}
	return c
}

// top is the row in which an arc begins beside the column of its second event.
func (a *Arc) top() int {
	if a.First.Column == a.Second.Column {
		return a.First.Item.Row
	}
	return a.Second.Column.Items[0].Row
}

// assignLanes puts arcs that would run into each other beside each other, short
// ones near the column.
func (d *Drawing) assignLanes() {
	arcs := make([]*Arc, len(d.Arcs))
	for i := range d.Arcs {
		arcs[i] = &d.Arcs[i]
	}
	length := func(a *Arc) int { return a.Second.Item.Row - a.First.Item.Row }
	slices.SortStableFunc(arcs, func(a, b *Arc) int { return length(a) - length(b) })
	taken := map[*Column][][]*Arc{}
	for _, a := range arcs {
		c := a.Second.Column
		lane := 0
		for ; lane < len(taken[c]); lane++ {
			if !slices.ContainsFunc(taken[c][lane], a.meets) {
				break
			}
		}
		if lane == len(taken[c]) {
			taken[c] = append(taken[c], nil)
			c.lanes++
		}
		taken[c][lane] = append(taken[c][lane], a)
		a.Left = -c.Width/2 - (float64(lane)+0.6)*Lane
		// It may begin above its column.
		for row := a.First.Item.Row; row <= a.Second.Item.Row; row++ {
			c.extent.include(row, a.Left-Lane/2, 0)
		}
	}
}

// meets reports whether the two arcs need different lanes.
func (a *Arc) meets(b *Arc) bool {
	return a.First.Item.Row < b.Second.Item.Row && b.First.Item.Row < a.Second.Item.Row ||
		a.Second.Item.Row == b.Second.Item.Row
}

// placeLabels puts the label of each arc between two rows, near its middle, where
// no other label is.
func (d *Drawing) placeLabels() {
	var placed []Point
	for i := range d.Arcs {
		a := &d.Arcs[i]
		a.Label = a.labels()[0]
		for _, p := range a.labels() {
			if !slices.ContainsFunc(placed, func(q Point) bool { return math.Abs(p.X-q.X) < 24 && math.Abs(p.Y-q.Y) < 11 }) {
				a.Label = p
				break
			}
		}
		placed = append(placed, a.Label)
	}
}

// labels are the places for the label of an arc, the best ones first.
func (a *Arc) labels() []Point {
	const off = Pitch/2 - 10
	var points []Point
	middle := (Y(a.top()) + Y(a.Second.Item.Row)) / 2
	for row := a.top(); row < a.Second.Item.Row; row++ {
		for _, by := range []float64{0, -off, off} {
			points = append(points, Point{a.Left, JoinY(row) + by})
		}
	}
	if len(points) == 0 { // it comes from above and ends in the first row
		points = append(points, Point{a.Left, middle - Pitch/2})
	}
	slices.SortStableFunc(points, func(p, q Point) int {
		return cmp.Compare(math.Abs(p.Y-middle), math.Abs(q.Y-middle))
	})
	return points
}
