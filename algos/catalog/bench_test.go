package catalog_test

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/isolation"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

type row struct {
	benchmark string
	params    []int
}

// rows are the programs on which algorithms are timed, large enough for the
// threads' behaviour to be known most of the time.
var rows = []row{
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
// row. Besides the time of a whole exploration it reports the time and the
// allocations for each execution, the time for each event newly executed,
// not counting those executed again to return to an earlier prefix, and the
// counted steps of one exploration, events included.
func BenchmarkExplore(b *testing.B) {
	for _, row := range rows {
		p := program(b, row.benchmark, row.params)
		name := rowName(row.benchmark, row.params)
		for _, a := range catalog.All() {
			if a.Optimal {
				b.Run(name+"/"+a.Name, func(b *testing.B) { benchmarkExplore(b, a, algos.Options{}, p) })
			}
		}
	}
}

// small are the first rows of Table 1, and a smaller poke.
var small = []row{
	{"circular-buffer", []int{7}},
	{"fib-bench", []int{4}},
	{"linuxrwlocks", []int{6}},
	{"filesystem", []int{22}},
	{"indexer", []int{15}},
	{"lastzero", []int{10}},
	{"exp-mem3", []int{7}},
	{"dispatcher", []int{4}},
	{"poke", []int{5}},
	{"length-param", []int{2, 1024}},
}

// BenchmarkStep is BenchmarkExplore on small rows, for reference/instructions.sh: steps are the unit in which algorithms are compared. The last column
// is POP with another order of threads.
func BenchmarkStep(b *testing.B) {
	for _, row := range small {
		p := program(b, row.benchmark, row.params)
		for _, column := range []string{"pop", "trust", "optimal", "source", "pop quiet"} {
			name, quiet := strings.CutSuffix(column, " quiet")
			o := algos.Options{}
			if quiet {
				o.Order = algos.QuietFirst
			}
			a, ok := catalog.Lookup(name)
			if !ok {
				b.Fatal(name)
			}
			b.Run(rowName(row.benchmark, row.params)+"/"+column, func(b *testing.B) { benchmarkExplore(b, a, o, p) })
		}
	}
}

func benchmarkExplore(b *testing.B, a catalog.Algorithm, o algos.Options, p *model.Program) {
	var executions, events, steps int64
	before := allocations()
	for b.Loop() {
		stats, err := a.New(o).Explore(context.Background(), p, nil)
		if err != nil {
			b.Fatal(err)
		}
		executions += stats.Executions
		events += stats.Events
		steps = stats.Events + stats.Work.Sum()
	}
	b.ReportMetric(float64(steps), "steps")
	report(b, executions, events, allocations()-before)
}

// allocations is the number of objects allocated so far.
func allocations() uint64 {
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.Mallocs
}

func report(b *testing.B, executions, events int64, allocations uint64) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(executions), "ns/execution")
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(events), "ns/event")
	b.ReportMetric(float64(allocations)/float64(executions), "allocs/execution")
}

// BenchmarkFloor times the bare machine on the executions that POP visits on each row, one after the other: it undoes
// the events that the next execution does not share with the one before, and steps the rest. No explorer of sequences
// can be faster; the time that an algorithm takes beyond this is its own.
func BenchmarkFloor(b *testing.B) {
	for _, row := range rows {
		p := program(b, row.benchmark, row.params)
		b.Run(rowName(row.benchmark, row.params), func(b *testing.B) { benchmarkFloor(b, p) })
	}
}

func benchmarkFloor(b *testing.B, p *model.Program) {
	schedules, err := schedulesOf(p)
	if err != nil {
		b.Fatal(err)
	}
	var executions, events int64
	before := allocations()
	for b.Loop() {
		m, err := machine.New(p, behaviour.Limits{})
		if err != nil {
			b.Fatal(err)
		}
		for _, s := range schedules {
			for m.Len() > s.shared {
				m.Undo()
			}
			for _, t := range s.rest {
				if _, err := m.Step(t); err != nil {
					b.Fatal(err)
				}
			}
			events += int64(len(s.rest))
		}
		executions += int64(len(schedules))
		m.Close()
	}
	report(b, executions, events, allocations()-before)
}

// schedule is an execution: the number of events it shares with the one before
// it, and the threads of the others.
type schedule struct {
	shared int
	rest   []event.ThreadID
}

func schedulesOf(p *model.Program) ([]schedule, error) {
	var schedules []schedule
	var previous []event.Event
	x, err := catalog.New("pop", algos.Options{})
	if err != nil {
		return nil, err
	}
	_, err = x.Explore(context.Background(), p, func(e *model.Execution) error {
		s := schedule{}
		events := e.Events()
		for s.shared < len(previous) && s.shared < len(events) && previous[s.shared] == events[s.shared] {
			s.shared++
		}
		for _, e := range events[s.shared:] {
			s.rest = append(s.rest, e.Thread)
		}
		schedules = append(schedules, s)
		previous = append(previous[:0], events...)
		return nil
	})
	return schedules, err
}

func rowName(benchmark string, params []int) string {
	return benchmark + "(" + strings.Trim(strings.ReplaceAll(fmt.Sprint(params), " ", ","), "[]") + ")"
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
	if err := isolation.CheckFirst(p, memory.SC, 2000); err != nil { // as measured runs do, before the clock starts
		tb.Fatal(err)
	}
	return p
}
