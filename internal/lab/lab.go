// Package lab is the laboratory for a page in a browser: it takes experiments as text and returns JSON, in one
// thread, with no file, no process and no network. Package lab/wasm makes it a WebAssembly module, and lab/site
// has the page.
//
// An exploration does not return before it has ended. A callback reports its progress, and bounds can end it;
// one that does not even reach its next event can be ended only by ending the page's worker.
package lab

import (
	"fmt"
	"slices"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/counters"
	"dporbench/algos/pop/algorithm2"
	"dporbench/benchmarks"
	"dporbench/benchmarks/bugs"
	"dporbench/internal/palette"
	"dporbench/internal/steps"
	"dporbench/model/memory"
)

// Printed is the name of Algorithm 2 as printed, which is included to show how it fails.
const Printed = "algorithm2-as-printed"

// fullEnumeration is the algorithm that the others are compared with.
const fullEnumeration = "exhaustive"

// Laboratory has the programs and algorithms of this module, and all that another module adds, if there is one. It is
// immutable.
type Laboratory struct {
	benchmarks []benchmarks.Benchmark
	algorithms []catalog.Algorithm
}

// New returns a laboratory with programs and algorithms of another module, which must be as measured.Additions says.
func New(programs []benchmarks.Benchmark, algorithms []catalog.Algorithm) Laboratory {
	return Laboratory{programs, algorithms}
}

// Algorithms returns all algorithms of the catalog, all that another module adds, and one that is wrong: [Printed].
func (l Laboratory) Algorithms() []catalog.Algorithm {
	return append(slices.Concat(catalog.All(), l.algorithms, catalog.Coarser(), catalog.Plain(), catalog.Samplers()), catalog.Algorithm{
		Name:  Printed,
		Paper: "Abdulla, Atig, Das, Jonsson, Sagonas: Parsimonious Optimal Dynamic Partial Order Reduction, CAV 2024, Algorithm 2",
		DOI:   "10.1007/978-3-031-65630-9_2",
		Doc:   "Algorithm 2 as printed, with none of its fourteen corrections: it misses classes and repeats others",
		New:   func(o algos.Options) algos.Explorer { return algorithm2.New(o, 0) },
		Plain: true,

		ExactlyOnce: true, // as its paper says
	})
}

func (l Laboratory) algorithm(name string) (catalog.Algorithm, error) {
	all := l.Algorithms()
	i := slices.IndexFunc(all, func(a catalog.Algorithm) bool { return a.Name == name })
	if i < 0 {
		return catalog.Algorithm{}, fmt.Errorf("there is no algorithm %q", name)
	}
	return all[i], nil
}

func (l Laboratory) allBenchmarks() []benchmarks.Benchmark {
	return slices.Concat(l.benchmarks, benchmarks.All(), bugs.All())
}

// Catalog lists the choices of a page.
type Catalog struct {
	Algorithms []AlgorithmEntry `json:"algorithms"`
	Benchmarks []BenchmarkEntry `json:"benchmarks"`
	Memory     []string         `json:"memory"`
	Endings    []string         `json:"endings"` // the counters of executions that are not complete
	Added      []string         `json:"added"`   // the names of programs and algorithms that another module adds
	Version    string           `json:"version"`
	Repository string           `json:"repository,omitempty"` // its address, if the path of the module has a host
}

// AlgorithmEntry describes an algorithm.
type AlgorithmEntry struct {
	Name    string `json:"name"`
	Doc     string `json:"doc"`
	Paper   string `json:"paper"`
	Link    string `json:"link,omitempty"` // to the paper
	Samples bool   `json:"samples"`
	Plain   bool   `json:"plain"` // it is included for comparison
	Once    bool   `json:"once"`  // it promises to visit no class twice
	Optimal bool   `json:"optimal"`
	Coarser string `json:"coarser,omitempty"` // the equivalence whose classes it visits, if that is not happens-before
	Tree    bool   `json:"tree"`              // whether it has an exploration tree
	Steps   bool   `json:"steps"`             // whether it can be shown step by step
	Added   bool   `json:"added"`             // whether it is of another module

	Look Look `json:"look"`
}

// Look is how the curve of an algorithm is drawn; see [palette.Style].
type Look struct {
	Light  string         `json:"light"`
	Dark   string         `json:"dark"`
	Marker palette.Marker `json:"marker"`
	Dashes []float64      `json:"dashes"`
}

func lookOf(algorithm string) Look {
	s := palette.Of(algorithm)
	return Look{s.Light, s.Dark, s.Marker, append([]float64{}, s.Dashes...)}
}

// BenchmarkEntry describes a benchmark.
type BenchmarkEntry struct {
	Name     string             `json:"name"`
	Doc      string             `json:"doc"`
	Source   string             `json:"source"`
	Params   []benchmarks.Param `json:"params"`
	Smallest []int              `json:"smallest"` // the parameters of its first row in Table 1, or the least possible
}

// Catalog returns the choices of a page.
func (l Laboratory) Catalog() Catalog {
	c := Catalog{Added: l.added()}
	c.Version, c.Repository = built()
	for _, a := range l.Algorithms() {
		e := AlgorithmEntry{Name: a.Name, Doc: a.Doc, Paper: a.Paper, Samples: a.Samples, Plain: a.Plain, Once: a.ExactlyOnce, Optimal: a.Optimal, Steps: steps.Supports(a.Name), Added: slices.Contains(c.Added, a.Name), Look: lookOf(a.Name)}
		if a.DOI != "" {
			e.Link = "https://doi.org/" + a.DOI
		}
		if e.Tree = !a.Samples && a.Equivalence.KeepsOrder(); !a.Equivalence.KeepsOrder() {
			e.Coarser = a.Equivalence.String()
		}
		c.Algorithms = append(c.Algorithms, e)
	}
	for _, b := range l.allBenchmarks() {
		c.Benchmarks = append(c.Benchmarks, BenchmarkEntry{b.Name, b.Doc, b.Source, append([]benchmarks.Param{}, b.Params...), smallest(b)})
	}
	for _, m := range memory.Models() {
		c.Memory = append(c.Memory, m.String())
	}
	for _, n := range counters.OfCounts() {
		if !slices.Contains([]string{"executions", "redundant", "events"}, n.Column) {
			c.Endings = append(c.Endings, n.Column)
		}
	}
	return c
}

// added are the names of all that another module adds.
func (l Laboratory) added() []string {
	names := []string{}
	for _, b := range l.benchmarks {
		names = append(names, b.Name)
	}
	for _, a := range l.algorithms {
		names = append(names, a.Name)
	}
	return names
}

func smallest(b benchmarks.Benchmark) []int {
	for _, row := range benchmarks.PaperTable() {
		if row.Benchmark == b.Name {
			return row.Params
		}
	}
	least := []int{}
	for _, p := range b.Params {
		least = append(least, p.Min)
	}
	return least
}
