package catalog_test

import (
	"context"
	"runtime"
	"runtime/debug"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/model"
	"dporbench/model/behaviour"
)

// TestLongExecutions: no algorithm's stack grows with the length of an execution.
func TestLongExecutions(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(256 << 10)) // an overflow ends the process
	for _, a := range catalog.All() {
		t.Run(a.Name, func(t *testing.T) {
			if got := explore(t, benchmarks.LengthParam(1, 4096), a.Name).Executions; got != 1 && !a.Samples {
				t.Errorf("one thread has %d executions, want 1", got)
			}
			if s, square := squares[a.Name]; square {
				events := s.events(int64(s.length))
				if got := explore(t, benchmarks.LengthParam(2, s.length), a.Name); got.Executions != 4 || got.Events != events {
					t.Errorf("two threads of %d have %d executions and %d events, want 4 and %d", s.length, got.Executions, got.Events, events)
				}
			} else if got := exploreSoon(t, long(), a.Name).Executions; got != 4 && !a.Samples {
				t.Errorf("two long threads have %d executions, want 4", got)
			}
		})
	}
}

// TestStack: nor does the stack of an algorithm that takes longer, by a coarser equivalence or for comparison. Here an
// execution has a thousand events; a call for each of them would exceed the stack.
func TestStack(t *testing.T) {
	defer debug.SetMaxStack(debug.SetMaxStack(64 << 10)) // an overflow ends the process
	for _, a := range slices.Concat(catalog.Coarser(), catalog.Plain()) {
		t.Run(a.Name, func(t *testing.T) {
			if got := explore(t, benchmarks.LengthParam(2, 256), a.Name); got.Executions < 3 {
				t.Errorf("two threads have %d executions, want 3 or 4", got.Executions)
			}
		})
	}
}

// TestLongCoarserExecutions: the time and memory of an algorithm by a coarser equivalence, or for comparison, grow no
// faster than the length of an execution, unless it is one of squares.
func TestLongCoarserExecutions(t *testing.T) {
	for _, a := range slices.Concat(catalog.Coarser(), catalog.Plain()) {
		t.Run(a.Name, func(t *testing.T) {
			s, square := squares[a.Name]
			switch {
			case a.Name == "pop-expressions":
				t.Skip("see TestLongExpressions")
			case square:
				if got := explore(t, benchmarks.LengthParam(2, s.length), a.Name).Events; got != s.events(int64(s.length)) {
					t.Errorf("two threads of %d have %d events, want %d", s.length, got, s.events(int64(s.length)))
				}
			default:
				if got := exploreSoon(t, long(), a.Name).Executions; got < 3 {
					t.Errorf("two threads have %d executions, want at least 3", got)
				}
			}
		})
	}
}

// long is the length of each of two threads: if time were quadratic in it, the limit would leave less than 20 ns for
// a step.
func long() int {
	if testing.Short() {
		return 1 << 13
	}
	return 1 << 16
}

// exploreSoon explores two threads of length n, within a time limit that is proportional to n, and many times the time
// it takes.
func exploreSoon(t *testing.T, n int, algorithm string) algos.Stats {
	t.Helper()
	begun := processorTime(t)
	stats := explore(t, benchmarks.LengthParam(2, n), algorithm)
	if took, most := processorTime(t)-begun, time.Duration(n)*150*time.Microsecond; took > most {
		t.Errorf("two threads of %d took %v, want %v at most", n, took, most)
	}
	return stats
}

// TestNested: where schedules are nested more deeply than a stack can grow, an exploration ends with an error, not with its process.
func TestNested(t *testing.T) {
	p := model.NewProgram("adds")
	x := p.Var("x", 0)
	for range 2 {
		p.Thread("", func(t *model.Thread) {
			for range 1000 {
				t.Add(x, 1)
			}
		})
	}
	for _, name := range []string{"pop", "pop-naive"} {
		a, _ := catalog.Lookup(name)
		if _, err := a.New(algos.Options{}).Explore(context.Background(), p, nil); err == nil || !strings.Contains(err.Error(), "250,000 deep") {
			t.Errorf("%s: error %v", name, err)
		}
	}
}

// squares are the algorithms that by definition take time quadratic in the length of independent threads
// (docs/speed.md, "Long executions"), each with a length that it explores at once, and the number of events that it
// executes.
var squares = map[string]struct {
	length int
	events func(n int64) int64
}{
	"exhaustive": {48, func(n int64) int64 { return 8*n*n + 20*n + 18 }},
	"sleepset":   {768, func(n int64) int64 { return 4*n*n + 12*n + 16 }},
	"ifs":        {256, func(n int64) int64 { return 4*n*n + 20*n + 14 }},
}

// TestLongExpressions: pop-expressions executes few events, but examines each of them once for each item of P.
func TestLongExpressions(t *testing.T) {
	a, _ := catalog.Lookup("pop-expressions")
	for _, n := range []int{512, 1024, 2048} {
		if got := explore(t, benchmarks.LengthParam(2, n), a.Name); got.Executions != 4 || got.Events > 9*int64(n) {
			t.Errorf("two threads of %d have %d executions and %d events, want 4 and at most %d", n, got.Executions, got.Events, 9*n)
		}
	}
}

// endless are programs that do not terminate, each with the text that its error must contain.
var endless = []struct {
	name   string
	awaits bool
	body   func(t *model.Thread, x model.Var)
	say    []string
}{
	{"hands over", true, func(t *model.Thread, x model.Var) {
		for {
			t.Await(x, func(v int64) bool { return v == 1 })
			t.Store(x, 0)
		}
	}, []string{"step bound", "at long_test.go:"}},
	{"adds", false, func(t *model.Thread, x model.Var) {
		for {
			t.Add(x, 1)
		}
	}, []string{"0 (endless)", "add 1 to x", "at long_test.go:"}},
	{"stores", false, func(t *model.Thread, x model.Var) {
		for i := int64(0); ; i++ {
			t.Store(x, i)
		}
	}, []string{"0 (endless)", "store", "at long_test.go:"}},
	{"spins", false, func(t *model.Thread, x model.Var) {
		for t.Load(x) < 2 {
		}
	}, []string{"0 (endless)", "load x", "at long_test.go:"}},
	{"starts threads", false, func(t *model.Thread, x model.Var) {
		for {
			t.Go("child", func(t *model.Thread) { t.Load(x) })
		}
	}, []string{"0 (endless)", "more than 32767 threads", "at long_test.go:"}},
	{"starts a chain", false, func(t *model.Thread, x model.Var) {
		var next func(t *model.Thread)
		next = func(t *model.Thread) { t.Load(x); t.Go("next", next) }
		next(t)
	}, []string{"0 (endless)", "more than 32767 threads", "at long_test.go:"}},
	{"fences", false, func(t *model.Thread, x model.Var) {
		for {
			t.Store(x, 2)
			t.Fence()
		}
	}, []string{"0 (endless)", "at long_test.go:"}},
	{"counts", false, func(t *model.Thread, x model.Var) {
		y := t.New("y", 0)
		for i := int64(0); ; i++ {
			t.Load(x)
			t.Store(y, i)
		}
	}, []string{"0 (endless)", "at long_test.go:"}},
	{"chooses", false, func(t *model.Thread, x model.Var) {
		for t.Choose(2) == 0 {
		}
	}, []string{"0 (endless)", "choose", "at long_test.go:"}},
}

// TestEndless: every algorithm refuses a program that does not terminate, with the default bounds, before it has
// taken much time and memory; with -short, with a fifth of the step bound, and half the memory.
func TestEndless(t *testing.T) {
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // however much garbage the other tests may keep
	steps, most := behaviour.DefaultMaxSteps, uint64(100)
	if testing.Short() {
		steps, most = steps/5, most/2
	}
	all := slices.Concat(catalog.All(), catalog.Coarser(), catalog.Plain(), catalog.Samplers())
	for i, c := range endless {
		for j, a := range all {
			if testing.Short() && (i+j)%(2*len(endless)) != 0 {
				continue // each of them is refused by an algorithm or two
			}
			if c.name == "counts" && a.Name == "pop-expressions" {
				continue // where a thread sleeps, it traverses all of E for each event, like Algorithm 2 as printed
			}
			t.Run(c.name+"/"+a.Name, func(t *testing.T) {
				p := model.NewProgram("endless")
				x := p.Var("x", 0)
				p.Thread("endless", func(t *model.Thread) { c.body(t, x) })
				p.Thread("other", func(t *model.Thread) {
					t.Store(x, 1)
					for c.awaits {
						t.Await(x, func(v int64) bool { return v == 0 })
						t.Store(x, 1)
					}
				})
				say := c.say
				if c.awaits && !a.Awaits {
					say = []string{"the program has an Await"}
				}
				var before, after runtime.MemStats
				runtime.GC() // or the next collection waits for as much as the program before this one needed
				runtime.ReadMemStats(&before)
				begun, spent := time.Now(), processorTime(t)
				_, err := a.New(algos.Options{MaxSteps: steps}).Explore(context.Background(), p, nil)
				runtime.ReadMemStats(&after)
				took, grown := min(time.Since(begun), processorTime(t)-spent), (after.Sys-before.Sys)>>20
				t.Logf("%v, %d MB", took, grown)
				if err != nil || !a.Samples { // a few samples may all end by chance
					checkRefusal(t, err, say)
				}
				if took > 5*time.Second || grown > most {
					t.Errorf("it took %v and %d MB, want 5 s and %d MB at most", took, grown, most)
				}
			})
		}
	}
}

// processorTime is the CPU time of the process, which on a busy machine is less than the time elapsed.
func processorTime(t *testing.T) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
