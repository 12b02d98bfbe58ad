package main

import (
	"bytes"
	"strings"
	"testing"

	"dporbench/harness/check"
	"dporbench/harness/runner"
	"dporbench/harness/tables"
	"dporbench/model"
	"dporbench/results"
)

// cell is a run of lastzero(3), which has 12 executions.
func cell(algorithm string, status results.Status, executions int64) results.Cell {
	return results.Cell{Rows: []results.Row{{
		Run:        results.Run{Benchmark: "lastzero", Params: []int{3}, Algorithm: algorithm, Repetition: 1},
		Status:     status,
		Error:      "reason",
		Executions: executions,
	}}}
}

func TestMiscounted(t *testing.T) {
	if problem := miscounted(cell("pop", results.OK, 12)); problem != "" {
		t.Errorf("the right count: %s", problem)
	}
	if problem := miscounted(cell("pop", results.OK, 11)); problem != "11 executions, published are 12" {
		t.Errorf("a wrong count: %q", problem)
	}
	if problem := miscounted(cell("pop", results.Timeout, 0)); problem != "" {
		t.Errorf("no count: %s", problem)
	}
	excess := cell("pop", results.Timeout, 0)
	excess.Rows[0].Reached = 13
	if problem := miscounted(excess); problem != "13 executions or more, published are 12" {
		t.Errorf("too many already: %q", problem)
	}
	torn := cell("pop", results.OK, 12)
	torn.Rows = append(torn.Rows, cell("pop", results.OK, 11).Rows...)
	if problem := miscounted(torn); !strings.Contains(problem, "repetitions differ") {
		t.Errorf("repetitions that differ: %q", problem)
	}
}

// TestUnexpected: only an algorithm that is not optimal may exceed a limit.
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
	if err := s.verdict(nil, cells, miscounted); err != errReported || exitStatus(err) != 1 {
		t.Errorf("error %v", err)
	}
	if want := "dporbench: lastzero 3, sleepset: 13 executions, published are 12\n"; stderr.String() != want {
		t.Errorf("said %q, want %q", stderr.String(), want)
	}
	if err := s.verdict(runner.ErrInterrupted, cells, miscounted); err != runner.ErrInterrupted {
		t.Errorf("error %v", err)
	}
	if err := s.verdict(nil, cells[:1], miscounted); err != nil {
		t.Errorf("error %v", err)
	}
}

func TestReportChecksShowsExamples(t *testing.T) {
	p := model.NewProgram("one")
	p.Var("x", 0)
	example := model.NewExecution([]model.Event{{Thread: 0, Index: 1, Kind: model.Write}}, model.Complete, "")
	checks := []tables.Check{{Program: "one", Algorithm: "pop", Result: check.Result{
		Verdict: check.Wrong,
		Reason:  "classes missing 1",
		Missing: check.Difference{Count: 1, Example: example},
	}}}
	var stdout, stderr bytes.Buffer
	if err := reportChecks(&stdout, &stderr, checks, p); err != errReported {
		t.Errorf("error %v", err)
	}
	if want := "\na class that pop misses:\n  t0.1 write x\n  complete\n"; stdout.String() != want {
		t.Errorf("printed %q, want %q", stdout.String(), want)
	}
	if want := "dporbench: one, pop: wrong: classes missing 1\n"; stderr.String() != want {
		t.Errorf("said %q, want %q", stderr.String(), want)
	}
}
