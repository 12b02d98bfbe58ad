// Package benchmarks holds the programs on which explorers are measured: the
// ten of Table 1 of the POP paper, two that show differences in the treatment
// of CompareAndSwap, and the example with which the paper explains its ideas.
//
// Each has its own file, with a Benchmark for the list below and a function that
// builds the program. To add one, add such a file and a line to the list; if its
// number of executions is known, add it to small-counts.csv: [Counts] returns it
// and the tests check it.
package benchmarks

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dporbench/model"
)

// benchmarks is the list: Table 1 in its order, then the others.
var benchmarks = []Benchmark{
	circularBuffer,
	fibBench,
	linuxRWLocks,
	filesystem,
	indexer,
	lastZero,
	expMem3,
	dispatcher,
	poke,
	lengthParam,
	casRot,
	casW,
	dekker,
	parker,
	spinlock,
	ticketlock,
	mcsLock,
	fig1,
	swarm,
	bystander,
	impostor,
}

// Benchmark is a program with parameters.
type Benchmark struct {
	Name   string  // as on the command line and in result files
	Doc    string  // one line
	Source string  // authors, title, where and when published
	Params []Param // in the order in which Program takes them; not to be changed
	// Outcomes lists the outcomes other than complete to which some schedule leads
	// with some parameters. The tests fail if a schedule leads to any other.
	Outcomes []model.Outcome

	// Build builds the program from the values of Params, each in its
	// range; One and Two make it from plain functions.
	Build func(params []int) *model.Program
}

// Param is a parameter of a benchmark. Its values are Min to Max, both included.
type Param struct {
	Name string `json:"name"`
	Doc  string `json:"doc"` // one line
	Min  int    `json:"min"`
	Max  int    `json:"max"`
}

// ample is the Max of a parameter that nothing in the program bounds. No
// exploration gets near it; it catches typing mistakes.
const ample = 100

// All returns the benchmarks, in the order of tables. The slice is the caller's.
func All() []Benchmark { return slices.Clone(benchmarks) }

// Lookup finds a benchmark by its name.
func Lookup(name string) (Benchmark, bool) { return Find(benchmarks, name) }

// Find finds one of some benchmarks by name.
func Find(all []Benchmark, name string) (Benchmark, bool) {
	i := slices.IndexFunc(all, func(b Benchmark) bool { return b.Name == name })
	if i < 0 {
		return Benchmark{}, false
	}
	return all[i], true
}

// Program builds the benchmark for the given parameters. The error is one line
// that names the benchmark, the mistake and the allowed values.
func (b Benchmark) Program(params ...int) (*model.Program, error) {
	if len(params) != len(b.Params) {
		return nil, fmt.Errorf("%s takes %s, as in %s: %d given", b.Name, b.signature(), b.smallest(), len(params))
	}
	for i, p := range b.Params {
		if v := params[i]; v < p.Min || v > p.Max {
			return nil, fmt.Errorf("%s: %s = %d: must be from %d to %d", b.Name, p.Name, v, p.Min, p.Max)
		}
	}
	return b.Build(params), nil
}

// signature returns "1 parameter (n)", "2 parameters (T, N)".
func (b Benchmark) signature() string {
	names := make([]string, len(b.Params))
	for i, p := range b.Params {
		names[i] = p.Name
	}
	plural := "s"
	switch len(names) {
	case 0:
		return "no parameters"
	case 1:
		plural = ""
	}
	return fmt.Sprintf("%d parameter%s (%s)", len(names), plural, strings.Join(names, ", "))
}

// smallest is a command line: the name, and the least value of each parameter.
func (b Benchmark) smallest() string {
	text := b.Name
	for _, p := range b.Params {
		text += fmt.Sprintf(" %d", p.Min)
	}
	return text
}

// Validate reports everything that is wrong with a list of benchmarks: a name
// missing or used twice, a text missing or longer than a line, a parameter
// without values, no function that builds the program. A benchmark may have no
// parameters.
func Validate(list []Benchmark) error {
	var errs []error
	seen := make(map[string]bool)
	for i, b := range list {
		require := func(ok bool, otherwise string, args ...any) {
			if !ok {
				errs = append(errs, fmt.Errorf("benchmark %d (%q): "+otherwise, append([]any{i, b.Name}, args...)...))
			}
		}
		require(b.Name != "", "no name")
		require(!seen[b.Name], "the name is taken")
		seen[b.Name] = true
		require(isLine(b.Doc), "Doc is not one line")
		require(isLine(b.Source), "Source is not one line")
		require(b.Build != nil, "nothing builds the program")
		params := make(map[string]bool)
		for j, p := range b.Params {
			require(p.Name != "", "parameter %d has no name", j)
			require(!params[p.Name], "two parameters are called %q", p.Name)
			params[p.Name] = true
			require(isLine(p.Doc), "Doc of parameter %q is not one line", p.Name)
			require(p.Min <= p.Max, "parameter %q has no values: Min %d > Max %d", p.Name, p.Min, p.Max)
		}
	}
	return errors.Join(errs...)
}

func isLine(s string) bool { return strings.TrimSpace(s) != "" && !strings.Contains(s, "\n") }

// One makes a Benchmark's Build from a function of one parameter.
func One(build func(int) *model.Program) func([]int) *model.Program {
	return func(params []int) *model.Program { return build(params[0]) }
}

// Two makes a Benchmark's Build from a function of two parameters.
func Two(build func(int, int) *model.Program) func([]int) *model.Program {
	return func(params []int) *model.Program { return build(params[0], params[1]) }
}
