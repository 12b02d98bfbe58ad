package sampling

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/pop"
	"dporbench/benchmarks"
)

// BenchmarkCalibration compares estimates with the numbers of executions of Table 1, b.N estimates of
// twelve passes for each row. It reports
//
//	error%     median of the errors
//	held%      how many of the intervals held the number
//	visited%   executions explored for an estimate, of all
func BenchmarkCalibration(b *testing.B) {
	for _, row := range benchmarks.PaperTable() {
		b.Run(fmt.Sprintf("%s(%d)", row.Benchmark, row.Params[0]), func(b *testing.B) {
			known, _ := benchmarks.Lookup(row.Benchmark)
			p, err := known.Program(row.Params...)
			if err != nil {
				b.Fatal(err)
			}
			truth := float64(row.Executions)
			var errors []float64
			held, visited := 0, int64(0)
			for seed := range b.N {
				e, err := Executions(context.Background(), pop.New, algos.Options{}, p, Effort{Passes: 12, Time: 20 * time.Second, Seed: uint64(seed)})
				if err != nil {
					b.Fatal(err)
				}
				errors = append(errors, 100*math.Abs(e.Executions-truth)/truth)
				visited += e.Visited
				if e.Low <= truth && truth <= e.High {
					held++
				}
			}
			slices.Sort(errors)
			b.ReportMetric(errors[len(errors)/2], "error%")
			b.ReportMetric(100*float64(held)/float64(b.N), "held%")
			b.ReportMetric(100*float64(visited)/float64(b.N)/truth, "visited%")
		})
	}
}
