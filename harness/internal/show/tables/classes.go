package tables

import (
	"fmt"
	"io"

	"dporbench/harness/internal/work/explore"
)

// Classes draws, below another table, a line for each program: how many classes it has, how
// many if only what is read from where counts, and how many have at least so many
// preemptions.
func Classes(w io.Writer, all []explore.Classes) error {
	most, unknown := 0, false
	for _, c := range all {
		most, unknown = max(most, len(c.Preemptions)), unknown || c.Unknown > 0
	}
	var g grid
	g.left("program")
	g.right("classes", "reads-from")
	for n := range most {
		g.right(choose(n == 0, "0 pre-\nemptions", fmt.Sprintf("%d", n)))
	}
	if unknown {
		g.right("not known")
	}
	for _, c := range all {
		row := []string{c.Name, count(c.Classes), count(c.ReadsFrom)}
		for n := range most {
			row = append(row, count(at(c.Preemptions, n)))
		}
		if unknown {
			row = append(row, count(c.Unknown))
		}
		g.row(row...)
	}
	if _, err := fmt.Fprintln(w); err != nil {
		return err
	}
	return g.write(w)
}

func at(numbers []int64, n int) int64 {
	if n >= len(numbers) {
		return 0
	}
	return numbers[n]
}
