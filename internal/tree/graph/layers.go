package graph

import (
	"cmp"
	"slices"

	"dporbench/algos/states"
	"dporbench/internal/tree/layout"
)

const (
	radius = 12 // of a state
	gap    = 16 // between states
	step   = 60 // from one row to the next
	sweeps = 24 // in which states come closer to their neighbours
)

// laidOut is a graph of states with places.
type laidOut struct {
	at            []*spot // by state
	moves         []shown
	width, height float64
}

// spot is where a state is.
type spot struct {
	point
	level        int
	wide         float64 // with the text below it
	above, below []*spot // as moves lead
	order        float64
}

// shown is a move; beside is how many others between the same states are drawn before it.
type shown struct {
	states.Move
	beside int
}

// place gives each state a row below all that lead to it or, where moves form a cycle, by its distance from the initial one. In the rows, states are ordered so that
// moves cross little: K. Sugiyama, S. Tagawa, M. Toda, Methods for Visual Understanding of Hierarchical System Structures, 1981.
func (g States) place() *laidOut {
	d := &laidOut{}
	for _, s := range g.Graph.States {
		d.at = append(d.at, &spot{wide: max(2*radius, layout.TextWidth(endingOf(s), 10))})
	}
	for _, m := range g.Graph.Moves {
		beside := 0
		for _, other := range d.moves {
			if other.From == m.From && other.To == m.To {
				beside++
			}
		}
		d.moves = append(d.moves, shown{m, beside})
		if from, to := d.at[m.From], d.at[m.To]; from != to {
			from.below, to.above = append(from.below, to), append(to.above, from)
		}
	}
	rows := d.inRows()
	for i, row := range rows {
		for n, s := range row {
			s.x, s.y = float64(n)*(2*radius+gap), margin+radius+float64(i)*step
		}
	}
	for n := range sweeps {
		down := n%2 == 0
		for i := range rows {
			row := rows[i]
			if !down {
				row = rows[len(rows)-1-i]
			}
			align(row, down, n < sweeps/2)
		}
	}
	d.fit(rows)
	return d
}

// inRows gives each state its level, and returns the states of each.
func (d *laidOut) inRows() (rows [][]*spot) {
	left := map[*spot]int{}
	var todo []*spot
	for _, s := range d.at {
		if left[s] = len(s.above); left[s] == 0 {
			todo = append(todo, s)
		}
	}
	done := 0
	for ; done < len(todo); done++ {
		for _, s := range todo[done].below {
			s.level = max(s.level, todo[done].level+1)
			if left[s]--; left[s] == 0 {
				todo = append(todo, s)
			}
		}
	}
	if done < len(d.at) {
		d.byDistance()
	}
	for _, s := range d.at {
		for len(rows) <= s.level {
			rows = append(rows, nil)
		}
		rows[s.level] = append(rows[s.level], s)
	}
	return rows
}

// byDistance gives each state its distance from the initial one as its level. States are in the order of their distances.
func (d *laidOut) byDistance() {
	for _, s := range d.at {
		s.level = -1
	}
	d.at[0].level = 0
	for _, s := range d.at {
		for _, t := range s.below {
			if t.level < 0 {
				t.level = s.level + 1
			}
		}
	}
}

// align moves the states of a row to the middle of the states that they are joined with above or below; if they may change their order, in that order.
func align(row []*spot, down, reorder bool) {
	for _, s := range row {
		s.order = s.x
		if near := s.near(down); len(near) > 0 {
			s.order = 0
			for _, t := range near {
				s.order += t.x / float64(len(near))
			}
		}
	}
	if reorder {
		slices.SortStableFunc(row, func(s, t *spot) int { return cmp.Compare(s.order, t.order) })
	}
	packed := make([]float64, len(row)) // as far to the left as they may be, and then in the middle
	for i, s := range row {
		if packed[i] = s.order; i > 0 {
			packed[i] = max(packed[i], packed[i-1]+room(row[i-1], s))
		}
	}
	right := 0.0
	for i := len(row) - 1; i >= 0; i-- {
		if i == len(row)-1 {
			right = row[i].order
		} else {
			right = min(row[i].order, right-room(row[i], row[i+1]))
		}
		row[i].x = (packed[i] + right) / 2
	}
}

func (s *spot) near(down bool) []*spot {
	if down {
		return s.above
	}
	return s.below
}

// room is the least distance of two states beside one another.
func room(s, t *spot) float64 { return (s.wide+t.wide)/2 + gap }

// fit moves everything to the right of the margin, and finds the size of the whole.
func (d *laidOut) fit(rows [][]*spot) {
	left := 0.0
	for _, s := range d.at {
		left = min(left, s.x-s.wide/2)
	}
	for _, s := range d.at {
		s.x += margin - left
		d.width = max(d.width, s.x+s.wide/2+margin+bulge)
	}
	d.height = keys + 2*margin + 2*radius + float64(len(rows)-1)*step + 16
}

// bulge is room for moves that are bent.
const bulge = 30
