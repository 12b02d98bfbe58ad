package tables

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"dporbench/algos/catalog"
	"dporbench/benchmarks"
)

// Benchmarks lists the programs with their parameters and sources.
func Benchmarks(w io.Writer, list []benchmarks.Benchmark) error {
	var g grid
	g.left("benchmark", "parameters", "what it is and where it is from")
	for _, b := range list {
		g.row(b.Name, ranges(b.Params), b.Doc+"\n"+b.Source)
	}
	g.fit(w)
	return g.write(w)
}

// ranges is "T from 2 to 8", "N from 1 to 65536", on a line each.
func ranges(params []benchmarks.Param) string {
	lines := make([]string, len(params))
	for i, p := range params {
		lines[i] = fmt.Sprintf("%s from %d to %d", p.Name, p.Min, p.Max)
	}
	return strings.Join(lines, "\n")
}

// Algorithms lists the algorithms with their promises and papers.
func Algorithms(w io.Writer, list []catalog.Algorithm) error {
	var g grid
	g.left("algorithm", "every class", "redundant work", "memory", "what it is and where it is from")
	for _, a := range list {
		g.row(a.Name,
			choose(a.Samples, "not promised", choose(a.ExactlyOnce, "exactly once", "at least once")),
			choose(a.Optimal, "none", "some"),
			choose(a.PolynomialMemory, "polynomial", "exponential"),
			a.Doc+"\n"+a.Paper)
	}
	g.fit(w)
	return g.write(w)
}

// ListJSON writes both lists as an object.
func ListJSON(w io.Writer, programs []benchmarks.Benchmark, algorithms []catalog.Algorithm) error {
	type param struct {
		Name string `json:"name"`
		Doc  string `json:"doc"`
		Min  int    `json:"min"`
		Max  int    `json:"max"`
	}
	type benchmark struct {
		Name   string  `json:"name"`
		Params []param `json:"params"`
		Doc    string  `json:"doc"`
		Source string  `json:"source"`
	}
	type algorithm struct {
		Name             string `json:"name"`
		Samples          bool   `json:"samples"`
		ExactlyOnce      bool   `json:"exactly_once"`
		Optimal          bool   `json:"optimal"`
		PolynomialMemory bool   `json:"polynomial_memory"`
		Doc              string `json:"doc"`
		Paper            string `json:"paper"`
	}
	var list struct {
		Benchmarks []benchmark `json:"benchmarks"`
		Algorithms []algorithm `json:"algorithms"`
	}
	for _, b := range programs {
		params := []param{}
		for _, p := range b.Params {
			params = append(params, param(p))
		}
		list.Benchmarks = append(list.Benchmarks, benchmark{b.Name, params, b.Doc, b.Source})
	}
	for _, a := range algorithms {
		list.Algorithms = append(list.Algorithms, algorithm{a.Name, a.Samples, a.ExactlyOnce, a.Optimal, a.PolynomialMemory, a.Doc, a.Paper})
	}
	return json.NewEncoder(w).Encode(list)
}

func choose(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}
