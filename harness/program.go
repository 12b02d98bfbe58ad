package harness

import (
	"strconv"
	"strings"

	"dporbench/benchmarks"
	"dporbench/harness/internal/runner"
	"dporbench/model"
)

// parseProgram reads BENCH [PARAM...] and builds the program, so that whatever
// is wrong with it is known before anything is measured.
func parseProgram(args []string) (runner.Case, *model.Program, error) {
	if len(args) == 0 {
		return runner.Case{}, nil, badUsage("no benchmark given: must be one of %s", benchmarkNames())
	}
	b, err := parseBenchmark(args[0])
	if err != nil {
		return runner.Case{}, nil, err
	}
	params := make([]int, len(args)-1)
	for i, word := range args[1:] {
		n, err := strconv.Atoi(word)
		if err != nil {
			return runner.Case{}, nil, badUsage("parameter %q of %s: must be a whole number", word, b.Name)
		}
		params[i] = n
	}
	program, err := b.Program(params...)
	if err != nil {
		return runner.Case{}, nil, usageError{err}
	}
	return runner.Case{Benchmark: b.Name, Params: params}, program, nil
}

func parseBenchmark(name string) (benchmarks.Benchmark, error) {
	b, ok := benchmarks.Lookup(name)
	if !ok {
		return b, badUsage("unknown benchmark %q: must be one of %s", name, benchmarkNames())
	}
	return b, nil
}

func benchmarkNames() string { return strings.Join(benchmarks.Names(), ", ") }
