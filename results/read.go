package results

import (
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
)

// Contents are the contents of a results file.
type Contents struct {
	Rows []Row
	// Torn is the number of bytes after the last complete row: a row that
	// was being written when the writer died.
	Torn int

	size    int64 // of the complete part
	columns table // of results files
	retired []int // the indices of its columns that results files no longer have
	added   []int // the indices of the columns that it does not have yet
}

// retired are columns of earlier versions. A file with them can still be read,
// but not appended to.
var retired = []string{"replayed"}

// Read reads the results file at path. An incomplete last row is left out and
// reported as Torn; anything else that is wrong is an error that names the file and
// the line.
func Read(path string) (Contents, error) {
	return read(path, parse)
}

// read expects errors of parse to begin with the number of a line.
func read[T any](path string, parse func(data []byte) (T, error)) (none T, err error) {
	data, err := readFile(path)
	if err != nil {
		return none, err
	}
	contents, err := parse(data)
	if err != nil {
		return none, fmt.Errorf("%s:%w", path, err)
	}
	return contents, nil
}

// largest bounds the size of a file, in bytes.
const largest = 256 << 20

func readFile(path string) ([]byte, error) {
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	data, err := io.ReadAll(io.LimitReader(file, largest+1))
	if err == nil && len(data) > largest {
		err = fmt.Errorf("%s: has more than %d MiB: not a results file", path, largest>>20)
	}
	return data, err
}

func parse(data []byte) (Contents, error) { return columns.contents(data) }

// contents are the contents of a results file, which has the columns t or was written by an earlier version.
func (t table) contents(data []byte) (Contents, error) {
	whole := bytes.LastIndexByte(data, '\n') + 1
	c := Contents{Torn: len(data) - whole, size: int64(whole), columns: t}
	if whole == 0 {
		return c, t.checkTornHeader(data)
	}
	return c, readLines(data[:whole], c.checkHeader, c.add)
}

func (c *Contents) add(record []string) error {
	for _, at := range c.retired {
		if at < len(record) {
			record = slices.Delete(record, at, at+1)
		}
	}
	for _, at := range c.added {
		if at <= len(record) {
			record = slices.Insert(record, at, c.older(at, record))
		}
	}
	row, err := c.columns.parse("row", record)
	c.Rows = append(c.Rows, row)
	return err
}

// older is the text of a column that the file does not have yet. It is empty where the run did not finish, if the column is
// of results.
func (c *Contents) older(at int, record []string) string {
	status := slices.Index(c.columns.header(), "status")
	if c.columns[at].final && (status >= len(record) || record[status] != string(OK)) {
		return ""
	}
	return c.columns[at].older
}

func (c *Contents) checkHeader(record []string) error {
	for _, name := range retired {
		if at := slices.Index(record, name); at >= 0 {
			c.retired = append(c.retired, at)
			record = slices.Delete(record, at, at+1)
		}
	}
	for i, name := range c.columns.header() {
		if c.columns[i].older != "" && !slices.Contains(record, name) {
			c.added = append(c.added, i)
			record = slices.Insert(record, min(i, len(record)), name)
		}
		if i >= len(record) {
			return fmt.Errorf("not the header of a results file of this version: column %q is missing", name)
		}
		if record[i] != name {
			return fmt.Errorf("not the header of a results file of this version: column %d is %q, want %q", i+1, record[i], name)
		}
	}
	if extra := len(record) - len(c.columns); extra > 0 {
		return fmt.Errorf("not the header of a results file of this version: %d columns too many", extra)
	}
	return nil
}

// checkTornHeader checks that data is the beginning, possibly empty, of a header.
func (t table) checkTornHeader(data []byte) error {
	if !bytes.HasPrefix(encode(t.header()), data) {
		return errors.New("1: not a results file")
	}
	return nil
}

// readLines calls check with the header, and add with each line after it, until one
// returns an error. An error begins with the number of the line.
func readLines(data []byte, check, add func(record []string) error) error {
	r := csv.NewReader(bytes.NewReader(data))
	r.FieldsPerRecord = -1
	for take := check; ; take = add {
		record, err := r.Read()
		if err == io.EOF {
			return nil
		}
		if err == nil {
			err = take(record)
		}
		if err != nil {
			return located(r, err)
		}
	}
}

func located(r *csv.Reader, err error) error {
	if e, ok := errors.AsType[*csv.ParseError](err); ok {
		return fmt.Errorf("%d: byte %d: %w", e.Line, e.Column, e.Err)
	}
	line, _ := r.FieldPos(0)
	return fmt.Errorf("%d: %w", line, err)
}

func encode(record []string) []byte {
	var b bytes.Buffer
	w := csv.NewWriter(&b)
	w.Write(record) // a Buffer never fails
	w.Flush()
	return b.Bytes()
}
