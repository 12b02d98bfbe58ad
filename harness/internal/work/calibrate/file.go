package calibrate

import (
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"

	"dporbench/benchmarks"
)

var columns = []string{"benchmark", "params", "seed", "budget", "executions", "estimate", "low", "high", "exact", "passes", "spread", "visited", "seconds"}

// Writer writes trials as CSV.
type Writer struct{ *csv.Writer }

// NewWriter writes the names of the columns.
func NewWriter(w io.Writer) Writer {
	out := Writer{csv.NewWriter(w)}
	out.Write(columns)
	return out
}

// Add writes a trial.
func (w Writer) Add(t Trial) error {
	number := func(x float64) string { return strconv.FormatFloat(x, 'g', 8, 64) }
	w.Write([]string{
		t.Row.Benchmark, strings.Trim(fmt.Sprint(t.Row.Params), "[]"), fmt.Sprint(t.Seed), fmt.Sprint(t.Budget), fmt.Sprint(t.Row.Executions),
		number(t.Executions), number(t.Low), number(t.High), fmt.Sprint(t.Exact), fmt.Sprint(t.Passes), number(t.Spread), number(t.Visited), number(t.Seconds),
	})
	w.Flush()
	return w.Error()
}

// Read reads the file at path, which a Writer has written.
func Read(path string) (trials []Trial, err error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	lines, err := csv.NewReader(file).ReadAll()
	if err != nil || len(lines) < 2 || strings.Join(lines[0], ",") != strings.Join(columns, ",") {
		return nil, fmt.Errorf("%s: not a file of estimates with their numbers", path)
	}
	for i, line := range lines[1:] {
		t, err := parse(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+2, err)
		}
		trials = append(trials, t)
	}
	return trials, nil
}

func parse(line []string) (t Trial, err error) {
	t.Row = benchmarks.PaperRow{Benchmark: line[0]}
	for _, word := range strings.Fields(line[1]) {
		n, err := strconv.Atoi(word)
		if err != nil {
			return t, err
		}
		t.Row.Params = append(t.Row.Params, n)
	}
	t.Exact = line[8] == "true"
	var rest string
	_, err = fmt.Sscan(strings.Join([]string{line[2], line[3], line[4], line[5], line[6], line[7], line[9], line[10], line[11], line[12]}, " ")+" end",
		&t.Seed, &t.Budget, &t.Row.Executions, &t.Executions, &t.Low, &t.High, &t.Passes, &t.Spread, &t.Visited, &t.Seconds, &rest)
	return t, err
}
