package table1

import (
	"encoding/csv"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dporbench/harness/internal/claims"
	"dporbench/harness/internal/shared/table"
	"dporbench/results"
)

// compared is a table with something to compare.
func compared() Table {
	optimal := row("optimal", 3, results.OK, 12)
	optimal.Wall, optimal.PeakRSS = 3*time.Second, 16_800_000
	slower := row("pop", 3, results.OK, 12)
	slower.Repetition, slower.Wall = 2, 1600*time.Millisecond
	return Table{
		Rows:       table1Rows,
		Algorithms: []string{"optimal", "pop"},
		Cells:      results.Cells([]results.Row{optimal, row("pop", 3, results.OK, 12), slower, row("pop", 4, results.Timeout, 5)}),
	}
}

func draw(t *testing.T, write func(*strings.Builder) error) string {
	t.Helper()
	var b strings.Builder
	if err := write(&b); err != nil {
		t.Fatal(err)
	}
	return "\n" + b.String()
}

func TestMarkdown(t *testing.T) {
	const want = `
| program | executions paper |  | optimal time/s | ±%/n | MB |  | pop time/s | ±%/n | MB |
|:---|---:|---:|---:|---:|---:|---:|---:|---:|---:|
| lastzero 3 | 12 | ✓ | 3.00 | –/1 | 16.8 | ✓ | 1.50 | 7/2 | 8.4 |
| lastzero 4 | 28 |  | – | – | – | ≥ 5 | timeout | – | 8.4 |
`
	got := draw(t, func(b *strings.Builder) error { return compared().Write(b, table.Markdown) })
	if table, _, _ := strings.Cut(got, "\n\n"); table+"\n" != want {
		t.Errorf("(-want +got):\n%s", cmp.Diff(want, table+"\n"))
	}
}

func TestLaTeX(t *testing.T) {
	const want = `
% needs \usepackage{amssymb,booktabs,longtable}
{\scriptsize\setlength{\tabcolsep}{1.8pt}
\begin{longtable}{@{}lrrrrrrrrr@{}}
\toprule
program & executions &  & optimal &  &  &  & pop &  &  \\
 & paper &  & time/s & $\pm$\%/n & MB &  & time/s & $\pm$\%/n & MB \\
\midrule
\endhead
\bottomrule
\endfoot
lastzero 3 & 12 & $\checkmark$ & 3.00 & --/1 & 16.8 & $\checkmark$ & 1.50 & 7/2 & 8.4 \\
lastzero 4 & 28 &  & -- & -- & -- & $\geq$ 5 & timeout & -- & 8.4 \\
\end{longtable}}
`
	got := draw(t, func(b *strings.Builder) error { return compared().Write(b, table.LaTeX) })
	table, legend, _ := strings.Cut(got, "\n\n")
	if table+"\n" != want {
		t.Errorf("(-want +got):\n%s", cmp.Diff(want, table+"\n"))
	}
	if i := strings.IndexFunc(legend, func(r rune) bool { return r > 126 }); i >= 0 {
		t.Errorf("a letter of the legend is not escaped: %s", legend[i:])
	}
}

func TestLaTeXEscapes(t *testing.T) {
	if got, want := table.Latex(`a_b & 5% {~} \ a<b|c`), `a\_b \& 5\% \{$\sim$\} \textbackslash{} a\textless{}b\textbar{}c`; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestCSV(t *testing.T) {
	got := draw(t, func(b *strings.Builder) error { return compared().Write(b, table.CSV) })
	records, err := csv.NewReader(strings.NewReader(got)).ReadAll()
	if err != nil || len(records) != 4 {
		t.Fatalf("%d records, error %v", len(records), err)
	}
	want := []string{"lastzero 3", "pop", "ok", "12", "12", "yes", "2", "1.5", "1.5", "1.6", "8400000", "0.27", "84"}
	if !slices.Equal(records[2], want) {
		t.Errorf("%q, want %q", records[2], want)
	}
	want = []string{"lastzero 4", "pop", "timeout", "", "28", "", "0", "", "", "", "8400000", "1", "85"}
	if !slices.Equal(records[3], want) {
		t.Errorf("%q, want %q", records[3], want)
	}
}

func TestRatios(t *testing.T) {
	drawn := compared()
	drawn.Rows = slices.Clone(drawn.Rows)
	for n := 3; n <= 4; n++ { // enough samples for a difference
		again := drawn.Cells[1].Rows[0]
		again.Repetition = n
		drawn.Cells[1].Rows = append(drawn.Cells[1].Rows, again)
	}
	for n := 2; n <= 4; n++ {
		again := drawn.Cells[0].Rows[0]
		again.Repetition = n
		drawn.Cells[0].Rows = append(drawn.Cells[0].Rows, again)
	}
	drawn.Rows[0].Optimal.Seconds, drawn.Rows[0].Optimal.MB = 0.54, 168
	got := draw(t, func(b *strings.Builder) error { return drawn.Ratios(b, table.Text) })
	if !strings.Contains(got, "lastzero 3           0.50   0.50    0.50   0.50\n") {
		t.Error(got)
	}
	drawn.Algorithms = []string{"pop"}
	if got := draw(t, func(b *strings.Builder) error { return drawn.Ratios(b, table.Text) }); got != "\n" {
		t.Errorf("ratios to nothing: %s", got)
	}
}

func TestClaims(t *testing.T) {
	verdicts := []claims.Verdict{
		{Claim: "it is so", Outcome: claims.Confirmed, Figures: []string{"one", strings.Repeat("word ", 30)}},
		{Claim: "a_b | c", Outcome: claims.NotMeasured},
	}
	got := draw(t, func(b *strings.Builder) error { return claims.Draw(b, verdicts, table.Text) })
	for _, want := range []string{" confirmed     it is so\n", "\n                 one\n", "\n                     word word", " not measured  a_b | c\n"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %q in %s", want, got)
		}
	}
	got = draw(t, func(b *strings.Builder) error { return claims.Draw(b, verdicts, table.LaTeX) })
	if !strings.Contains(got, `{@{}lp{0.72\linewidth}@{}}`) || !strings.Contains(got, `it is so\newline one\newline word`) {
		t.Error(got)
	}
	got = draw(t, func(b *strings.Builder) error { return claims.Draw(b, verdicts, table.Markdown) })
	if !strings.Contains(got, "| confirmed | it is so<br>one<br>word") || !strings.Contains(got, `a\_b \| c`) {
		t.Error(got)
	}
}
