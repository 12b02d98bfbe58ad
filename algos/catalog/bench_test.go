package catalog_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/model"
)

// rows are the programs that algorithms are timed on, large enough for the
// threads' behaviour to be known for most of the time.
var rows = []struct {
	benchmark string
	params    []int
}{
	{"circular-buffer", []int{8}},
	{"fib-bench", []int{5}},
	{"linuxrwlocks", []int{6}},
	{"filesystem", []int{24}},
	{"indexer", []int{15}},
	{"lastzero", []int{15}},
	{"exp-mem3", []int{8}},
	{"dispatcher", []int{4}},
	{"poke", []int{5}},
	{"length-param", []int{2, 8196}},
}

// BenchmarkExplore times each algorithm that does nothing redundant on each
// row. Beside the time of a whole exploration it reports the time for each
// execution and for each event executed (those executed again included).
func BenchmarkExplore(b *testing.B) {
	for _, row := range rows {
		p := program(b, row.benchmark, row.params)
		name := row.benchmark + "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(row.params), " ", ","), "[]") + ")"
		for _, a := range catalog.All() {
			if a.Optimal {
				b.Run(name+"/"+a.Name, func(b *testing.B) { benchmarkExplore(b, a, p) })
			}
		}
	}
}

func benchmarkExplore(b *testing.B, a catalog.Algorithm, p *model.Program) {
	b.ReportAllocs()
	var executions, events int64
	for b.Loop() {
		stats, err := a.New(algos.Options{}).Explore(context.Background(), p, nil)
		if err != nil {
			b.Fatal(err)
		}
		executions += stats.Executions
		events += stats.Events + stats.Replayed
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(executions), "ns/execution")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(events), "ns/event")
}

func program(tb testing.TB, name string, params []int) *model.Program {
	b, ok := benchmarks.Lookup(name)
	if !ok {
		tb.Fatalf("no benchmark %s", name)
	}
	p, err := b.Program(params...)
	if err != nil {
		tb.Fatal(err)
	}
	return p
}
