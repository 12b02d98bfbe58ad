package suite

import (
	"bytes"
	"cmp"
	"encoding/csv"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"dporbench/frontends/cprog"
	"dporbench/harness/internal/shared/cli"
)

// readLiterature reads root/programs.csv: a program in each row, with a parameter and the
// published number of complete executions, both optional. A program with assumes makes
// two tests: one with them, and one with awaits in their place.
func readLiterature(root string) ([]Test, error) {
	file := filepath.Join(root, "programs.csv")
	text, err := cli.ReadFile(file)
	if os.IsNotExist(err) {
		return nil, nil
	}
	if err != nil {
		return nil, err
	}
	rows, err := csv.NewReader(bytes.NewReader(text)).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, fmt.Errorf("%s: %w", file, cmp.Or(err, io.EOF))
	}
	if names := rows[0]; len(names) < columns {
		return nil, fmt.Errorf("%s: %d columns: there must be %d", file, len(names), columns)
	}
	var all []Test
	for i, row := range rows[1:] {
		tests, err := literatureTests(root, row)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, i+2, err)
		}
		all = append(all, tests...)
	}
	return all, nil
}

// The columns of programs.csv.
const (
	family = iota
	programColumn
	parameter
	complete
	publishedBy
	reason
	columns // their number
)

func literatureTests(root string, row []string) ([]Test, error) {
	t := Test{
		Folder: row[family], Name: strings.TrimSpace(row[programColumn] + " " + row[parameter]),
		Files:  []string{filepath.Join(root, row[family], row[programColumn]+".c")},
		Counts: Complete, Want: Unpublished, By: row[publishedBy], Reason: row[reason],
	}
	if row[parameter] != "" {
		t.Options.Define = []string{row[parameter]}
	}
	if row[complete] != "" {
		want, err := strconv.ParseInt(row[complete], 10, 64)
		if err != nil {
			return nil, fmt.Errorf("complete: %q is not a number", row[complete])
		}
		t.Want = want
	}
	text, err := cli.ReadFile(t.Files[0])
	if err != nil {
		return nil, err
	}
	if !strings.Contains(string(text), "assume(") {
		return []Test{t}, nil
	}
	awaiting := t
	awaiting.Name += ", awaits"
	awaiting.Options = cprog.Options{Define: t.Options.Define, AwaitAssumes: true}
	return []Test{t, awaiting}, nil
}
