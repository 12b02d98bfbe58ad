package results

import (
	"bufio"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strconv"
)

// Coverage is the number of classes of a program that a sampler has seen after a number of samples.
type Coverage struct {
	Program string // with its parameters
	Classes int64  // of the program; 0 if not known
	Sampler string
	Exact   bool // whether Seen is the calculated mean, not from one sequence of samples
	Samples float64
	Seen    float64
}

// coverageHeader has the columns of a file of Coverage.
var coverageHeader = []string{"program", "classes", "sampler", "exact", "samples", "seen"}

// WriteCoverage writes a file of Coverage.
func WriteCoverage(to io.Writer, rows []Coverage) error {
	w := csv.NewWriter(to)
	w.Write(coverageHeader)
	for _, r := range rows {
		classes := ""
		if r.Classes > 0 {
			classes = strconv.FormatInt(r.Classes, 10)
		}
		w.Write([]string{r.Program, classes, r.Sampler, strconv.FormatBool(r.Exact), strconv.FormatFloat(r.Samples, 'f', -1, 64), strconv.FormatFloat(r.Seen, 'g', 5, 64)})
	}
	w.Flush()
	return w.Error()
}

// IsCoverage reports whether a file is a file of Coverage, by its first line. A file that cannot be read is not.
func IsCoverage(path string) bool {
	file, err := os.Open(path)
	if err != nil {
		return false
	}
	defer file.Close()
	header, err := csv.NewReader(bufio.NewReader(file)).Read()
	return err == nil && slices.Equal(header, coverageHeader)
}

// ReadCoverage reads a file that WriteCoverage wrote.
func ReadCoverage(path string) ([]Coverage, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	rows, err := readCoverage(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	return rows, nil
}

func readCoverage(r io.Reader) (rows []Coverage, err error) {
	reader := csv.NewReader(r)
	header, err := reader.Read()
	if err != nil {
		return nil, err
	}
	if !slices.Equal(header, coverageHeader) {
		return nil, fmt.Errorf("the columns are %q: must be %q", header, coverageHeader)
	}
	for {
		fields, err := reader.Read()
		if errors.Is(err, io.EOF) {
			return rows, nil
		}
		if err != nil {
			return nil, err
		}
		row, err := coverageOf(fields)
		if err != nil {
			line, _ := reader.FieldPos(0)
			return nil, fmt.Errorf("line %d: %w", line, err)
		}
		rows = append(rows, row)
	}
}

func coverageOf(fields []string) (c Coverage, err error) {
	c.Program, c.Sampler = fields[0], fields[2]
	if fields[1] != "" {
		if c.Classes, err = strconv.ParseInt(fields[1], 10, 64); err != nil {
			return c, err
		}
	}
	if c.Exact, err = strconv.ParseBool(fields[3]); err != nil {
		return c, err
	}
	if c.Samples, err = strconv.ParseFloat(fields[4], 64); err != nil {
		return c, err
	}
	c.Seen, err = strconv.ParseFloat(fields[5], 64)
	return c, err
}
