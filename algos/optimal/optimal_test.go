package optimal_test

import (
	"context"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/optimal"
	"dporbench/benchmarks"
	"dporbench/model/memory"
)

func TestConformance(t *testing.T) { algostest.Run(t, "optimal") }

// TestEveryExecutionCounts explores programs that lose classes if a race is reversed in the
// first maximal execution that has it, and not in others that share the prefix up to its
// second event. Few orders show that.
func TestEveryExecutionCounts(t *testing.T) {
	for seed := range uint64(100) {
		o := algos.Options{Order: algos.RandomThread, Seed: seed}
		algostest.CheckClasses(t, optimal.New, "p: b=x | q: a=x | r: update z; b=z | s: z=b+2 | t: update x", o)
		algostest.CheckClasses(t, optimal.New, "p: b=y | q: x=0 | r: b=cas(x,0,1) | s: go { y=2 }; b=y; a=x", o)
		algostest.CheckClasses(t, optimal.New, "p: go { b=y }; y=a+1 | q: b=cas(y,1,2) | r: x=1 | s: a=x; a=swap(x,1)", o)
	}
}

// TestWakeupSequenceGoesOn explores programs that lose classes if notdep(e, E) holds only
// what comes before e'.
func TestWakeupSequenceGoesOn(t *testing.T) {
	algostest.CheckClasses(t, optimal.New, "p: a=y | q: z=b+1; z=1 | r: a=x; update y | s: z=a+2; x=1", algos.Options{})
	algostest.CheckClasses(t, optimal.New, "p: update x | q: update y | r: z=a+1; a=x | s: a=y; y=2; z=b+1", algos.Options{})
	algostest.CheckClasses(t, optimal.New, "p: x=a+1 | q: y=1 | r: x=2 | s: b=y; b=y; if b==1 { update x }", algos.Options{})
	algostest.CheckClasses(t, optimal.New, "p: y=1; lock m; unlock m | q: lock m; x=1 | r: y=1; y=b+0 | s: b=x", algos.Options{Order: algos.LastThread})
}

// TestOtherValuesAreAwake explores programs that lose classes if a choice of one value that is asleep prevents the
// insertion of a v that begins with another value.
func TestOtherValuesAreAwake(t *testing.T) {
	algostest.CheckClasses(t, optimal.New, "p: x=1; y=1 | q: z=1; a=x | r: a=x | s: a=y; b=choose(2); if b==0 { b=x }; a=z", algos.Options{})
	algostest.CheckClasses(t, optimal.New, "p: update x; y=1 | q: a=x | r: update z | s: update y; a=choose(2); if a==0 { update x }; z=1; b=y", algos.Options{})
	algostest.CheckClasses(t, optimal.New, "p: x=1 | q: y=1; a=x | r: b=z; a=choose(2); if a==0 { a=x }; y=1 | s: z=1; b=x", algos.Options{Order: algos.RandomThread, Seed: 12})
}

// TestOtherValuesOfASequence explores programs that lose classes if the other values of a choice are explored only
// where it is reached, and not where a wakeup sequence brings it.
func TestOtherValuesOfASequence(t *testing.T) {
	algostest.CheckClasses(t, optimal.New, "p: x=1 | q: y=1 | r: x=a+0; z=1; a=choose(2); if a==0 { a=u } | s: b=y; if b==1 { u=1 }; b=z",
		algos.Options{Order: algos.RandomThread, Seed: 17})
	algostest.CheckClasses(t, optimal.New, "p: x=1; a=x; b=choose(2); b=y | q: y=1; update x",
		algos.Options{Order: algos.RandomThread, Seed: 1, Memory: memory.TSO})
}

// TestWakeupTreesGrow checks the number of nodes of the wakeup trees on exp-mem3(n), the
// program whose n! sequences are at the root all at once (appendix B of the POP paper): n
// times as many at each step, and more as they get longer.
func TestWakeupTreesGrow(t *testing.T) {
	golden := map[int]int64{3: 41, 4: 178, 5: 967, 6: 6302, 7: 47707}
	previous := int64(0)
	for n := 3; n <= 7; n++ {
		stats := explore(t, "exp-mem3", n)
		got := stats.Peak.WakeupNodes
		if got != golden[n] {
			t.Errorf("n = %d: %d wakeup nodes, want %d", n, got, golden[n])
		}
		if ratio := float64(got) / float64(previous); n > 3 && (ratio < float64(n)-1 || ratio > float64(n)+1) {
			t.Errorf("n = %d: %d wakeup nodes, %.1f times those of n-1, want about %d", n, got, ratio, n)
		}
		previous = got
	}
}

// TestCounters checks that everything that is stored is counted.
func TestCounters(t *testing.T) {
	stats := explore(t, "lastzero", 5)
	peak := stats.Peak
	if peak.WakeupNodes == 0 || peak.SleepEntries == 0 || peak.Events <= peak.WakeupNodes {
		t.Errorf("got %+v, want wakeup nodes, sleep entries, more events than wakeup nodes", stats)
	}
}

// TestAllocatesNothingOnceWarm explores a program whose threads do little that
// is new after the first executions.
func TestAllocatesNothingOnceWarm(t *testing.T) {
	var events int64
	allocations := testing.AllocsPerRun(1, func() { events = explore(t, "linuxrwlocks", 5).Events })
	if allocations > float64(events)/20 {
		t.Errorf("%v allocations in an exploration of %d events", allocations, events)
	}
}

func explore(t *testing.T, benchmark string, params ...int) algos.Stats {
	b, _ := benchmarks.Lookup(benchmark)
	p, err := b.Program(params...)
	if err != nil {
		t.Fatal(err)
	}
	stats, err := optimal.New(algos.Options{}).Explore(context.Background(), p, nil)
	if err != nil {
		t.Fatal(err)
	}
	return stats
}

// TestHiddenRaces: under PSO, a write races with a flush even where a Load of that store after it comes first (rule R22).
func TestHiddenRaces(t *testing.T) {
	for _, text := range []string{"p: y=b+0; a=y; x=0 | q: x=b+0; a=x; x=1; y=a+2", "p: y=1; b=y; x=2; x=0 | q: x=2; b=x; y=1 | r: y=2"} {
		algostest.CheckClasses(t, optimal.New, text, algos.Options{Memory: memory.PSO, Order: algos.LastThread})
	}
}
