package table1

import (
	"encoding/json"
	"io"
	"regexp"
	"strings"
	"testing"
	"time"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"

	"dporbench/benchmarks"
	"dporbench/harness/internal/check"
	"dporbench/harness/internal/shared/table"
	"dporbench/harness/internal/verify"
	"dporbench/internal/certificate"
	"dporbench/model/memory"
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

// counts are the published numbers of executions, by parameter; if one is negative,
// the algorithms disagree.
type counts map[int]int64

func (c counts) Published(r results.Run) int64  { return max(0, c[r.Params[0]]) }
func (c counts) Executions(r results.Run) int64 { return c.Published(r) }
func (c counts) Complete(r results.Run) int64   { return c.Published(r) }
func (c counts) Promise(string) table.Promise   { return table.Promise{EveryClass: true, Once: true} }
func (c counts) Disagree(r results.Run) bool    { return c[r.Params[0]] < 0 }

func TestRuns(t *testing.T) {
	var b strings.Builder
	cells := results.Cells([]results.Row{
		row("pop", 3, results.OK, 12), row("sleepset", 3, results.OK, 13), row("exhaustive", 3, results.Timeout, 1234567),
	})
	cells[1].Rows[0].Failed = 3
	if err := table.DrawRuns(&b, cells, counts{3: 12}); err != nil {
		t.Fatal(err)
	}
	const want = `
 program     algorithm   status    executions     redundant  failed  events  steps each  time/s  CPU/s  memory/MB  ratio
─────────────────────────────────────────────────────────────────────────────────────────────────────────────────────────
 lastzero 3  pop         ok                12  ✓          0       0  12,345       1,029    1.50   2.00        8.4
 lastzero 3  sleepset    ok                13  ✗          0       3  12,345         950    1.50   2.00        8.4  1.00~
 lastzero 3  exhaustive  timeout  ≥ 1,234,567  ✗          –       –       –           –       –      –        8.4      –
`
	if diff := cmp.Diff(want, "\n"+b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestRunsCountBlocked: if threads are blocked, complete executions are counted separately.
func TestRunsCountBlocked(t *testing.T) {
	cells := results.Cells([]results.Row{row("pop", 3, results.OK, 12)})
	cells[0].Rows[0].Deadlocked, cells[0].Rows[0].AssumeBlocked = 3, 2
	var b strings.Builder
	if err := table.DrawRuns(&b, cells, counts{3: 12}); err != nil {
		t.Fatal(err)
	}
	if !regexp.MustCompile(`complete  deadlocked  assume-blocked.*\n.*\n.* 7 +3 +2 `).MatchString(b.String()) {
		t.Errorf("7 complete, 3 deadlocked and 2 assume-blocked executions in\n%s", &b)
	}
	text, err := json.Marshal(cells[0])
	if err != nil || !strings.Contains(string(text), `"complete":7,`) {
		t.Errorf("%s, error %v", text, err)
	}
}

// TestRunsFit: if there is little room, columns stand in a table below, which names the runs again.
func TestRunsFit(t *testing.T) {
	t.Setenv("COLUMNS", "80")
	var b strings.Builder
	if err := table.DrawRuns(&b, results.Cells([]results.Row{row("pop", 3, results.OK, 12), row("sleepset", 3, results.OK, 13)}), counts{}); err != nil {
		t.Fatal(err)
	}
	const want = `
 program     algorithm  status  executions    redundant  events  steps each
────────────────────────────────────────────────────────────────────────────
 lastzero 3  pop        ok              12            0  12,345       1,029
 lastzero 3  sleepset   ok              13            0  12,345         950

 program     algorithm  time/s  CPU/s  memory/MB  ratio
────────────────────────────────────────────────────────
 lastzero 3  pop          1.50   2.00        8.4
 lastzero 3  sleepset     1.50   2.00        8.4  1.00~
`
	if diff := cmp.Diff(want, "\n"+b.String()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// TestRunsThatDisagree: if no count is published, algorithms with different counts
// are marked.
func TestRunsThatDisagree(t *testing.T) {
	var b strings.Builder
	cells := results.Cells([]results.Row{row("pop", 3, results.OK, 12), row("trust", 3, results.OK, 13)})
	if err := table.DrawRuns(&b, cells, counts{3: -1}); err != nil {
		t.Fatal(err)
	}
	if strings.Count(b.String(), " ≠ ") != 2 {
		t.Errorf("got %s", b.String())
	}
}

// table1Rows and table1Cells are a table with everything that a table can have.
var table1Rows = []benchmarks.PaperRow{
	{Benchmark: "lastzero", Params: []int{3}, Executions: 12, POP: benchmarks.PaperFigures{Seconds: 0.27, MB: 84}},
	{Benchmark: "lastzero", Params: []int{4}, Executions: 28, POP: benchmarks.PaperFigures{Seconds: 1, MB: 85}},
}

var table1Cells = results.Cells([]results.Row{
	row("sleepset", 3, results.OutOfMemory, 10), row("pop", 3, results.OK, 12), row("pop", 4, results.OK, 27),
})

func TestTable1WithThePapersFigures(t *testing.T) {
	const want = `
             executions    sleepset                              pop
 program          paper  executions    time/s  memory/MB  executions     time/s  paper  memory/MB  paper
─────────────────────────────────────────────────────────────────────────────────────────────────────────
 lastzero 3          12        ≥ 10       oom        8.4          12  ✓    1.50   0.27        8.4     84
 lastzero 4          28           –         –          –          27  ✗    1.50   1.00        8.4     85
`
	checkTable(t, want, func(w io.Writer) error {
		return Table{table1Rows, []string{"sleepset", "pop"}, table1Cells, true, false, memory.SC, nil}.Write(w, table.Text)
	})
}

func TestTable1WithoutThem(t *testing.T) {
	const want = `
             executions        sleepset                pop
 program          paper          time/s   MB        time/s   MB
────────────────────────────────────────────────────────────────
 lastzero 3          12  ≥ 10       oom  8.4     ✓    1.50  8.4
 lastzero 4          28               –    –  ✗ 27    1.50  8.4
`
	checkTable(t, want, func(w io.Writer) error {
		return Table{table1Rows, []string{"sleepset", "pop"}, table1Cells, false, false, memory.SC, nil}.Write(w, table.Text)
	})
}

// TestTable1FitsOnALine draws the whole table with the paper's figures as ours,
// repeated, and the ratios: the widest tables to be expected.
func TestTable1FitsOnALine(t *testing.T) {
	names := []string{"trust", "optimal", "pop"}
	var measured []results.Row
	for _, paper := range benchmarks.PaperTable() {
		for _, name := range names {
			r := row(name, 0, results.OK, paper.Executions)
			r.Benchmark, r.Params, r.PeakRSS, r.Wall = paper.Benchmark, paper.Params, 9_999_900_000, 1234*time.Second
			again := r
			again.Repetition, again.Wall = 2, r.Wall+r.Wall/9
			measured = append(measured, r, again)
		}
	}
	drawn := Table{benchmarks.PaperTable(), names, results.Cells(measured), false, false, memory.SC, nil}
	var b strings.Builder
	if err := drawn.Write(&b, table.Text); err != nil {
		t.Fatal(err)
	}
	if err := drawn.Ratios(&b, table.Text); err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(b.String()) {
		if n := utf8.RuneCountInString(strings.TrimSuffix(line, "\n")); n > 120 {
			t.Errorf("%d columns: %s", n, line)
		}
	}
}

// checkTable compares the output of write up to the first empty line.
func checkTable(t *testing.T, want string, write func(io.Writer) error) {
	t.Helper()
	var b strings.Builder
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	table, _, _ := strings.Cut(strings.TrimSuffix(b.String(), "\n"), "\n\n")
	if diff := cmp.Diff(want, "\n"+table+"\n"); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestSeconds(t *testing.T) {
	for d, want := range map[time.Duration]string{
		87 * time.Microsecond: "0.0001", 1500 * time.Millisecond: "1.50", 99 * time.Second: "99.00", 20 * time.Minute: "1200",
	} {
		if got := table.Seconds(d); got != want {
			t.Errorf("seconds(%v) = %q, want %q", d, got, want)
		}
	}
}

func TestCount(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1,000", 6984234: "6,984,234"} {
		if got := table.Count(n); got != want {
			t.Errorf("count(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestVerification(t *testing.T) {
	r := certificate.Result{
		Header:  certificate.Header{Benchmark: "lastzero", Params: []int{3}, Algorithm: "pop"},
		Classes: 1234, Events: 5678, Races: 90,
	}
	for v, missing := range map[check.Verdict]string{check.OK: "0", check.Wrong: "≥ 1", check.Unknown: table.None} {
		var b strings.Builder
		if err := verify.Draw(&b, r, v); err != nil {
			t.Fatal(err)
		}
		line := strings.Fields(strings.Split(b.String(), "\n")[2])
		want := "lastzero 3 pop " + string(v) + " 1,234 5,678 0 90 " + missing
		if got := strings.Join(line, " "); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}
