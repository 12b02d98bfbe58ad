package layout

import (
	"cmp"
	"math"
	"slices"

	"dporbench/internal/tree"
)

// races makes the arcs, unless there are more than limit, and returns their ends.
func (d *Drawing) races(limit int) map[Place]bool {
	byLeaf := map[*tree.Leaf]*Branch{}
	for _, c := range d.Columns {
		byLeaf[c.Leaf] = c
	}
	ends := map[Place]bool{}
	drawn := map[[2]Place]*Branch{} // one arc is enough for a race and a column
	for _, c := range d.Columns {
		for _, b := range c.Stands() {
			if b.Race == nil {
				continue
			}
			in := byLeaf[b.Race.Leaf]
			if in == nil || in.Subtree {
				continue
			}
			first, second := in.place(b.Race.First), in.place(b.Race.Second)
			if race := [2]Place{first, second}; drawn[race] != c {
				drawn[race], ends[first], ends[second] = c, true, true
				d.Arcs = append(d.Arcs, &Arc{Cause: c, Branch: b, First: first, Second: second})
			}
		}
	}
	if len(d.Arcs) > limit {
		d.Arcs = nil
		return nil
	}
	return ends
}

func (c *Branch) place(i int) Place {
	for c.Trunk != nil && i < c.At {
		c = c.Trunk
	}
	return Place{c, i}
}

// top is the row in which an arc begins next to the column of its second event.
func (a *Arc) top() int {
	if a.First.Column == a.Second.Column {
		return a.First.Item().Row
	}
	return a.Second.Column.Items[0].Row
}

// assignLanes puts arcs that would overlap next to each other, short ones near the column.
func (d *Drawing) assignLanes() {
	length := func(a *Arc) int { return a.Second.Item().Row - a.First.Item().Row }
	shortest := slices.SortedStableFunc(slices.Values(d.Arcs), func(a, b *Arc) int { return length(a) - length(b) })
	taken := map[*Branch][][]*Arc{}
	for _, a := range shortest {
		c := a.Second.Column
		lane := slices.IndexFunc(taken[c], func(lane []*Arc) bool { return !slices.ContainsFunc(lane, a.overlaps) })
		if lane < 0 {
			lane = len(taken[c])
			taken[c] = append(taken[c], nil)
			c.lanes++
		}
		taken[c][lane] = append(taken[c][lane], a)
		a.Left = -c.Width/2 - (float64(lane)+0.6)*Lane
		// The arc may begin above its column.
		for row := a.First.Item().Row; row <= a.Second.Item().Row; row++ {
			c.extent.include(row, a.Left-Lane/2, 0)
		}
	}
}

func (a *Arc) overlaps(b *Arc) bool {
	return a.First.Item().Row < b.Second.Item().Row && b.First.Item().Row < a.Second.Item().Row ||
		a.Second.Item().Row == b.Second.Item().Row
}

// placeLabels puts each label between two rows, near the middle of its arc, where it overlaps no other if possible.
func (d *Drawing) placeLabels() {
	var placed []Point
	for _, a := range d.Arcs {
		labels := a.labels()
		free := slices.IndexFunc(labels, func(p Point) bool {
			return !slices.ContainsFunc(placed, func(q Point) bool { return math.Abs(p.X-q.X) < 24 && math.Abs(p.Y-q.Y) < 11 })
		})
		a.Label = labels[max(free, 0)]
		placed = append(placed, a.Label)
	}
}

// labels returns the possible places for the label of an arc, the best ones first.
func (a *Arc) labels() []Point {
	const off = Pitch/2 - 10
	var points []Point
	middle := (Y(a.top()) + Y(a.Second.Item().Row)) / 2
	for row := a.top(); row < a.Second.Item().Row; row++ {
		for _, by := range []float64{0, -off, off} {
			points = append(points, Point{a.Left, JoinY(row) + by})
		}
	}
	if len(points) == 0 { // the arc comes from above and ends in the first row
		points = append(points, Point{a.Left, middle - Pitch/2})
	}
	slices.SortStableFunc(points, func(p, q Point) int {
		return cmp.Compare(math.Abs(p.Y-middle), math.Abs(q.Y-middle))
	})
	return points
}
