package results

import (
	"cmp"
	"encoding/json"
	"slices"
	"strings"
	"time"
)

// Cell holds the repetitions of one run, which make one figure of a table.
type Cell struct {
	Rows []Row // at least one, in the order of their repetitions
}

// Cells groups rows into cells, in the order in which they first appear. Of
// several rows of the same run the last one counts.
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

// Median is the row that represents the cell: the first that failed or exceeded
// a limit, if any, or else the one with the median wall-clock time, the faster
// of the middle two if their number is even. Its peak memory is the median of all finished runs, the lower of two, because the run with
// the median time may have any; all other figures are of one actual run. An interrupted run represents the cell only if there
// is no other.
func (c Cell) Median() Row {
	for _, row := range c.Rows {
		if row.Status != OK && row.Status != Interrupted {
			return row
		}
	}
	finished := c.finished()
	if len(finished) == 0 {
		return c.Rows[0]
	}
	middle := (len(finished) - 1) / 2
	row := finished[middle]
	slices.SortFunc(finished, func(a, b Row) int { return cmp.Compare(a.PeakRSS, b.PeakRSS) })
	row.PeakRSS = finished[middle].PeakRSS
	return row
}

// finished returns the rows of finished runs, in the order of their wall-clock times.
func (c Cell) finished() []Row {
	finished := slices.DeleteFunc(slices.Clone(c.Rows), func(r Row) bool { return r.Status != OK })
	slices.SortStableFunc(finished, func(a, b Row) int { return cmp.Compare(a.Wall, b.Wall) })
	return finished
}

// Spread is the shortest and the longest wall-clock time of the cell's
// finished runs, both 0 when there are none.
func (c Cell) Spread() (shortest, longest time.Duration) { return c.within(0) }

// within is the range of wall-clock times without that many finished runs at either end.
func (c Cell) within(left int) (low, high time.Duration) {
	finished := c.finished()
	if len(finished) == 0 {
		return 0, 0
	}
	return finished[left].Wall, finished[len(finished)-1-left].Wall
}

// robust is the least number of samples among which a single outlier does not matter.
const robust = 5

// MiddleHalf is the range of wall-clock times of the cell's finished runs: of the
// middle half if there are at least five, or else of all; both 0 when there are
// none.
func (c Cell) MiddleHalf() (low, high time.Duration) {
	n := c.Samples()
	if n < robust {
		return c.Spread()
	}
	return c.within((n - 1) / 4)
}

// Samples is the number of runs behind the cell's median and spread: the runs that
// finished.
func (c Cell) Samples() int { return len(c.finished()) }

// Consistent reports whether all finished runs of the cell counted the same:
// exploring is deterministic, so anything else is a defect.
func (c Cell) Consistent() bool {
	finished := c.finished()
	return !slices.ContainsFunc(finished, func(r Row) bool { return r.Counts != finished[0].Counts })
}

// Latest leaves out rows of runs that another build has measured since, so that
// no cell mixes builds: each run keeps the rows of the build that measured it
// last.
func Latest(rows []Row) []Row {
	last := map[config]string{}
	for _, row := range rows {
		last[row.config()] = row.Build
	}
	return slices.DeleteFunc(slices.Clone(rows), func(r Row) bool { return r.Build != last[r.config()] })
}

// MarshalJSON writes the cell's median run as one object. Its fields are the columns of the
// file, in their order, except that params is an array and the counters of storage and work are
// the fields of objects peak_stored and work; whatever is unknown about a run that did not finish
// is null. Then follow the number of repetitions, and the shortest and the longest wall-clock
// time of the finished repetitions.
func (c Cell) MarshalJSON() ([]byte, error) {
	o := c.Median().object()
	shortest, longest := c.Spread()
	o.add("repetitions", len(c.Rows))
	o.add("wall_s_min", shortest.Seconds())
	o.add("wall_s_max", longest.Seconds())
	return o.MarshalJSON()
}

// Complete is the number of executions with no other outcome: every thread has ended, and nothing is wrong. An execution that raced is
// not among them, even if all its threads have ended.
func (r Row) Complete() int64 {
	return r.Executions - r.Blocked() - r.Failed - r.Raced - r.NonLinearizable
}

// Blocked is the number of executions in which a thread waits forever or stopped at a false
// Assume.
func (r Row) Blocked() int64 {
	return r.Deadlocked + r.Starved + r.Livelocked + r.Leaked + r.AssumeBlocked
}

func (r Row) object() *object {
	var plain, stored, work object
	for _, c := range columns {
		if name, ok := strings.CutPrefix(c.name, storedPrefix); ok {
			stored.add(name, c.value(&r))
		} else if name, ok := strings.CutPrefix(c.name, workPrefix); ok {
			work.add(name, c.value(&r))
		} else {
			plain.add(c.name, c.value(&r))
			if c.name == "events" {
				plain.add("complete", r.Complete())
			}
		}
	}
	plain.add(strings.TrimSuffix(storedPrefix, "_"), &stored)
	plain.add(strings.TrimSuffix(workPrefix, "_"), &work)
	return &plain
}

// An object keeps its fields in the order in which they were added. Names must not need escaping.
type object struct {
	fields []string
	err    error // the first one
}

func (o *object) add(name string, value any) {
	text, err := json.Marshal(value)
	o.fields = append(o.fields, `"`+name+`":`+string(text))
	o.err = cmp.Or(o.err, err)
}

func (o *object) MarshalJSON() ([]byte, error) {
	return []byte("{" + strings.Join(o.fields, ",") + "}"), o.err
}
