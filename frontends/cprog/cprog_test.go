package cprog_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/model/front"
)

// TestFeatures runs the files of testdata/features: the first line of each says how many
// executions it has, and how many of them are not complete. The files assert
// the meaning of C.
func TestFeatures(t *testing.T) {
	for _, file := range files(t, "testdata/features/*.c") {
		t.Run(filepath.Base(file), func(t *testing.T) {
			want, options := expectation(t, file)
			p, err := cprog.Load(file, options)
			if err != nil {
				t.Fatal(err)
			}
			for _, algorithm := range []string{"exhaustive", "pop", "optimal"} {
				got, err := exploreProgram(algorithm, p)
				if err != nil {
					t.Fatalf("%s: %v", algorithm, err)
				}
				if got != want {
					t.Errorf("%s: %+v, want %+v", algorithm, got, want)
				}
			}
		})
	}
}

type counts struct{ executions, failed, blocked, deadlocked int64 }

func files(t *testing.T, pattern string) []string {
	t.Helper()
	all, err := filepath.Glob(pattern)
	if err != nil || len(all) == 0 {
		t.Fatalf("no files %s: %v", pattern, err)
	}
	return all
}

func firstLine(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	line, _, _ := strings.Cut(string(text), "\n")
	return strings.TrimPrefix(line, "// ")
}

func expectation(t *testing.T, file string) (want counts, o cprog.Options) {
	t.Helper()
	words := strings.Fields(firstLine(t, file))
	for i := 0; i < len(words); i++ {
		field, isCount := map[string]*int64{"executions": &want.executions, "failed": &want.failed,
			"blocked": &want.blocked, "deadlocked": &want.deadlocked}[words[i]]
		switch {
		case isCount:
			i++
			n, err := strconv.ParseInt(words[i], 10, 64)
			if err != nil {
				t.Fatal(err)
			}
			*field = n
		case words[i] == "--spin":
			o.Spin = true
		case words[i] == "--await-assumes":
			o.AwaitAssumes = true
		case words[i] == "--like=genmc":
			o.Like = cprog.GenMC
		case words[i] == "--no-unroll=counts":
			o.NoUnroll = []string{"counts"}
		case words[i] == "--nondet=-1..1":
			o.Nondet = cprog.Range{From: -1, To: 1}
		case words[i] == "--unroll=2":
			o.Unroll = 2
		default:
			t.Fatalf("%s: %q", file, words[i])
		}
	}
	return want, o
}

func explore(algorithm, file string, o cprog.Options) (counts, error) {
	p, err := cprog.Load(file, o)
	if err != nil {
		return counts{}, err
	}
	return exploreProgram(algorithm, p)
}

func exploreProgram(algorithm string, p *model.Program) (counts, error) {
	explorer, err := catalog.New(algorithm, algos.Options{MaxSteps: 100_000})
	if err != nil {
		return counts{}, err
	}
	s, err := explorer.Explore(context.Background(), p, nil)
	return counts{s.Executions, s.Failed, s.AssumeBlocked, s.Deadlocked + s.Starved + s.Livelocked}, err
}

// TestUnsupported: the first line of each file of testdata/unsupported is the line and
// the problem that Load reports.
func TestUnsupported(t *testing.T) {
	for _, file := range files(t, "testdata/unsupported/*.c") {
		line, problem, _ := strings.Cut(firstLine(t, file), ": ")
		want := fmt.Sprintf("%s:%s: %s", filepath.Base(file), line, problem)
		if _, err := cprog.Load(file, cprog.Options{}); err == nil || err.Error() != want {
			t.Errorf("got  %v\nwant %s", err, want)
		}
	}
}

// TestBenchmarks: a C file has the same number of classes as its Go counterpart.
func TestBenchmarks(t *testing.T) {
	for _, c := range []struct {
		name string
		n    int
	}{
		{"fib-bench", 2}, {"fib-bench", 3}, {"circular-buffer", 4}, {"circular-buffer", 6}, {"lastzero", 4}, {"lastzero", 6},
		{"indexer", 11}, {"indexer", 13}, {"casrot", 3}, {"casrot", 6},
	} {
		inGo, inC := twins(t, c.name, c.n)
		if got, want := count(t, inC), count(t, inGo); got != want {
			t.Errorf("%s %d: %d executions, want %d", c.name, c.n, got, want)
		}
	}
}

// TestNames: variables and threads have their names from the file.
func TestNames(t *testing.T) {
	p, err := cprog.Load("testdata/benchmarks/lastzero.c", cprog.Options{Define: []string{"N=1"}})
	if err != nil {
		t.Fatal(err)
	}
	isolated := (*front.Program)(p).Isolated()
	if p.Name() != "lastzero.c" || p.NumVars() != 2 || p.VarName(1) != "array[1]" || p.ThreadName(0) != "main" || isolated != front.Assumed {
		t.Errorf("program %s: %d variables, the second is %s, thread %s, isolation %v", p.Name(), p.NumVars(), p.VarName(1), p.ThreadName(0), isolated)
	}
}

// BenchmarkAgainstGo compares C files with the same programs in Go, in alternation: the time per execution of each,
// and the ratio of C to Go.
func BenchmarkAgainstGo(b *testing.B) {
	for _, c := range []struct {
		name string
		n    int
	}{{"fib-bench", 5}, {"circular-buffer", 8}, {"lastzero", 15}, {"indexer", 14}, {"casrot", 8}} {
		b.Run(fmt.Sprint(c.name, c.n), func(b *testing.B) {
			inGo, inC := twins(b, c.name, c.n)
			var took [2]time.Duration
			var executions int64
			for b.Loop() {
				for k, p := range []*model.Program{inGo, inC} {
					start := time.Now()
					n := count(b, p)
					took[k] += time.Since(start)
					executions += n * int64(1-k)
				}
			}
			b.ReportMetric(float64(took[0].Nanoseconds())/float64(executions), "ns/execution-go")
			b.ReportMetric(float64(took[1].Nanoseconds())/float64(executions), "ns/execution-c")
			b.ReportMetric(float64(took[1])/float64(took[0]), "c/go")
		})
	}
}

// twins returns a benchmark in Go and in C.
func twins(tb testing.TB, name string, n int) (inGo, inC *model.Program) {
	tb.Helper()
	known, _ := benchmarks.Lookup(name)
	inGo, err := known.Program(n)
	if err != nil {
		tb.Fatal(err)
	}
	inC, err = cprog.Load("testdata/benchmarks/"+name+".c", cprog.Options{Define: []string{fmt.Sprint("N=", n)}})
	if err != nil {
		tb.Fatal(err)
	}
	return inGo, inC
}

// count returns the number of executions that POP finds.
func count(tb testing.TB, p *model.Program) int64 {
	tb.Helper()
	pop, err := catalog.New("pop", algos.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	s, err := pop.Explore(context.Background(), p, nil)
	if err != nil {
		tb.Fatal(err)
	}
	return s.Executions
}
