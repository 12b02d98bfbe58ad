package results

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"dporbench/internal/files"
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
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(classesHeader)
	for _, c := range all {
		w.Write([]string{c.Program, c.Equivalence, strconv.FormatInt(c.N, 10)})
	}
	w.Flush()
	return files.Write(path, b.Bytes(), 0o644)
}

// ReadClasses reads a file that WriteClasses wrote.
func ReadClasses(path string) ([]Classes, error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(rows) == 0 || !slices.Equal(rows[0], classesHeader) {
		return nil, fmt.Errorf("%s: the columns must be %q", path, classesHeader)
	}
	var all []Classes
	for i, row := range rows[1:] {
		n, err := strconv.ParseInt(row[2], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: classes: %q is not a number", path, i+2, row[2])
		}
		all = append(all, Classes{row[0], row[1], n})
	}
	return all, nil
}
