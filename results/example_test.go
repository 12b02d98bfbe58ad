package results_test

import (
	"fmt"

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
