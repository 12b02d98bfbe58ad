// Package program identifies the program of a command, and holds the programs and
// algorithms that the commands accept: the built-in ones, and any that a researcher adds
// from another module.
package program

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dporbench/algos/catalog"
	"dporbench/benchmarks"
)

// Registry finds benchmarks and algorithms by name. It is immutable.
type Registry struct {
	benchmarks []benchmarks.Benchmark
	algorithms []catalog.Algorithm
	compile    Compiler // or nil
	loadGo     GoLoader // or nil
}

// Oracle is the algorithm against which the others are checked.
const Oracle = "exhaustive"

// New returns a registry of the benchmarks and algorithms of this module and the given
// ones. The error lists the problems of the given ones, one per line.
func New(programs []benchmarks.Benchmark, algorithms []catalog.Algorithm) (*Registry, error) {
	r := &Registry{
		benchmarks: slices.Concat(benchmarks.All(), programs),
		algorithms: slices.Concat(catalog.All(), algorithms, catalog.Coarser(), catalog.Plain(), catalog.Samplers()),
	}
	var errs []error
	for _, b := range programs {
		errs = append(errs, checkName("benchmark", b.Name))
	}
	for _, a := range algorithms {
		errs = append(errs, checkName("algorithm", a.Name))
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	return r, errors.Join(benchmarks.Validate(r.benchmarks), catalog.Validate(r.algorithms))
}

const letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"

// The command line or a results file would misread other names.
func checkName(kind, name string) error {
	if strings.Trim(name, letters+"0123456789_.-") != "" || strings.TrimLeft(name, letters) == name || name == "all" {
		return fmt.Errorf("%s %q: its name must be a letter followed by letters, digits, -, _ and ., and not all", kind, name)
	}
	return nil
}

// Benchmarks are all benchmarks, in the order of tables.
func (r *Registry) Benchmarks() []benchmarks.Benchmark { return slices.Clone(r.benchmarks) }

// Algorithms are all algorithms, including samplers, in the order of tables.
func (r *Registry) Algorithms() []catalog.Algorithm { return slices.Clone(r.algorithms) }

func (r *Registry) Algorithm(name string) (catalog.Algorithm, bool) {
	i := slices.IndexFunc(r.algorithms, func(a catalog.Algorithm) bool { return a.Name == name })
	if i < 0 {
		return catalog.Algorithm{}, false
	}
	return r.algorithms[i], true
}

func (r *Registry) BenchmarkNames() []string {
	var names []string
	for _, b := range r.benchmarks {
		names = append(names, b.Name)
	}
	return names
}

func (r *Registry) AlgorithmNames() []string { return Names(r.algorithms) }

// NamesOf are the names of the algorithms for which holds is true.
func (r *Registry) NamesOf(holds func(catalog.Algorithm) bool) []string {
	return Names(slices.DeleteFunc(r.Algorithms(), func(a catalog.Algorithm) bool { return !holds(a) }))
}

func Names(algorithms []catalog.Algorithm) []string {
	var names []string
	for _, a := range algorithms {
		names = append(names, a.Name)
	}
	return names
}
