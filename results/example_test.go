package results_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"dporbench/results"
)

// A cell is a run with its repetitions, and a table shows its median.
func ExampleCells() {
	contents, err := results.Read("../reference/table1.csv")
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, cell := range results.Cells(results.Latest(contents.Rows)) {
		median := cell.Median()
		if median.Benchmark != "exp-mem3" || median.Params[0] != 9 {
			continue
		}
		fmt.Println(median.Name(), median.Algorithm, median.Executions, "executions, timed:", median.Wall > 0)
	}
	// Output:
	// exp-mem3 9 trust 725760 executions, timed: true
	// exp-mem3 9 optimal 725760 executions, timed: true
	// exp-mem3 9 pop 725760 executions, timed: true
}

// Rows are appended as runs end, and read again for tables.
func ExampleFile_Append() {
	folder, err := os.MkdirTemp("", "results")
	if err != nil {
		fmt.Println(err)
		return
	}
	defer os.RemoveAll(folder)
	path := filepath.Join(folder, "mine.csv")
	f, _, err := results.Create(path)
	if err != nil {
		fmt.Println(err)
		return
	}
	var row results.Row
	row.Benchmark, row.Params, row.Algorithm = "lastzero", []int{5}, "pop"
	row.Status, row.Executions = results.OK, 64
	fmt.Println("error", errors.Join(f.Append(row), f.Close()))

	contents, err := results.Read(path)
	for _, row := range contents.Rows {
		fmt.Println(row.Name(), row.Algorithm, row.Status, row.Executions)
	}
	fmt.Println("error", err)
	// Output:
	// error <nil>
	// lastzero 5 pop ok 64
	// error <nil>
}
