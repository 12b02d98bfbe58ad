package program

import (
	"slices"
	"strconv"

	"dporbench/benchmarks"
	"dporbench/benchmarks/bugs"
	"dporbench/harness/internal/shared/cli"
	"dporbench/model"
	"dporbench/model/memory"
)

// Benchmark is a benchmark or one of package bugs, with its parameters.
type Benchmark struct {
	Name   string `json:"name"`
	Params []int  `json:"params,omitempty"`
}

func (b Benchmark) Words() []string {
	words := []string{b.Name}
	for _, n := range b.Params {
		words = append(words, strconv.Itoa(n))
	}
	return words
}

func (b Benchmark) Build(r *Registry) (*model.Program, error) {
	found, ok := r.Benchmark(b.Name)
	if !ok {
		return nil, cli.Usagef("this process does not know the benchmark %s", b.Name)
	}
	p, err := found.Program(b.Params...)
	return p, cli.Usage(err)
}

func (Benchmark) CheckMemory(memory.Model) error { return nil }

// Benchmark finds a benchmark, or one of package bugs, by name.
func (r *Registry) Benchmark(name string) (benchmarks.Benchmark, bool) {
	if b, ok := benchmarks.Find(r.benchmarks, name); ok {
		return b, true
	}
	return bugs.Lookup(name)
}

// Documented reports whether a program is a benchmark listed with an outcome.
func (r *Registry) Documented(s Spec, o model.Outcome) bool {
	b, ok := s.Kind.(Benchmark)
	if !ok {
		return false
	}
	found, known := r.Benchmark(b.Name)
	return known && slices.Contains(found.Outcomes, o)
}

// Rows are the programs of rows of the paper's Table 1.
func Rows(rows []benchmarks.PaperRow) []Spec {
	specs := make([]Spec, len(rows))
	for i, row := range rows {
		specs[i] = Spec{Kind: Benchmark{row.Benchmark, row.Params}}
	}
	return specs
}

// FirstRows are the first row of each benchmark in the paper's Table 1.
func FirstRows() []benchmarks.PaperRow {
	return slices.CompactFunc(benchmarks.PaperTable(), func(a, b benchmarks.PaperRow) bool { return a.Benchmark == b.Benchmark })
}
