package benchmarks

import (
	_ "embed"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Where a Count is from.
const (
	SourcePaper = "Table 1 of the POP paper (CAV 2024)"
	SourceTools = "three independent tools agree on it"
)

// Count is a known number of executions: of happens-before traces of maximal
// executions, that is, what an optimal explorer visits.
type Count struct {
	Benchmark  string
	Params     []int // not to be changed
	Executions int64
	Source     string // SourcePaper or SourceTools
}

// PaperRow is a row of Table 1 of the POP paper: what its authors measured, on
// their machine.
type PaperRow struct {
	Benchmark  string
	Params     []int // not to be changed
	Executions int64

	TruSt, Optimal, POP PaperFigures
}

// PaperFigures is what one algorithm took: wall-clock time and peak memory.
type PaperFigures struct {
	Seconds float64
	MB      float64
}

// PaperTable returns Table 1 in the paper's order. The slice is the caller's.
func PaperTable() []PaperRow { return slices.Clone(paperTable()) }

// Counts returns all known counts, those of Table 1 first. The slice is the
// caller's.
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

var paperTable = sync.OnceValue(func() []PaperRow {
	return must(parse("paper-table1.csv", paperCSV, paperColumns, parsePaperRow))
})

var counts = sync.OnceValue(func() []Count {
	var all []Count
	for _, r := range paperTable() {
		all = append(all, Count{r.Benchmark, r.Params, r.Executions, SourcePaper})
	}
	return append(all, must(parse("small-counts.csv", smallCSV, smallColumns, parseCount))...)
})

// must panics on an error in an embedded file. A test reads them, so that none
// with an error in it is ever built into the command.
func must[T any](v T, err error) T {
	if err != nil {
		panic(err)
	}
	return v
}

var (
	smallColumns = []string{"benchmark", "params", "executions"}
	paperColumns = append(slices.Clone(smallColumns),
		"trust_s", "optimal_s", "pop_s", "trust_mb", "optimal_mb", "pop_mb")
)

func parseCount(fields []string) (Count, error) {
	params, err := parseParams(fields[1])
	if err != nil {
		return Count{}, err
	}
	executions, err := strconv.ParseInt(fields[2], 10, 64)
	if err != nil {
		return Count{}, err
	}
	if executions < 1 {
		return Count{}, fmt.Errorf("executions = %d: must be at least 1", executions)
	}
	return Count{fields[0], params, executions, SourceTools}, nil
}

func parsePaperRow(fields []string) (PaperRow, error) {
	c, err := parseCount(fields)
	if err != nil {
		return PaperRow{}, err
	}
	var figures [6]float64
	for i := range figures {
		if figures[i], err = strconv.ParseFloat(fields[3+i], 64); err != nil {
			return PaperRow{}, err
		}
	}
	return PaperRow{
		Benchmark:  c.Benchmark,
		Params:     c.Params,
		Executions: c.Executions,
		TruSt:      PaperFigures{figures[0], figures[3]},
		Optimal:    PaperFigures{figures[1], figures[4]},
		POP:        PaperFigures{figures[2], figures[5]},
	}, nil
}

// parseParams reads numbers with spaces between them.
func parseParams(text string) ([]int, error) {
	var params []int
	for _, f := range strings.Fields(text) {
		v, err := strconv.Atoi(f)
		if err != nil {
			return nil, err
		}
		params = append(params, v)
	}
	return params, nil
}

// parse reads a CSV file whose first line names the given columns, and makes a
// T of each other line. An error names the file and the line.
func parse[T any](file, text string, columns []string, row func(fields []string) (T, error)) ([]T, error) {
	r := csv.NewReader(strings.NewReader(text))
	header, err := r.Read()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	if !slices.Equal(header, columns) {
		return nil, fmt.Errorf("%s: columns are %q: must be %q", file, header, columns)
	}
	var rows []T
	for {
		fields, err := r.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
		v, err := row(fields)
		if err != nil {
			line, _ := r.FieldPos(0)
			return nil, fmt.Errorf("%s: line %d: %w", file, line, err)
		}
		rows = append(rows, v)
	}
}
