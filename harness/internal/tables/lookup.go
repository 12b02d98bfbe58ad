package tables

import "dporbench/results"

// runKey is what a cell stands for in a table of programs and algorithms.
type runKey struct{ program, algorithm string }

func byRun(cells []results.Cell) map[runKey]results.Cell {
	m := map[runKey]results.Cell{}
	for _, c := range cells {
		r := c.Rows[0]
		m[runKey{r.Name(), r.Algorithm}] = c
	}
	return m
}
