package suite

import (
	"encoding/csv"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// WriteCSV writes a row for each result.
func WriteCSV(w io.Writer, results []Result) error {
	out := csv.NewWriter(w)
	out.Write([]string{"folder", "test", "counts", "expected", "got", "classes", "blocked", "failed", "verdict", "problem", "algorithm", "steps", "complete_reads_from", "within_preemptions", "wall_s"})
	for _, r := range results {
		number := func(n int64) string { return strconv.FormatInt(n, 10) }
		want := ""
		if r.Want != Unpublished {
			want = number(r.Want)
		}
		out.Write([]string{
			r.Folder, r.Name, string(r.Counts), want, number(r.Got), number(r.Classes), number(r.Blocked), number(r.Failed),
			string(r.Verdict), r.Problem, r.Algorithm, number(r.Steps), number(r.ReadsFrom), strings.Trim(fmt.Sprint(r.Within), "[]"), strconv.FormatFloat(r.Took.Seconds(), 'f', 4, 64),
		})
	}
	out.Flush()
	return out.Error()
}
