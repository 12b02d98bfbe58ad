package results

import (
	"fmt"
	"strconv"
	"strings"
)

// Classes is the number of classes of a program by an equivalence.
type Classes struct {
	Program     string // with its parameters
	Equivalence string
	N           int64
}

// classesHeader has the columns of a file of Classes.
var classesHeader = []string{"program", "equivalence", "classes"}

// ClassesPath is the path of the Classes of the programs in a results file: map.classes.csv next to map.csv.
func ClassesPath(path string) string { return strings.TrimSuffix(path, ".csv") + ".classes.csv" }

// WriteClasses writes a file of Classes. An existing file is replaced once the new one is complete.
func WriteClasses(path string, all []Classes) error {
	var records [][]string
	for _, c := range all {
		records = append(records, []string{c.Program, c.Equivalence, strconv.FormatInt(c.N, 10)})
	}
	return writeRecords(path, classesHeader, records)
}

// ReadClasses reads a file that WriteClasses wrote.
func ReadClasses(path string) ([]Classes, error) {
	return readRecords(path, classesHeader, func(record []string) (Classes, error) {
		n, err := strconv.ParseInt(record[2], 10, 64)
		if err != nil {
			err = fmt.Errorf("classes: %q is not a number", record[2])
		}
		return Classes{record[0], record[1], n}, err
	})
}
