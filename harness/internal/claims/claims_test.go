package claims

import (
	"strings"
	"testing"
	"time"

	"dporbench/benchmarks"
	"dporbench/results"
)

// finishedRow is a run of a row of the table with this time and memory; its store
// follows its memory.
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

// sampled has five samples of each row, within 6 % of it, of which the first is the
// median.
func sampled(rows []results.Row) []results.Row {
	var all []results.Row
	for _, row := range rows {
		for n, part := range []float64{1, 0.94, 0.97, 1.03, 1.06} {
			again := row
			again.Repetition = n + 1
			again.Wall = time.Duration(part * float64(row.Wall))
			again.PeakRSS = int64((1 + (part-1)/100) * float64(row.PeakRSS))
			all = append(all, again)
		}
	}
	return all
}

// papers are the paper's own figures as rows.
func papers() []results.Row {
	var all []results.Row
	for _, row := range benchmarks.PaperTable() {
		for name, figures := range map[string]benchmarks.PaperFigures{trust: row.TruSt, optimal: row.Optimal, pop: row.POP} {
			all = append(all, finishedRow(row, name, figures.Seconds, figures.MB))
		}
	}
	return sampled(all)
}

func outcomes(rows []results.Row) map[string]Outcome {
	m := map[string]Outcome{}
	for _, v := range Evaluate(results.Cells(rows)) {
		m[v.Claim] = v.Outcome
	}
	return m
}

// TestPaperConfirmsItself judges the paper by its own figures. They confirm all its
// claims, except for a difference of 4 to 8 %, less than the spread of these samples,
// and for the row on which POP takes 0.06 s and Optimal 0.05 s.
func TestPaperConfirmsItself(t *testing.T) {
	exceptions := map[string]Outcome{
		"POP is fastest on circular-buffer": Undistinguished,
		"POP is never slower than Optimal":  NotConfirmed,
	}
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

// TestEqualAlgorithmsAreNotDistinguished: no claim about one algorithm against
// another is confirmed if all have the same figures.
func TestEqualAlgorithmsAreNotDistinguished(t *testing.T) {
	var equal []results.Row
	for _, row := range benchmarks.PaperTable() {
		for i, name := range []string{trust, optimal, pop} {
			equal = append(equal, finishedRow(row, name, 1+0.01*float64(i), 84))
		}
	}
	for claim, got := range outcomes(sampled(equal)) {
		constant := strings.Contains(claim, "constant") || strings.Contains(claim, "same executions")
		if (got == Confirmed) != constant {
			t.Errorf("%s: %s", claim, got)
		}
	}
}

// TestClaimsCanFail swaps POP and Optimal, so that claims about one against the other
// must not hold.
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
	for i := 35; i < 40; i++ { // the samples of one cell
		rows[i].Redundant = 1
	}
	outcome, figures := sameCounts(newTable(results.Cells(rows)))
	if outcome != NotConfirmed || len(figures) != 2 || !strings.Contains(figures[1], "1 redundant") {
		t.Errorf("%s, %q", outcome, figures)
	}
	for i := 35; i < 40; i++ {
		rows[i].Executions++
	}
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
	outcome, figures := constant(pop, "poke").judge(newTable(results.Cells(all)))
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
		{[]Outcome{Confirmed, Exceeded}, Confirmed},
		{[]Outcome{Exceeded, Undistinguished}, Undistinguished},
		{[]Outcome{NotMeasured, NotConfirmed, Confirmed}, NotConfirmed},
	} {
		if got := worst(test.outcomes); got != test.want {
			t.Errorf("worst of %q is %q, want %q", test.outcomes, got, test.want)
		}
	}
}

// TestRulesAndWordsAgree: seventeen times as fast is not "about twice".
func TestRulesAndWordsAgree(t *testing.T) {
	rule := times(pop, optimal, 1.5, 3, "indexer")
	for factor, want := range map[float64]Outcome{1: Undistinguished, 1.4: NotConfirmed, 2: Confirmed, 16.74: Exceeded} {
		var all []results.Row
		for _, row := range rows("indexer") {
			all = append(all, finishedRow(row, pop, 1, 84), finishedRow(row, optimal, factor, 84))
		}
		if got, figures := rule.judge(newTable(results.Cells(sampled(all)))); got != want {
			t.Errorf("%v: %s, want %s: %q", factor, got, want, figures)
		}
	}
	for _, v := range Evaluate(nil) {
		if v.Rule == "" {
			t.Errorf("%s: no rule", v.Claim)
		}
	}
}

// TestOthers adds the rows of another tool: there is a claim about it then, and it fails where the tool is faster.
func TestOthers(t *testing.T) {
	const claim = "POP is never slower here than in the tool of its authors"
	if _, shown := outcomes(papers())[claim]; shown {
		t.Error("a claim about a tool that was not measured")
	}
	for seconds, want := range map[float64]Outcome{10_000: Confirmed, 0.001: NotConfirmed} {
		var rows []results.Row
		for _, row := range benchmarks.PaperTable() {
			rows = append(rows, finishedRow(row, "nidhugg-pop", seconds, 100))
		}
		if got := outcomes(append(papers(), sampled(rows)...))[claim]; got != want {
			t.Errorf("%v s for each row: %s, want %s", seconds, got, want)
		}
	}
}
