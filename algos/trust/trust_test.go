package trust_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/sleepset"
	"dporbench/algos/trust"
	"dporbench/benchmarks"
	"dporbench/frontends/smallprog"
	"dporbench/model"
)

func TestConformance(t *testing.T) { algostest.Run(t, "trust") }

func TestBlocking(t *testing.T) { algostest.Run(t, "trust-blocking") }

// TestBlocked: plain TruSt is blocked whenever a reader reads x too early; the unblocked one never is.
func TestBlocked(t *testing.T) {
	p := smallprog.MustBuild("p: x=1 | q: await x==1 | r: await x==1")
	for _, c := range []struct {
		explorer  algos.Explorer
		redundant int64
	}{{trust.New(algos.Options{Order: algos.LastThread}), 0}, {trust.NewBlocking(algos.Options{Order: algos.LastThread}), 3}} {
		stats, err := c.explorer.Explore(context.Background(), p, nil)
		if err != nil || stats.Executions != 1 || stats.Redundant != c.redundant {
			t.Errorf("%d executions, %d redundant, error %v, want 1 and %d", stats.Executions, stats.Redundant, err, c.redundant)
		}
	}
}

// small is a program with the number of its classes.
type small struct {
	program string
	classes int
}

// TestUpdates explores programs that lose or repeat classes when an update is
// one event, when its write is not added again after its read was revisited,
// when it revisits nothing but the read of the update that took its write, or
// when a CompareAndSwap keeps its kind.
func TestUpdates(t *testing.T) {
	compareAll(t, []small{
		{"p: x=2 | q: a=x | r: update x | s: update x", 24},
		{"p: update x | q: update x | r: update x", 6},
		{"p: a=x | q: update x | r: update x", 6},
		{"p: a=cas(x,0,1) | q: a=cas(x,0,2) | r: x=1", 5},
		{"p: a=cas(y,2,1) | q: b=cas(x,0,0) | r: x=2; y=1", 4},
	})
}

// TestMutexes does the same for the rules in lock.go.
func TestMutexes(t *testing.T) {
	compareAll(t, []small{
		{"p: lock l; unlock l | q: lock l; unlock l | r: lock l; unlock l", 6},
		{"p: lock l; lock m; unlock m; unlock l | q: lock m; lock l; unlock l; unlock m", 3},
		{"p: go { lock l }; join; lock l | q: lock l; a=x; unlock l | r: x=1", 3},
		// The Lock that is never granted might have been first.
		{"p: lock l | q: lock l", 2},
		// The write of a Lock that a blocked read comes from is not deleted.
		{"p: lock l | q: lock l | r: lock l; unlock l", 4},
		// A deleted Unlock leaves the read that took it in place blocked,
		{"p: lock l | q: b=x | r: lock l; unlock l | s: x=1; lock l", 8},
		// and if that read is deleted as well, it is maximal.
		{"p: a=x | q: lock l; go { update x }; unlock l | r: lock m; unlock m; lock l", 3},
		{"p: lock l; go { x=1 }; unlock l | q: b=x; lock l; unlock l", 3},
	})
}

// compareAll compares each of the programs under many orders.
func compareAll(t *testing.T, programs []small) {
	options := orders()
	for seed := range uint64(20) {
		options = append(options, algos.Options{Order: algos.RandomThread, Seed: seed})
	}
	for _, c := range programs {
		for _, o := range options {
			compare(t, smallprog.MustParse(c.program), c.classes, o, trust.New(o))
		}
	}
}

// orders lists options with each order.
func orders() []algos.Options {
	var all []algos.Options
	for _, o := range algos.Orders() {
		all = append(all, algos.Options{Order: o, Seed: 1})
	}
	return all
}

// compare compares the classes that x visits with the classes of the sleep set
// explorer, whose number must be classes, unless that is 0.
func compare(t *testing.T, p smallprog.Program, classes int, o algos.Options, x algos.Explorer) {
	t.Helper()
	built := p.Build()
	want, wantStats, err := algostest.Explore(sleepset.New(algos.Options{Memory: o.Memory}), built)
	if err != nil {
		t.Fatal(err)
	}
	if classes != 0 && len(want) != classes {
		t.Fatalf("%v\n\thas %d classes, want %d", p, len(want), classes)
	}
	got, stats, err := algostest.Explore(x, built)
	if d := got.Difference(want); d != "" || err != nil || stats.Redundant != 0 {
		t.Fatalf("%v under %v\n\t%s, error %v", p, o.Memory, d, err)
	}
	if stats.Failed != wantStats.Failed || stats.AssumeBlocked != wantStats.AssumeBlocked || stats.Deadlocked != wantStats.Deadlocked || stats.Starved != wantStats.Starved {
		t.Fatalf("%v under %v\n\tgot %+v, want the outcomes of %+v", p, o.Memory, stats, wantStats)
	}
}

// TestCounts checks the known counts, each in all orders.
func TestCounts(t *testing.T) {
	limit := int64(4000)
	if testing.Short() {
		limit = 200
	}
	for _, c := range benchmarks.Counts() {
		if c.Executions > limit || c.Benchmark == "length-param" && c.Params[1] > 4 {
			continue
		}
		for _, o := range orders() {
			stats := explore(t, trust.New(o), c.Benchmark, c.Params...)
			if stats.Executions != c.Executions || stats.Redundant != 0 {
				t.Errorf("%s%v, %v: %d executions, %d redundant, want %d and none",
					c.Benchmark, c.Params, o.Order, stats.Executions, stats.Redundant, c.Executions)
			}
		}
	}
}

func explore(t *testing.T, x algos.Explorer, name string, params ...int) algos.Stats {
	t.Helper()
	stats, err := x.Explore(context.Background(), program(t, name, params...), nil)
	if err != nil {
		t.Fatal(err)
	}
	return stats
}

func program(t *testing.T, name string, params ...int) *model.Program {
	t.Helper()
	b, ok := benchmarks.Lookup(name)
	if !ok {
		t.Fatalf("no benchmark %s", name)
	}
	p, err := b.Program(params...)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// TestStorage checks the storage on two programs with exponentially many
// executions: it grows at most like the square of their length.
func TestStorage(t *testing.T) {
	for _, name := range []string{"exp-mem3", "lastzero"} {
		for n := 3; n <= 8; n++ {
			length := int64(0)
			stats, err := trust.New(algos.Options{}).Explore(context.Background(), program(t, name, n), func(e *model.Execution) error {
				length = max(length, int64(len(e.Events())))
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			peak := stats.Peak
			if bound := length * length; peak.Events > bound || peak.GraphNodes > 2*bound || peak.Frames > length+1 {
				t.Errorf("%s(%d), executions of %d events: peaks %+v", name, n, length, peak)
			}
			if peak.Events < length || peak.GraphNodes < peak.Events || peak.Frames == 0 {
				t.Errorf("%s(%d): peaks %+v count too little", name, n, peak)
			}
		}
	}
}

// TestLength explores four executions of a quarter of a million events each: it
// would take hours if adding an event took time in the length of the graph.
func TestLength(t *testing.T) {
	if testing.Short() {
		t.Skip("long executions")
	}
	late := errors.New("takes too long")
	ctx, cancel := context.WithTimeoutCause(context.Background(), 20*time.Second, late)
	defer cancel()
	const n = 1 << 16
	stats, err := trust.New(algos.Options{}).Explore(ctx, program(t, "length-param", 2, n), nil)
	if err != nil || stats.Executions != 4 || stats.Events > 5*n {
		t.Errorf("%+v, error %v", stats, err)
	}
}

// TestAllocatesNothingOnceWarm: more executions take no more allocations.
func TestAllocatesNothingOnceWarm(t *testing.T) {
	p := benchmarks.ExpMem3(7)
	var executions int64
	allocations := testing.AllocsPerRun(1, func() {
		stats, err := trust.New(algos.Options{}).Explore(t.Context(), p, nil)
		if executions = stats.Executions; err != nil {
			t.Fatal(err)
		}
	})
	if allocations > float64(executions)/2 {
		t.Errorf("%v allocations in an exploration of %d executions", allocations, executions)
	}
}
