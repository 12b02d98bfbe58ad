package harness

import (
	"bytes"
	"testing"

	"dporbench/harness/internal/runner"
	"dporbench/results"
)

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
		cell     results.Cell
		expected int64
		want     string
	}{
		{cell("pop", results.OK, 12), 12, ""},
		{cell("pop", results.OK, 12), 0, ""},
		{cell("pop", results.OK, 11), 12, "11 executions instead of 12"},
		{cell("pop", results.OK, 13), 12, "13 executions instead of 12"},
		{cell("pop", results.Timeout, 0), 12, ""},
		{cell("randomwalk", results.OK, 13), 12, ""},
		{excess, 12, "13 executions or more instead of 12"},
		{excess, 0, ""},
		{torn, 0, "its repetitions differ in what they count"},
	} {
		if got := miscounted(test.cell, test.expected); got != test.want {
			t.Errorf("%v, expected %d: %q, want %q", test.cell, test.expected, got, test.want)
		}
	}
}

// TestExpectations: the published count comes first, and then what the first
// cell that finished has.
func TestExpectations(t *testing.T) {
	unpublished := func(c results.Cell) results.Cell {
		c.Rows[0].Params = []int{30}
		return c
	}
	expected := expectations([]results.Cell{
		cell("pop", results.OK, 11),
		unpublished(cell("optimal", results.Timeout, 0)),
		unpublished(cell("pop", results.OK, 5)),
		unpublished(cell("sleepset", results.OK, 6)),
	})
	for params, want := range map[int]int64{3: 12, 30: 5, 31: 0} {
		if got := expected(results.Run{Benchmark: "lastzero", Params: []int{params}}); got != want {
			t.Errorf("lastzero %d: %d, want %d", params, got, want)
		}
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
		if got := unexpected(cell(test.algorithm, test.status, 12)); (got != "") != test.bad {
			t.Errorf("%s, %s: %q", test.algorithm, test.status, got)
		}
	}
}

func TestVerdictFallsShort(t *testing.T) {
	var stderr bytes.Buffer
	s := session{stderr: &stderr}
	cells := []results.Cell{cell("pop", results.OK, 12), cell("sleepset", results.OK, 13)}
	judge := func(c results.Cell) string { return miscounted(c, 12) }
	if err := s.verdict(nil, cells, judge); err != errReported || exitStatus(err) != 1 {
		t.Errorf("error %v", err)
	}
	if want := "dporbench: lastzero 3, sleepset: 13 executions instead of 12\n"; stderr.String() != want {
		t.Errorf("said %q, want %q", stderr.String(), want)
	}
	if err := s.verdict(runner.ErrInterrupted, cells, judge); err != runner.ErrInterrupted {
		t.Errorf("error %v", err)
	}
	if err := s.verdict(nil, cells[:1], judge); err != nil {
		t.Errorf("error %v", err)
	}
}
