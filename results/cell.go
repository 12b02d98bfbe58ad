package results

import (
	"cmp"
	"slices"
	"time"
)

// Cell is the repetitions of one run: what a table has one figure for.
type Cell struct {
	Rows []Row // at least one, in the order of their repetition
}

// Cells gathers rows into cells, in the order in which the rows first appear.
// Of several rows of the same run the last one counts.
func Cells(rows []Row) []Cell {
	var cells []Cell
	place := map[config]int{}
	for _, row := range rows {
		i, ok := place[row.config()]
		if !ok {
			i = len(cells)
			place[row.config()] = i
			cells = append(cells, Cell{})
		}
		cells[i].add(row)
	}
	return cells
}

func (c *Cell) add(row Row) {
	i, found := slices.BinarySearchFunc(c.Rows, row.Repetition, func(r Row, n int) int { return r.Repetition - n })
	if found {
		c.Rows[i] = row
		return
	}
	c.Rows = slices.Insert(c.Rows, i, row)
}

// Median is the row that stands for the cell: the first that failed or
// exceeded a limit, if there is one, and else the one with the median
// wall-clock time, of an even number the faster of the two in the middle. It is
// always a run that took place, so its figures belong together. A run that was
// interrupted stands for the cell only if there is no other.
func (c Cell) Median() Row {
	var finished []Row
	for _, row := range c.Rows {
		switch row.Status {
		case OK:
			finished = append(finished, row)
		case Interrupted:
		default:
			return row
		}
	}
	if len(finished) == 0 {
		return c.Rows[0]
	}
	slices.SortStableFunc(finished, func(a, b Row) int { return cmp.Compare(a.Wall, b.Wall) })
	return finished[(len(finished)-1)/2]
}

// Spread is the shortest and the longest wall-clock time of the cell's
// finished runs, both 0 when there are none.
func (c Cell) Spread() (shortest, longest time.Duration) {
	for _, row := range c.Rows {
		if row.Status != OK {
			continue
		}
		if shortest == 0 || row.Wall < shortest {
			shortest = row.Wall
		}
		longest = max(longest, row.Wall)
	}
	return shortest, longest
}

// robust is the number of samples from which on a single odd one does not count.
const robust = 5

// MiddleHalf is between which wall-clock times the cell's finished runs lie: the
// middle half of them if there are at least five, and else all; both 0 when there
// are none.
func (c Cell) MiddleHalf() (low, high time.Duration) {
	var times []time.Duration
	for _, row := range c.Rows {
		if row.Status == OK {
			times = append(times, row.Wall)
		}
	}
	n := len(times)
	if n == 0 {
		return 0, 0
	}
	slices.Sort(times)
	if n < robust {
		return times[0], times[n-1]
	}
	return times[(n-1)/4], times[n-1-(n-1)/4]
}

// Samples is the number of runs that the cell's median and spread rest on: those
// that finished.
func (c Cell) Samples() int {
	n := 0
	for _, row := range c.Rows {
		if row.Status == OK {
			n++
		}
	}
	return n
}

// Consistent reports whether all finished runs of the cell counted the same:
// exploring is deterministic, so anything else is a defect.
func (c Cell) Consistent() bool {
	var first *Row
	for i := range c.Rows {
		row := &c.Rows[i]
		switch {
		case row.Status != OK:
		case first == nil:
			first = row
		case row.Counts != first.Counts:
			return false
		}
	}
	return true
}
