package results

import (
	"io"
	"strings"

	"golang.org/x/perf/benchfmt"
)

// WriteBench writes the finished rows in the format of Go's benchmarks, one on each
// line: BenchmarkExplore/exp-mem3/8/pop 1 12345 ns/op …. The label, if not empty, is
// written before them as the configuration "results", by which benchstat can
// distinguish the rows of two files: benchstat -col results.
func WriteBench(w io.Writer, label string, rows []Row) error {
	lines := benchfmt.NewWriter(w)
	for _, row := range rows {
		if row.Status != OK {
			continue
		}
		if err := lines.Write(row.bench(label)); err != nil {
			return err
		}
	}
	return nil
}

func (r Row) bench(label string) *benchfmt.Result {
	result := &benchfmt.Result{Name: benchfmt.Name(r.benchName()), Iters: 1}
	if label != "" {
		result.Config = []benchfmt.Config{{Key: "results", Value: []byte(label), File: true}}
	}
	for _, f := range figures {
		result.Values = append(result.Values, benchfmt.Value{Value: f.of(r), Unit: f.unit})
	}
	result.Values = append(result.Values,
		benchfmt.Value{Value: float64(r.Executions), Unit: "executions"},
		benchfmt.Value{Value: float64(r.Stored.Largest()), Unit: "peak-stored"})
	return result
}

// benchName separates several parameters of a program by commas: a number after
// a hyphen would be taken for the number of processors.
func (r Row) benchName() string {
	name := "Explore/" + strings.ReplaceAll(r.Benchmark, " ", "") + "/" // one-line programs have spaces
	if len(r.Params) > 0 {
		name += strings.ReplaceAll(joinInts(r.Params), " ", ",") + "/"
	}
	return name + r.Algorithm
}
