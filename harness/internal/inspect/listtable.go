package inspect

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/harness/internal/shared/table"
)

// Benchmarks lists the programs with their parameters and sources.
func listBenchmarks(w io.Writer, list []benchmarks.Benchmark) error {
	var g table.Grid
	g.Left("benchmark", "parameters", "what it is and where it is from")
	for _, b := range list {
		g.Row(b.Name, ranges(b.Params), b.Doc+"\n"+b.Source)
	}
	g.Fit(w)
	return g.Write(w)
}

func ranges(params []benchmarks.Param) string {
	lines := make([]string, len(params))
	for i, p := range params {
		lines[i] = fmt.Sprintf("%s from %d to %d", p.Name, p.Min, p.Max)
	}
	return strings.Join(lines, "\n")
}

// Algorithms lists the algorithms with their promises and papers.
func listAlgorithms(w io.Writer, list []catalog.Algorithm) error {
	var g table.Grid
	g.Left("algorithm", "every class", "redundant work", "memory", "what it is and where it is from")
	for _, a := range list {
		g.Row(a.Name,
			table.Choose(a.Samples, "not promised", table.Choose(a.ExactlyOnce, "exactly once", "at least once")),
			table.Choose(a.Optimal, "none", "some"),
			table.Choose(a.PolynomialMemory, "polynomial", "exponential"),
			a.Doc+"\n"+a.Paper)
	}
	g.Fit(w)
	return g.Write(w)
}

// ListJSON writes both lists as an object.
func listJSON(w io.Writer, programs []benchmarks.Benchmark, algorithms []catalog.Algorithm) error {
	lists := map[string][]map[string]any{}
	for _, b := range programs {
		lists["benchmarks"] = append(lists["benchmarks"], map[string]any{"name": b.Name, "params": b.Params, "doc": b.Doc, "source": b.Source})
	}
	for _, a := range algorithms {
		lists["algorithms"] = append(lists["algorithms"], map[string]any{
			"name": a.Name, "samples": a.Samples, "exactly_once": a.ExactlyOnce, "optimal": a.Optimal,
			"polynomial_memory": a.PolynomialMemory, "doc": a.Doc, "paper": a.Paper,
		})
	}
	return json.NewEncoder(w).Encode(lists)
}
