package results

import (
	"bytes"
	"encoding/csv"
	"fmt"
	"slices"

	"dporbench/internal/files"
)

// writeRecords writes a file of records that stands next to a results file, with columns of its own. An existing file is replaced once
// the new one is complete.
func writeRecords(path string, columns []string, records [][]string) error {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(columns)
	w.WriteAll(records)
	return files.Write(path, b.Bytes(), 0o644)
}

// readRecords reads a file that writeRecords wrote: parse makes a T of each record. Its errors name the column.
func readRecords[T any](path string, columns []string, parse func(record []string) (T, error)) (all []T, err error) {
	data, err := readFile(path)
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(data)).ReadAll()
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	if len(rows) == 0 || !slices.Equal(rows[0], columns) {
		return nil, fmt.Errorf("%s: the columns must be %q", path, columns)
	}
	for i, row := range rows[1:] {
		one, err := parse(row)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, i+2, err)
		}
		all = append(all, one)
	}
	return all, nil
}
