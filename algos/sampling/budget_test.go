package sampling

import (
	"context"
	"runtime"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/benchmarks"
)

func newLargeRun(t *testing.T) *run {
	b, _ := benchmarks.Lookup("exp-mem3")
	p, err := b.Program(30)
	if err != nil {
		t.Fatal(err)
	}
	r, err := newRun(context.Background(), algos.Options{}, p, Effort{Executions: 1 << 40, Seed: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(r.Close)
	return r
}

// TestMemory: a pass that would take gigabytes is given up when it takes about as much memory as is allowed.
func TestMemory(t *testing.T) {
	r := newLargeRun(t)
	if err := r.lookAround(); err != nil {
		t.Fatal(err)
	}
	heap := func() int {
		var m runtime.MemStats
		runtime.GC()
		runtime.ReadMemStats(&m)
		return int(m.HeapAlloc)
	}
	before := heap()
	ok, err := r.once(unbounded, always)
	if taken := heap() - before; ok || err != nil || taken < maxBytes/4 || taken > 3*maxBytes/2 {
		t.Errorf("complete: %v, error %v, %d MB taken, of %d", ok, err, taken>>20, maxBytes>>20)
	}
	runtime.KeepAlive(r)
}

// TestTime: an estimate ends when its time is over, wherever it is.
func TestTime(t *testing.T) {
	const limit, late = 400 * time.Millisecond, 500 * time.Millisecond
	for name, n := range map[string]int{"exp-mem3": 30, "lastzero": 100} {
		b, _ := benchmarks.Lookup(name)
		p, err := b.Program(n)
		if err != nil {
			t.Fatal(err)
		}
		begin := time.Now()
		e, err := Executions(context.Background(), algos.Options{}, p, Effort{Time: limit, Seed: 1})
		if taken := time.Since(begin); err != nil || taken > limit+late || e.High != 0 || e.Doubt == "" {
			t.Errorf("%s %d: %+v, error %v, after %v", name, n, e, err, taken)
		}
	}
}
