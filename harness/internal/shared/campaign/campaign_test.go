package campaign

import (
	"slices"
	"testing"

	"dporbench/results"
)

// cell is a run of lastzero(3).
func cell(algorithm string, status results.Status, executions int64) results.Cell {
	return results.Cell{Rows: []results.Row{{
		Run:    results.Run{Benchmark: "lastzero", Params: []int{3}, Algorithm: algorithm, Repetition: 1},
		Status: status,
		Counts: results.Counts{Executions: executions},
	}}}
}

// TestCellsAreInTheOrderAskedFor, in whatever order they were measured.
func TestCellsAreInTheOrderAskedFor(t *testing.T) {
	other := func(algorithm string) results.Cell {
		c := cell(algorithm, results.OK, 1)
		c.Rows[0].Params = []int{4}
		return c
	}
	c := Campaign{Algorithms: []string{"trust", "pop"}}
	var got []string
	for _, c := range c.inOrder([]results.Cell{
		cell("pop", results.OK, 1), cell("trust", results.OK, 1), other("trust"), other("pop"),
	}) {
		got = append(got, c.Rows[0].Name()+" "+c.Rows[0].Algorithm)
	}
	if want := []string{"lastzero 3 trust", "lastzero 3 pop", "lastzero 4 trust", "lastzero 4 pop"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}

func TestFewSamples(t *testing.T) {
	many := cell("pop", results.OK, 1)
	for n := 2; n <= 5; n++ {
		row := many.Rows[0]
		row.Repetition = n
		many.Rows = append(many.Rows, row)
	}
	if got := fewSamples([]results.Cell{many, cell("optimal", results.Timeout, 0)}); got != nil {
		t.Errorf("%q of five samples, and of a run that did not finish", got)
	}
	got := fewSamples([]results.Cell{many, cell("trust", results.OK, 1)})
	if want := []string{"1 of 2 cells rest on fewer than 5 samples"}; !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
