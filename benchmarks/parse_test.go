package benchmarks

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The embedded files are without errors.
func TestEmbedded(t *testing.T) {
	paper, err := parse("paper-table1.csv", paperCSV, paperColumns, parsePaperRow)
	if err != nil {
		t.Error(err)
	}
	small, err := parse("small-counts.csv", smallCSV, smallColumns, parseCount)
	if err != nil {
		t.Error(err)
	}
	if len(paper) == 0 || len(small) == 0 {
		t.Errorf("%d and %d rows, want some", len(paper), len(small))
	}
}

func TestParsePaperRow(t *testing.T) {
	const text = "length-param,2 1024,4,0.14,0.05,0.06,85,84,83\n"
	want := []PaperRow{{
		Benchmark:  "length-param",
		Params:     []int{2, 1024},
		Executions: 4,
		TruSt:      PaperFigures{Seconds: 0.14, MB: 85},
		Optimal:    PaperFigures{Seconds: 0.05, MB: 84},
		POP:        PaperFigures{Seconds: 0.06, MB: 83},
	}}
	got, err := parse("table.csv", strings.Join(paperColumns, ",")+"\n"+text, paperColumns, parsePaperRow)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
}

func TestParseErrors(t *testing.T) {
	const header = "benchmark,params,executions\n"
	tests := []struct{ text, want string }{
		{"", "counts.csv: EOF"},
		{"benchmark,executions\n", "counts.csv: columns are"},
		{header + "poke,1,5\npoke,2\n", "counts.csv: record on line 3: wrong number of fields"},
		{header + "poke,1,5\n\npoke,2,many\n", `counts.csv: line 4: strconv.ParseInt: parsing "many"`},
		{header + "poke,one,5\n", `counts.csv: line 2: strconv.Atoi: parsing "one"`},
		{header + "poke,1,0\n", "counts.csv: line 2: executions = 0: must be at least 1"},
	}
	for _, test := range tests {
		_, err := parse("counts.csv", test.text, smallColumns, parseCount)
		if err == nil || !strings.HasPrefix(err.Error(), test.want) {
			t.Errorf("%q: %v, want %s", test.text, err, test.want)
		}
	}
	if _, err := parsePaperRow(strings.Split("poke,1,5,1,2,3,4,5,much", ",")); err == nil {
		t.Error("a figure that is no number was read")
	}
}
