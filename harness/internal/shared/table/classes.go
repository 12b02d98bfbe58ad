package table

import (
	"fmt"
	"io"

	"dporbench/harness/internal/shared/find"
)

// DrawClasses draws, below another table, a line for each program: the number of its classes,
// of classes by coarser equivalences, and of classes that need at least 0, 1, ... preemptions.
func DrawClasses(w io.Writer, all []find.Classes) error {
	most, unknown := 0, false
	for _, c := range all {
		most, unknown = max(most, len(c.Preemptions)), unknown || c.Unknown > 0
	}
	p := &Plan[find.Classes]{}
	p.Left("program", func(c find.Classes) string { return c.Name })
	count := func(title string, of func(find.Classes) int64) {
		p.Right(title, func(c find.Classes) string { return Count(of(c)) })
	}
	count("classes", func(c find.Classes) int64 { return c.Classes })
	count("observed", func(c find.Classes) int64 { return c.Observed })
	count("reads-from", func(c find.Classes) int64 { return c.ReadsFrom })
	count("reads-\nvalue-from", func(c find.Classes) int64 { return c.ReadsValueFrom })
	count("lazy", func(c find.Classes) int64 { return c.Lazy })
	count("values", func(c find.Classes) int64 { return c.Values })
	for n := range most {
		count(Choose(n == 0, "preemptions", "")+fmt.Sprintf("\n%d", n), func(c find.Classes) int64 {
			if n < len(c.Preemptions) {
				return c.Preemptions[n]
			}
			return 0
		})
	}
	if unknown {
		count("not known", func(c find.Classes) int64 { return c.Unknown })
	}
	fmt.Fprintln(w)
	return p.Of(all).Write(w)
}
