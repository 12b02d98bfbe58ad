package results

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"dporbench/internal/files"
)

// Decided says how many states a search of states has stored for a program, and how many classes there are exactly.
type Decided struct {
	Program string // with its parameters
	States  int64  // stored, or 0
	Time    time.Duration
	Classes string // a number of any size; "" if it is not known
	Why     string // states do not decide the program, or do not count its classes; "" if they do
}

var decidedHeader = []string{"program", "states", "seconds", "classes", "why"}

// DecidedPath is the path of the Decided of the programs in a results file: map.states.csv next to map.csv.
func DecidedPath(path string) string { return strings.TrimSuffix(path, ".csv") + ".states.csv" }

// WriteDecided writes a file of Decided. An existing file is replaced once the new one is complete.
func WriteDecided(path string, all []Decided) error {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(decidedHeader)
	for _, d := range all {
		w.Write([]string{d.Program, strconv.FormatInt(d.States, 10), strconv.FormatFloat(d.Time.Seconds(), 'f', 3, 64), d.Classes, d.Why})
	}
	w.Flush()
	return files.Write(path, b.Bytes(), 0o644)
}

// ReadDecided reads a file that WriteDecided wrote.
func ReadDecided(path string) ([]Decided, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(rows) == 0 || !slices.Equal(rows[0], decidedHeader) {
		return nil, fmt.Errorf("%s: the columns must be %q", path, decidedHeader)
	}
	var all []Decided
	for i, row := range rows[1:] {
		n, err := strconv.ParseInt(row[1], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: states: %q is not a number", path, i+2, row[1])
		}
		seconds, err := strconv.ParseFloat(row[2], 64)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: seconds: %q is not a number", path, i+2, row[2])
		}
		all = append(all, Decided{row[0], n, time.Duration(seconds * float64(time.Second)), row[3], row[4]})
	}
	return all, nil
}
