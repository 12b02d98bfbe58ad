package claims

import (
	"strings"
	"testing"
	"time"

	"dporbench/benchmarks"
	"dporbench/results"
)

// finishedRow is a run of a row of the table that took so long and so much; its
// store follows its memory.
func finishedRow(row benchmarks.PaperRow, algorithm string, seconds, megabytes float64) results.Row {
	return results.Row{
		Run:     results.Run{Benchmark: row.Benchmark, Params: row.Params, Algorithm: algorithm, Repetition: 1, Timeout: time.Hour},
		Status:  results.OK,
		Counts:  results.Counts{Executions: row.Executions},
		Reached: row.Executions,
		Wall:    time.Duration(seconds * 1e9),
		PeakRSS: int64(megabytes * 1e6),
		Stored:  results.Stored{Events: int64(100 * (megabytes - 83))},
	}
}

// papers are the paper's own figures as rows.
func papers() []results.Row {
	var all []results.Row
	for _, row := range benchmarks.PaperTable() {
		for name, figures := range map[string]benchmarks.PaperFigures{trust: row.TruSt, optimal: row.Optimal, pop: row.POP} {
			all = append(all, finishedRow(row, name, figures.Seconds, figures.MB))
		}
	}
	return all
}

func outcomes(rows []results.Row) map[string]Outcome {
	m := map[string]Outcome{}
	for _, v := range Evaluate(results.Cells(rows)) {
		m[v.Claim] = v.Outcome
	}
	return m
}

// TestPaperConfirmsItself judges the paper by its own figures, of which each is
// one sample. All it says is confirmed, but for a difference of 4 to 8 %.
func TestPaperConfirmsItself(t *testing.T) {
	exceptions := map[string]Outcome{"POP is fastest on circular-buffer": Undistinguished}
	for claim, got := range outcomes(papers()) {
		want := Confirmed
		if exception, ok := exceptions[claim]; ok {
			want = exception
		}
		if got != want {
			t.Errorf("%s: %s, want %s", claim, got, want)
		}
	}
}

func TestNothingIsNotMeasured(t *testing.T) {
	for claim, got := range outcomes(nil) {
		if got != NotMeasured {
			t.Errorf("%s: %s", claim, got)
		}
	}
}

// TestEqualAlgorithmsAreNotDistinguished: whatever is claimed of one algorithm
// against another is not confirmed if all have the same figures.
func TestEqualAlgorithmsAreNotDistinguished(t *testing.T) {
	var equal []results.Row
	for _, row := range benchmarks.PaperTable() {
		for i, name := range []string{trust, optimal, pop} {
			equal = append(equal, finishedRow(row, name, 1+0.01*float64(i), 84))
		}
	}
	for claim, got := range outcomes(equal) {
		constant := strings.Contains(claim, "constant") || strings.Contains(claim, "same executions")
		if (got == Confirmed) != constant {
			t.Errorf("%s: %s", claim, got)
		}
	}
}

// TestClaimsCanFail swaps POP and Optimal, so that what is claimed of one against
// the other must not hold.
func TestClaimsCanFail(t *testing.T) {
	swapped := papers()
	for i := range swapped {
		switch swapped[i].Algorithm {
		case pop:
			swapped[i].Algorithm = optimal
		case optimal:
			swapped[i].Algorithm = pop
		}
	}
	for claim, got := range outcomes(swapped) {
		about := strings.Contains(claim, "POP") && strings.Contains(claim, "Optimal") || strings.Contains(claim, "explodes")
		if about && got == Confirmed && !strings.Contains(claim, "same executions") && !strings.Contains(claim, "long executions") {
			t.Errorf("%s: %s", claim, got)
		}
	}
}

func TestWrongCountIsNotConfirmed(t *testing.T) {
	rows := papers()
	rows[7].Redundant = 1
	outcome, figures := sameCounts(newTable(results.Cells(rows)))
	if outcome != NotConfirmed || len(figures) != 2 || !strings.Contains(figures[1], "1 redundant") {
		t.Errorf("%s, %q", outcome, figures)
	}
	rows[7].Executions++
	if _, figures := sameCounts(newTable(results.Cells(rows))); !strings.Contains(figures[1], "instead of") {
		t.Errorf("%q", figures)
	}
}

// TestRunningOutOfMemory: two rows finished without growth, the third did not.
func TestRunningOutOfMemory(t *testing.T) {
	its := rows("poke")
	all := []results.Row{
		finishedRow(its[0], pop, 1, 84), finishedRow(its[1], pop, 1, 84), finishedRow(its[2], pop, 1, 8000),
	}
	all[2].Status, all[2].Executions, all[2].Stored = results.OutOfMemory, 0, results.Stored{}
	outcome, figures := constant(pop, "poke")(newTable(results.Cells(all)))
	if outcome != NotConfirmed || !strings.Contains(figures[0], "poke 20: oom at 8000.0 MB") {
		t.Errorf("%s, %q", outcome, figures)
	}
}

func TestWorst(t *testing.T) {
	for _, test := range []struct {
		outcomes []Outcome
		want     Outcome
	}{
		{nil, NotMeasured},
		{[]Outcome{Confirmed, Confirmed}, Confirmed},
		{[]Outcome{Confirmed, Undistinguished}, Undistinguished},
		{[]Outcome{Undistinguished, NotMeasured}, NotMeasured},
		{[]Outcome{NotMeasured, NotConfirmed, Confirmed}, NotConfirmed},
	} {
		if got := worst(test.outcomes); got != test.want {
			t.Errorf("worst of %q is %q, want %q", test.outcomes, got, test.want)
		}
	}
}
