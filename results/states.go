package results

import (
	"fmt"
	"strconv"
	"strings"
	"time"
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
	var records [][]string
	for _, d := range all {
		records = append(records, []string{d.Program, strconv.FormatInt(d.States, 10), strconv.FormatFloat(d.Time.Seconds(), 'f', 3, 64), d.Classes, d.Why})
	}
	return writeRecords(path, decidedHeader, records)
}

// ReadDecided reads a file that WriteDecided wrote.
func ReadDecided(path string) ([]Decided, error) {
	return readRecords(path, decidedHeader, func(record []string) (d Decided, err error) {
		n, err := strconv.ParseInt(record[1], 10, 64)
		if err != nil {
			return d, fmt.Errorf("states: %q is not a number", record[1])
		}
		seconds, err := strconv.ParseFloat(record[2], 64)
		if err != nil {
			return d, fmt.Errorf("seconds: %q is not a number", record[2])
		}
		return Decided{record[0], n, time.Duration(seconds * float64(time.Second)), record[3], record[4]}, nil
	})
}
