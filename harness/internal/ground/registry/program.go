package registry

import (
	"slices"
	"strconv"
	"strings"

	"dporbench/benchmarks"
	"dporbench/benchmarks/bugs"
	"dporbench/harness/internal/ground/exit"
	"dporbench/litmus"
	"dporbench/model"
	"dporbench/results"
	"dporbench/smallprog"
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

// Quoted is the case as a shell takes it.
func (c Case) Quoted() string {
	if strings.Contains(c.Benchmark, ":") && !IsCFile(c.Benchmark) && !IsLitmus(c.Benchmark) {
		return "'" + c.Benchmark + "'"
	}
	return c.String()
}

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
		c.Params[i], err = strconv.Atoi(word)
		switch {
		case err == nil:
		case i < len(b.Params):
			return Program{}, exit.Usagef("parameter %q of %s: must be a whole number from %d to %d", word, b.Name, b.Params[i].Min, b.Params[i].Max)
		default:
			return Program{}, exit.Usagef("parameter %q of %s: must be a whole number", word, b.Name)
		}
	}
	program, err := b.Program(c.Params...)
	return Program{c, program}, exit.Usage(err)
}

// ParseAll reads BENCH [PARAM...] where a parameter may be a range such as 3-8, and
// returns all these programs. They can be built.
func (r *Registry) ParseAll(args []string) ([]Case, error) {
	for i := 1; i < len(args); i++ {
		first, last, isRange := strings.Cut(args[i], "-")
		from, err := strconv.Atoi(first)
		to, err2 := strconv.Atoi(last)
		if !isRange || err != nil || err2 != nil || from > to {
			continue
		}
		const most = 1000
		if to-from >= most {
			return nil, exit.Usagef("parameter %s: must be a range of at most %d numbers", args[i], most)
		}
		var all []Case
		for n := from; n <= to; n++ {
			cases, err := r.ParseAll(slices.Concat(args[:i], []string{strconv.Itoa(n)}, args[i+1:]))
			if err != nil {
				return nil, err
			}
			all = append(all, cases...)
		}
		return all, nil
	}
	p, err := r.Parse(args)
	return []Case{p.Case}, err
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

// Benchmark finds a benchmark or one of package bugs by its name, or makes one of a C
// file, of a litmus test, or of a program in the notation of smallprog, such as "p: a=x | q: x=0".
func (r *Registry) Benchmark(name string) (benchmarks.Benchmark, error) {
	if IsCFile(name) {
		return cBenchmark(name)
	}
	if IsLitmus(name) {
		t, err := litmus.Load(name)
		return benchmarks.Benchmark{Name: name, Build: func([]int) *model.Program { return t.Program }}, exit.Usage(err)
	}
	if strings.Contains(name, ":") { // no name does
		p, err := smallprog.Parse(name)
		return benchmarks.Benchmark{Name: p.String(), Build: func([]int) *model.Program { return p.Build() }}, exit.Usage(err)
	}
	for _, b := range r.benchmarks {
		if b.Name == name {
			return b, nil
		}
	}
	if b, ok := bugs.Lookup(name); ok {
		return b, nil
	}
	return benchmarks.Benchmark{}, exit.Unknown("benchmark", name, r.BenchmarkNames())
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
