package harness

import (
	"dporbench/benchmarks"
	"dporbench/harness/internal/runner"
	"dporbench/results"
)

// firstRows are the first rows of each benchmark.
func firstRows(rows []benchmarks.PaperRow) []benchmarks.PaperRow {
	var first []benchmarks.PaperRow
	for _, row := range rows {
		if len(first) == 0 || first[len(first)-1].Benchmark != row.Benchmark {
			first = append(first, row)
		}
	}
	return first
}

// rowsOf are the rows of one benchmark.
func rowsOf(benchmark string, rows []benchmarks.PaperRow) []benchmarks.PaperRow {
	var its []benchmarks.PaperRow
	for _, row := range rows {
		if row.Benchmark == benchmark {
			its = append(its, row)
		}
	}
	return its
}

func casesOf(rows []benchmarks.PaperRow) []runner.Case {
	cases := make([]runner.Case, len(rows))
	for i, row := range rows {
		cases[i] = runner.Case{Benchmark: row.Benchmark, Params: row.Params}
	}
	return cases
}

// programsOf are the cases as runs of which nothing else is known.
func programsOf(cases []runner.Case) []results.Run {
	programs := make([]results.Run, len(cases))
	for i, c := range cases {
		programs[i] = results.Run{Benchmark: c.Benchmark, Params: c.Params}
	}
	return programs
}
