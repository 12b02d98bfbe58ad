package graph

import (
	"cmp"
	"math"
	"slices"
	"strings"
)

// arrow is an edge of the graph, from one side of a node to a side of another one.
type arrow struct {
	from, to *node
	names    []string // of the relations that it is in
	class    string
	points   []point // the path leads through them, horizontally
	into     float64 // 1 if it leads to the right where it ends, else -1
	label    point
}

type point struct{ x, y float64 }

func (a *arrow) text() string { return strings.Join(a.names, ", ") }

// own reports whether both ends are of one thread.
func (a *arrow) own() bool { return a.from.column == a.to.column }

// newDrawing places a picture with its arrows.
func newDrawing(p Picture) *drawing {
	d := place(p)
	for _, r := range p.Relations {
		d.relate(r.From, r.To, r.Name, r.Name)
	}
	for i, e := range p.Cycle {
		d.relate(e.Event, p.Cycle[(i+1)%len(p.Cycle)].Event, e.Relation, "cycle")
	}
	d.ports()
	for _, a := range d.arrows {
		d.route(a)
	}
	for _, a := range d.arrows {
		d.name(a)
	}
	return d
}

// relate adds an arrow, or the name of another relation to the one that is there. Events that are not drawn have none.
func (d *drawing) relate(from, to int, name, class string) {
	a := &arrow{from: d.at[from], to: d.at[to], names: []string{name}, class: class}
	if a.from == nil || a.to == nil || a.from == a.to {
		return
	}
	i := slices.IndexFunc(d.arrows, func(b *arrow) bool { return b.from == a.from && b.to == a.to })
	if i < 0 {
		d.arrows = append(d.arrows, a)
		return
	}
	b := d.arrows[i]
	if !slices.Contains(b.names, name) {
		b.names = append(b.names, name)
	}
	if class == "cycle" {
		b.class = class
	}
}

// side is a side of a node: left or right.
type side struct {
	*node
	right bool
}

// ports gives the ends of arrows their places at the sides of nodes, so that they cross as little as possible.
func (d *drawing) ports() {
	type end struct {
		*arrow
		first bool
	}
	ends := map[side][]end{}
	for _, a := range d.arrows {
		a.points = make([]point, 2)
		right := a.own() || a.to.column > a.from.column
		out, in := side{a.from, right}, side{a.to, a.own() || !right}
		ends[out], ends[in] = append(ends[out], end{a, true}), append(ends[in], end{a, false})
		a.into = -1
		if right && !a.own() {
			a.into = 1
		}
	}
	far := func(e end) float64 {
		if e.first {
			return e.to.y + float64(e.to.column)/100
		}
		return e.from.y + float64(e.from.column)/100
	}
	for s, all := range ends {
		slices.SortStableFunc(all, func(e, f end) int { return cmp.Compare(far(e), far(f)) })
		for i, e := range all {
			p := point{s.x - s.width/2 - 1, s.y + (float64(i+1)/float64(len(all)+1)-0.5)*(tall+4)}
			if s.right {
				p.x = s.x + s.width/2 + 1
			}
			if e.first {
				e.points[0] = p
			} else {
				e.points[1] = p
			}
		}
	}
}

// route leads an arrow out of its column, and past the columns between its ends, where no node is.
func (d *drawing) route(a *arrow) {
	begin, end := a.points[0], a.points[1]
	step := 1
	if a.to.column < a.from.column {
		step = -1
	}
	a.points = []point{begin, {d.border(a.from.column, step), begin.y}}
	for c := a.from.column + step; !a.own() && c != a.to.column; c += step {
		y := d.free(a, c, begin.y+(end.y-begin.y)*(d.columns[c].x-begin.x)/(end.x-begin.x))
		a.points = append(a.points, point{d.border(c, -step), y}, point{d.border(c, step), y})
	}
	if a.own() {
		step = -step
	}
	a.points = append(a.points, point{d.border(a.to.column, -step), end.y}, end)
}

// border is where a column ends, on the right for a step of 1 and on the left for one of -1.
func (d *drawing) border(column, step int) float64 {
	c := d.columns[column]
	return c.x + float64(step)*(c.wide/2+4)
}

// free is the height nearest to y at which neither a node nor another arrow crosses column c.
func (d *drawing) free(a *arrow, c int, y float64) float64 {
	taken := func(y float64) bool {
		for _, n := range d.nodes {
			if n.column == c && math.Abs(n.y-y) < tall/2+6 {
				return true
			}
		}
		for _, b := range d.arrows {
			for _, p := range b.points {
				if b != a && math.Abs(p.x-d.columns[c].x) < d.columns[c].wide/2+8 && math.Abs(p.y-y) < 5 {
					return true
				}
			}
		}
		return false
	}
	for off := 0.0; ; off += 3 {
		if !taken(y + off) {
			return y + off
		}
		if y-off > tall && !taken(y-off) {
			return y - off
		}
	}
}

// curves are the parts of the path, by their four points: in a column, between two, and so on in turn.
func (a *arrow) curves() (all [][4]point) {
	for i, p := range a.points[:len(a.points)-1] {
		q := a.points[i+1]
		bend := (q.x - p.x) / 2
		if a.own() && i == 1 {
			bulge := 22 + math.Abs(q.y-p.y)/8
			all = append(all, [4]point{p, {p.x + bulge, p.y}, {q.x + bulge, q.y}, q})
			continue
		}
		all = append(all, [4]point{p, {p.x + bend, p.y}, {q.x - bend, q.y}, q})
	}
	return all
}

// name places the label of an arrow between two columns, where it covers neither nodes nor other labels if there is such a place.
func (d *drawing) name(a *arrow) {
	wide := 3.6 * float64(len(a.text()))
	for _, t := range []float64{0.5, 0.35, 0.65, 0.22, 0.78, 0.12, 0.88} {
		for i, c := range a.curves() {
			if i%2 == 0 {
				continue // in a column
			}
			p := on(c, t)
			if a.label == (point{}) {
				a.label = p
			}
			if !d.covers(a, p, wide) {
				a.label = p
				return
			}
		}
	}
}

func (d *drawing) covers(a *arrow, p point, wide float64) bool {
	return slices.ContainsFunc(d.nodes, func(n *node) bool {
		return math.Abs(n.x-p.x) < n.width/2+wide && math.Abs(n.y-p.y) < tall/2+5
	}) || slices.ContainsFunc(d.arrows, func(b *arrow) bool {
		return b != a && b.label != (point{}) && math.Abs(b.label.x-p.x) < wide+3.6*float64(len(b.text())) && math.Abs(b.label.y-p.y) < 11
	})
}

// on is the point of a cubic curve at t.
func on(c [4]point, t float64) point {
	s := 1 - t
	w := [4]float64{s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t}
	var p point
	for i, q := range c {
		p.x += w[i] * q.x
		p.y += w[i] * q.y
	}
	return p
}
