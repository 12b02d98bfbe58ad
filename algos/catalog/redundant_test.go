package catalog_test

import (
	"context"
	"fmt"
	"maps"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/frontends/smallprog"
	"dporbench/model"
)

// redundancy is the number of redundant explorations that each algorithm starts. Each
// algorithm improves on the one before, though not on every program.
type redundancy struct{ sleepset, fgdpor, source int64 }

// infeasible stands for what takes too long: sleep sets alone enter every
// prefix of every class, even where there is nothing to reverse.
const infeasible = -1

// redundant is the redundancy on all programs with a known count that is not
// from the paper, threads explored first to last. Optimal starts none.
var redundant = map[string]redundancy{
	"circular-buffer(1)": {2, 0, 0},
	"circular-buffer(2)": {4, 0, 0},
	"circular-buffer(3)": {11, 0, 0},
	"circular-buffer(4)": {36, 0, 0},
	"fib-bench(1)":       {10, 1, 0},
	"fib-bench(2)":       {116, 9, 0},
	"fib-bench(3)":       {1402, 70, 0},
	"linuxrwlocks(1)":    {5, 0, 0},
	"linuxrwlocks(2)":    {28, 0, 0},
	"linuxrwlocks(3)":    {199, 0, 0},
	"linuxrwlocks(4)":    {1537, 0, 0},
	"filesystem(13)":     {infeasible, 0, 0},
	"filesystem(14)":     {infeasible, 0, 0},
	"filesystem(15)":     {infeasible, 2, 0},
	"filesystem(16)":     {infeasible, 14, 0},
	"filesystem(18)":     {infeasible, 310, 0},
	"filesystem(20)":     {infeasible, 5334, 0},
	"indexer(11)":        {infeasible, 0, 0},
	"indexer(12)":        {infeasible, 0, 0},
	"indexer(13)":        {infeasible, 24, 0},
	"lastzero(1)":        {0, 0, 0},
	"lastzero(2)":        {3, 0, 0},
	"lastzero(3)":        {18, 1, 1},
	"lastzero(4)":        {84, 7, 7},
	"lastzero(5)":        {354, 33, 33},
	"lastzero(6)":        {1416, 131, 131},
	"lastzero(7)":        {5502, 473, 473},
	"exp-mem3(1)":        {0, 0, 0},
	"exp-mem3(2)":        {4, 0, 0},
	"exp-mem3(3)":        {18, 0, 0},
	"exp-mem3(4)":        {90, 0, 0},
	"exp-mem3(5)":        {546, 0, 0},
	"exp-mem3(6)":        {3906, 0, 0},
	"dispatcher(1)":      {21, 0, 0},
	"dispatcher(2)":      {832, 37, 22},
	"dispatcher(3)":      {39129, 1091, 714},
	"poke(1)":            {44, 0, 0},
	"poke(2)":            {2633, 40, 40},
	"poke(3)":            {56481, 981, 981},
	"poke(4)":            {786109, 8836, 8836},
	"length-param(2,1)":  {4, 0, 0},
	"length-param(2,2)":  {6, 0, 0},
	"length-param(2,4)":  {10, 0, 0},
	"casrot(2)":          {0, 0, 0},
	"casrot(3)":          {0, 0, 0},
	"casrot(4)":          {1, 0, 0},
	"casrot(5)":          {8, 0, 0},
	"casrot(6)":          {46, 0, 0},
	"casw(2)":            {0, 0, 0},
	"casw(3)":            {0, 0, 0},
	"casw(4)":            {0, 0, 0},
}

// TestRedundantExplorations checks executions and redundant explorations of the
// algorithms without wakeup trees and of optimal.
func TestRedundantExplorations(t *testing.T) {
	missing := maps.Clone(redundant)
	for _, c := range benchmarks.Counts() {
		if c.Source != benchmarks.SourceTools {
			continue
		}
		name := title(c.Benchmark, c.Params)
		delete(missing, name)
		t.Run(name, func(t *testing.T) {
			p := program(t, c.Benchmark, c.Params)
			want, ok := redundant[name]
			if !ok { // of a new benchmark, only what optimal promises is known
				checkRedundant(t, p, "optimal", c.Executions, 0)
				return
			}
			checkRedundant(t, p, "sleepset", c.Executions, want.sleepset)
			checkRedundant(t, p, "fgdpor", c.Executions, want.fgdpor)
			checkRedundant(t, p, "source", c.Executions, want.source)
			checkRedundant(t, p, "optimal", c.Executions, 0)
		})
	}
	for name := range missing {
		t.Errorf("%s: no count of executions", name)
	}
}

func title(benchmark string, params []int) string {
	return benchmark + "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(params), " ", ","), "[]") + ")"
}

func checkRedundant(t *testing.T, p *model.Program, algorithm string, executions, redundant int64) {
	t.Helper()
	if redundant == infeasible || testing.Short() && redundant > 10_000 {
		return
	}
	stats := explore(t, p, algorithm)
	if stats.Executions != executions || stats.Redundant != redundant {
		t.Errorf("%s: %d executions and %d redundant, want %d and %d", algorithm, stats.Executions, stats.Redundant, executions, redundant)
	}
}

func explore(t *testing.T, p *model.Program, algorithm string) algos.Stats {
	t.Helper()
	x, err := catalog.New(algorithm, algos.Options{})
	if err != nil {
		t.Fatal(err)
	}
	stats, err := x.Explore(context.Background(), p, nil)
	if err != nil {
		t.Fatalf("%s: %v", algorithm, err)
	}
	return stats
}

// TestSeparatingPrograms separates each algorithm from the next one by a program on which it
// starts more redundant explorations: the smallest ones that a random search found, and,
// last, one on which source does worse than fgdpor.
func TestSeparatingPrograms(t *testing.T) {
	for _, c := range []struct {
		program    string
		executions int64
		want       redundancy
	}{
		{"p: a=x | q: y=0", 1, redundancy{sleepset: 1, fgdpor: 0, source: 0}},
		{"p: x=0 | q: a=y; x=0 | r: b=y", 2, redundancy{sleepset: 5, fgdpor: 1, source: 0}},
		{"p: x=1; a=x | q: a=y; x=1 | r: a=x", 9, redundancy{sleepset: 5, fgdpor: 1, source: 1}},
		{"p: a=x | q: y=0; go { a=x } | r: x=0", 4, redundancy{sleepset: 5, fgdpor: 0, source: 1}},
	} {
		t.Run(c.program, func(t *testing.T) {
			p := smallprog.MustBuild(c.program)
			checkRedundant(t, p, "sleepset", c.executions, c.want.sleepset)
			checkRedundant(t, p, "fgdpor", c.executions, c.want.fgdpor)
			checkRedundant(t, p, "source", c.executions, c.want.source)
			checkRedundant(t, p, "optimal", c.executions, 0)
		})
	}
}
