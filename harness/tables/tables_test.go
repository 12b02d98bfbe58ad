package tables

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dporbench/benchmarks"
	"dporbench/results"
)

func row(algorithm string, params int, status results.Status, executions int64) results.Row {
	r := results.Row{
		Run:    results.Run{Benchmark: "lastzero", Params: []int{params}, Algorithm: algorithm, Repetition: 1},
		Status: status, Reached: executions, PeakRSS: 8_400_000,
	}
	if status == results.OK {
		r.Executions, r.Events, r.Wall, r.CPU = executions, 12345, 1500*time.Millisecond, 2*time.Second
	}
	return r
}

func published(results.Run) int64 { return 12 }

func TestRuns(t *testing.T) {
	var b strings.Builder
	cells := results.Cells([]results.Row{
		row("pop", 3, results.OK, 12), row("sleepset", 3, results.OK, 13), row("exhaustive", 3, results.Timeout, 1234567),
	})
	if err := Runs(&b, cells, published); err != nil {
		t.Fatal(err)
	}
	const want = `
 program     algorithm   status    executions     redundant  deadlocked  assume-blocked  failed  events  time/s  CPU/s  memory/MB
──────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
 lastzero 3  pop         ok                12  ✓          0           0               0       0  12,345    1.50   2.00        8.4
 lastzero 3  sleepset    ok                13  ✗          0           0               0       0  12,345    1.50   2.00        8.4
 lastzero 3  exhaustive  timeout  ≥ 1,234,567  ✗          –           –               –       –       –       –      –        8.4
`
	if diff := cmp.Diff(want, "\n"+b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestTable1(t *testing.T) {
	var b strings.Builder
	rows := []benchmarks.PaperRow{
		{Benchmark: "lastzero", Params: []int{3}, Executions: 12, POP: benchmarks.PaperFigures{Seconds: 0.27, MB: 84}},
		{Benchmark: "lastzero", Params: []int{4}, Executions: 28, POP: benchmarks.PaperFigures{Seconds: 1, MB: 85}},
	}
	cells := results.Cells([]results.Row{
		row("sleepset", 3, results.OutOfMemory, 10), row("pop", 3, results.OK, 12), row("pop", 4, results.OK, 27),
	})
	if err := Table1(&b, rows, []string{"sleepset", "pop"}, cells); err != nil {
		t.Fatal(err)
	}
	const want = `
 program     executions    sleepset    time/s  memory/MB         pop     time/s  paper  memory/MB  paper
                  paper  executions                       executions
─────────────────────────────────────────────────────────────────────────────────────────────────────────
 lastzero 3          12        ≥ 10       oom        8.4          12  ✓    1.50   0.27        8.4     84
 lastzero 4          28           –         –          –          27  ✗    1.50   1.00        8.4     85
`
	table, _, _ := strings.Cut(b.String(), "\n\n")
	if diff := cmp.Diff(want, "\n"+table+"\n"); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSeconds(t *testing.T) {
	for d, want := range map[time.Duration]string{
		87 * time.Microsecond: "0.0001", 1500 * time.Millisecond: "1.50", 99 * time.Second: "99.00", 20 * time.Minute: "1200",
	} {
		if got := seconds(d); got != want {
			t.Errorf("seconds(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 6984234: "6,984,234"} {
		if got := count(n); got != want {
			t.Errorf("count(%d) = %q, want %q", n, got, want)
		}
	}
}
