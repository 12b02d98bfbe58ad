package tables

import (
	"fmt"
	"io"
	"strings"

	"dporbench/results"
)

// WriteGrowth draws by which factor the number of executions and the store of
// each algorithm grow from each program to the next, which are to be of one
// benchmark.
func (a Ablation) WriteGrowth(w io.Writer) error {
	var g grid
	g.left("growth from … to …")
	for i := range len(a.Programs) - 1 {
		g.right(params(a.Programs[i]) + " → " + params(a.Programs[i+1]))
	}
	g.row(append([]string{"executions"}, factors(a.executions())...)...)
	for _, algorithm := range a.Algorithms {
		g.row(append([]string{"store of " + algorithm}, factors(a.stores(algorithm))...)...)
	}
	return g.write(w)
}

func params(program results.Run) string {
	return strings.TrimPrefix(program.Name(), program.Benchmark+" ")
}

// executions are the numbers of executions of the programs, as expected.
func (a Ablation) executions() []int64 {
	var numbers []int64
	for _, program := range a.Programs {
		numbers = append(numbers, a.Expected.Executions(program))
	}
	return numbers
}

// stores are the largest stores of the algorithm, by program; 0 where it did not
// finish.
func (a Ablation) stores(algorithm string) []int64 {
	measured := byRun(a.Cells)
	var sizes []int64
	for _, program := range a.Programs {
		size := int64(0)
		if c, ok := measured[runKey{program.Name(), algorithm}]; ok {
			size = c.Median().Stored.Largest()
		}
		sizes = append(sizes, size)
	}
	return sizes
}

// factors are the quotients of each number and the one before it, as far as both
// are known.
func factors(numbers []int64) []string {
	var quotients []string
	for i := range len(numbers) - 1 {
		from, to := numbers[i], numbers[i+1]
		if from == 0 || to == 0 {
			quotients = append(quotients, none)
			continue
		}
		quotients = append(quotients, fmt.Sprintf("%.2f", float64(to)/float64(from)))
	}
	return quotients
}
