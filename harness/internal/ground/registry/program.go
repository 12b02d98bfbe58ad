package registry

import (
	"slices"
	"strconv"
	"strings"

	"dporbench/benchmarks"
	"dporbench/harness/internal/ground/exit"
	"dporbench/model"
	"dporbench/results"
)

// Case is a program by its name: a benchmark and its parameters.
type Case struct {
	Benchmark string
	Params    []int
}

// String is the case as the command line takes it: "length-param 2 1024".
func (c Case) String() string { return c.Run().Name() }

// Run is the case as a run of which nothing else is known.
func (c Case) Run() results.Run { return results.Run{Benchmark: c.Benchmark, Params: c.Params} }

// Args are the benchmark and its parameters as words of the command line.
func (c Case) Args() []string {
	words := []string{c.Benchmark}
	for _, n := range c.Params {
		words = append(words, strconv.Itoa(n))
	}
	return words
}

// Program is a case with the program itself.
type Program struct {
	Case
	*model.Program
}

// Parse reads BENCH [PARAM...] and builds the program.
func (r *Registry) Parse(args []string) (Program, error) {
	if len(args) == 0 {
		return Program{}, exit.Usagef("no benchmark given: must be one of %s", strings.Join(r.BenchmarkNames(), ", "))
	}
	b, err := r.Benchmark(args[0])
	if err != nil {
		return Program{}, err
	}
	c := Case{Benchmark: b.Name, Params: make([]int, len(args)-1)}
	for i, word := range args[1:] {
		if c.Params[i], err = strconv.Atoi(word); err != nil {
			return Program{}, exit.Usagef("parameter %q of %s: must be a whole number", word, b.Name)
		}
	}
	program, err := b.Program(c.Params...)
	return Program{c, program}, exit.Usage(err)
}

// ParseSeries builds the programs of a benchmark for parameters such as "2 16".
func (r *Registry) ParseSeries(benchmark string, series []string) ([]Case, error) {
	var cases []Case
	for _, params := range series {
		p, err := r.Parse(append([]string{benchmark}, strings.Fields(params)...))
		if err != nil {
			return nil, err
		}
		cases = append(cases, p.Case)
	}
	return cases, nil
}

// Benchmark finds a benchmark by its name.
func (r *Registry) Benchmark(name string) (benchmarks.Benchmark, error) {
	for _, b := range r.benchmarks {
		if b.Name == name {
			return b, nil
		}
	}
	return benchmarks.Benchmark{}, exit.Usagef("unknown benchmark %q: must be one of %s", name, strings.Join(r.BenchmarkNames(), ", "))
}

// Cases are the programs of rows of the paper's Table 1.
func Cases(rows []benchmarks.PaperRow) []Case {
	cases := make([]Case, len(rows))
	for i, row := range rows {
		cases[i] = Case{row.Benchmark, row.Params}
	}
	return cases
}

// FirstRows are the first rows of each benchmark of the paper's Table 1.
func FirstRows() []benchmarks.PaperRow {
	return slices.CompactFunc(benchmarks.PaperTable(), func(a, b benchmarks.PaperRow) bool { return a.Benchmark == b.Benchmark })
}
