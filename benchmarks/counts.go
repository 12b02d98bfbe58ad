package benchmarks

import (
	_ "embed"
	"encoding/csv"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// The sources of Counts.
const (
	SourcePaper = "Table 1 of the POP paper (CAV 2024)"
	SourceTools = "three independent tools agree on it"
)

// Count is a known number of executions: of happens-before traces of maximal
// executions, that is, of the visits of an optimal explorer.
type Count struct {
	Benchmark  string
	Params     []int // not to be changed
	Executions int64
	Source     string // SourcePaper or SourceTools
}

// PaperRow is a row of Table 1 of the POP paper: its authors' measurements, on
// their machine.
type PaperRow struct {
	Benchmark  string
	Params     []int // not to be changed
	Executions int64

	TruSt, Optimal, POP PaperFigures
}

// PaperFigures are the wall-clock time and peak memory of one algorithm.
type PaperFigures struct {
	Seconds float64
	MB      float64
}

// PaperTable returns Table 1 in the paper's order. The slice is the caller's.
func PaperTable() []PaperRow { return slices.Clone(paperTable()) }

// Counts returns all known counts, with Table 1 first. The slice is the caller's.
func Counts() []Count { return slices.Clone(counts()) }

// Expected finds the known count of a benchmark for the given parameters.
func Expected(name string, params []int) (Count, bool) {
	for _, c := range counts() {
		if c.Benchmark == name && slices.Equal(c.Params, params) {
			return c, true
		}
	}
	return Count{}, false
}

//go:embed paper-table1.csv
var paperCSV string

//go:embed small-counts.csv
var smallCSV string

// paperTable reads paper-table1.csv, which has the columns of small-counts.csv
// and then the times and the memory of TruSt, Optimal and POP.
var paperTable = sync.OnceValue(func() (table []PaperRow) {
	for _, f := range lines(paperCSV) {
		c, n := count(f, SourcePaper), f[3:]
		table = append(table, PaperRow{
			c.Benchmark, c.Params, c.Executions,
			PaperFigures{float(n[0]), float(n[3])}, PaperFigures{float(n[1]), float(n[4])}, PaperFigures{float(n[2]), float(n[5])},
		})
	}
	return table
})

var counts = sync.OnceValue(func() (all []Count) {
	for _, r := range paperTable() {
		all = append(all, Count{r.Benchmark, r.Params, r.Executions, SourcePaper})
	}
	for _, f := range lines(smallCSV) {
		all = append(all, count(f, SourceTools))
	}
	return all
})

// lines returns the lines of a file after its header.
func lines(file string) [][]string {
	return must(csv.NewReader(strings.NewReader(file)).ReadAll())[1:]
}

// count reads a name, parameters separated by spaces, and a number of executions.
func count(fields []string, source string) Count {
	c := Count{Benchmark: fields[0], Executions: must(strconv.ParseInt(fields[2], 10, 64)), Source: source}
	for word := range strings.FieldsSeq(fields[1]) {
		c.Params = append(c.Params, must(strconv.Atoi(word)))
	}
	return c
}

func float(text string) float64 { return must(strconv.ParseFloat(text, 64)) }

// must panics on an error in an embedded file, which every test would hit.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}
