package table

import (
	"slices"
	"testing"

	"dporbench/harness/internal/shared/program"
	"dporbench/results"
)

// of returns the expectations for some cells.
func of(t *testing.T, cells ...results.Cell) *Expectations {
	t.Helper()
	r, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return Expect(r, cells)
}

// unpublished is the cell with a parameter for which no count is published.
func unpublished(c results.Cell) results.Cell {
	for i := range c.Rows {
		c.Rows[i].Params = []int{30}
	}
	return c
}

// cell is a run of lastzero(3), which has 12 executions.
func cell(algorithm string, status results.Status, executions int64) results.Cell {
	return results.Cell{Rows: []results.Row{{
		Run:    results.Run{Benchmark: "lastzero", Params: []int{3}, Algorithm: algorithm, Repetition: 1},
		Status: status,
		Error:  "reason",
		Counts: results.Counts{Executions: executions},
	}}}
}

func TestMiscounted(t *testing.T) {
	excess := cell("pop", results.Timeout, 0)
	excess.Rows[0].Reached = 13
	torn := cell("pop", results.OK, 12)
	torn.Rows = append(torn.Rows, cell("pop", results.OK, 11).Rows...)
	for _, test := range []struct {
		cell  results.Cell
		known bool // how many executions there are
		want  string
	}{
		{cell("pop", results.OK, 12), true, ""},
		{cell("pop", results.OK, 12), false, ""},
		{cell("pop", results.OK, 11), true, "11 executions instead of 12"},
		{cell("pop", results.OK, 13), true, "13 executions instead of 12"},
		{cell("pop", results.Timeout, 0), true, ""},
		{cell("randomwalk", results.OK, 13), true, ""},
		{excess, true, "13 executions or more instead of 12"},
		{excess, false, ""},
		{torn, false, "its repetitions differ in what they count"},
	} {
		c := results.Cell{Rows: slices.Clone(test.cell.Rows)}
		if !test.known {
			c = unpublished(c)
		}
		if got := of(t).miscounted(c); got != test.want {
			t.Errorf("%v: %q, want %q", test.cell, got, test.want)
		}
	}
}

// TestExpectations: the published count comes first, then the one on which the
// algorithms that visit each class once agree, whatever their order.
func TestExpectations(t *testing.T) {
	agreed := []results.Cell{
		cell("pop", results.OK, 11),
		unpublished(cell("optimal", results.Timeout, 0)),
		unpublished(cell("randomwalk", results.OK, 4)),
		unpublished(cell("pop", results.OK, 5)),
		unpublished(cell("sleepset", results.OK, 5)),
	}
	disagreed := append(slices.Clone(agreed), unpublished(cell("trust", results.OK, 6)))
	for range len(disagreed) {
		disagreed = append(disagreed[1:], disagreed[0])
		for params, want := range map[int][2]int64{3: {12, 12}, 30: {5, 0}, 31: {0, 0}} {
			run := results.Run{Benchmark: "lastzero", Params: []int{params}}
			if got := of(t, agreed...).Executions(run); got != want[0] {
				t.Errorf("lastzero %d: %d, want %d", params, got, want[0])
			}
			if got := of(t, disagreed...).Executions(run); got != want[1] {
				t.Errorf("lastzero %d, where they disagree: %d, want %d", params, got, want[1])
			}
		}
		const problem = "lastzero 30: algorithms that visit each class exactly once disagree: pop 5, sleepset 5, trust 6"
		if got := of(t, disagreed...).Evaluate(disagreed, Unfinished); !slices.Contains(got, problem) {
			t.Errorf("%q", got)
		}
	}
	if got := of(t, agreed...).Evaluate(agreed[2:], Unfinished); got != nil {
		t.Errorf("%q of algorithms that agree", got)
	}
}

// TestUnexpected: an algorithm may exceed a limit unless it is optimal with
// polynomial memory.
func TestUnexpected(t *testing.T) {
	for _, test := range []struct {
		algorithm string
		status    results.Status
		bad       bool
	}{
		{"pop", results.OK, false},
		{"pop", results.Timeout, true},
		{"pop", results.OutOfMemory, true},
		{"pop", results.Failed, true},
		{"pop-lazy", results.Timeout, false},
		{"optimal", results.OutOfMemory, false},
		{"optimal", results.Failed, true},
		{"sleepset", results.OK, false},
		{"sleepset", results.Timeout, false},
		{"sleepset", results.OutOfMemory, false},
		{"sleepset", results.Failed, true},
	} {
		if got := of(t).Unexpected(cell(test.algorithm, test.status, 12)); (got != "") != test.bad {
			t.Errorf("%s, %s: %q", test.algorithm, test.status, got)
		}
	}
}

// TestMarksAgreeWithProblems: a table shows ✗ where a problem is reported, and only there.
func TestMarksAgreeWithProblems(t *testing.T) {
	marked := 0
	for _, algorithm := range []string{"pop", "source", "randomwalk", "of-another-version"} {
		for _, status := range []results.Status{results.OK, results.Timeout} {
			for _, executions := range []int64{5, 12, 30} {
				c := cell(algorithm, status, executions)
				c.Rows[0].Reached = executions
				e := of(t, c)
				row := c.Rows[0]
				wrong := Mark(row, e.Promise(algorithm), e.Published(row.Run)) == Disagrees
				problems := e.Evaluate([]results.Cell{c}, func(results.Cell) string { return "" })
				if wrong != (len(problems) > 0) {
					t.Errorf("%s, %s, %d executions: marked as wrong %v, problems %q", algorithm, status, executions, wrong, problems)
				}
				if wrong {
					marked++
				}
			}
		}
	}
	if marked == 0 {
		t.Error("nothing is wrong")
	}
}
