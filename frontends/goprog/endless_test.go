package goprog_test

import (
	"runtime"
	"runtime/debug"
	"strings"
	"syscall"
	"testing"
	"time"

	"dporbench/algos/catalog"
	"dporbench/frontends/goprog"
	"dporbench/model"
)

// TestEndless: a function whose goroutines never stop serving each other is refused with a line of a loop, by every algorithm,
// before it has taken much time and memory.
func TestEndless(t *testing.T) {
	p := load(t, "./testdata/endless")
	for i, function := range []string{"HandedOver", "Buffered", "Selected", "Locked", "Sometimes", "Started"} {
		for j, a := range catalog.All() {
			if testing.Short() && (i+j)%8 != 0 {
				continue
			}
			t.Run(function+"/"+a.Name, func(t *testing.T) { refusedSoon(t, p, function, a.Name) })
		}
	}
}

func refusedSoon(t *testing.T, p *goprog.Package, function, algorithm string) {
	var err error
	took, grown := cost(t, func() {
		var m *model.Program
		if m, err = p.Program(function); err == nil {
			_, err = exploreAll(m, algorithm)
		}
	})
	if err == nil || !strings.Contains(err.Error(), "endless.go:") {
		t.Errorf("%v, want a line of endless.go", err)
	}
	if took > 5*time.Second || grown > 100 {
		t.Errorf("it took %v and %d MB, want 5 s and 100 MB at most", took, grown)
	}
}

// TestCrowd: where many goroutines wait at one channel, each of its states is long; random executions of a program stop before
// they use too much memory.
func TestCrowd(t *testing.T) {
	p := load(t, "./testdata/programs")
	if _, grown := cost(t, func() {
		if _, err := p.Program("Crowd"); err != nil {
			t.Error(err)
		}
	}); grown > 200 {
		t.Errorf("it took %d MB, want 200 MB at most", grown)
	}
}

// cost returns the processor time and the megabytes that do takes.
func cost(t *testing.T, do func()) (took time.Duration, grown int64) {
	defer debug.SetGCPercent(debug.SetGCPercent(100)) // however much garbage the tests may keep
	var before, after runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&before)
	begun := processorTime(t)
	do()
	took = processorTime(t) - begun
	runtime.ReadMemStats(&after)
	grown = (int64(after.Sys) - int64(before.Sys)) >> 20
	t.Logf("%v, %d MB", took, grown)
	return took, grown
}

// processorTime returns the processor time that the process has spent: less than the elapsed time on a busy machine.
func processorTime(t testing.TB) time.Duration {
	var used syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &used); err != nil {
		t.Fatal(err)
	}
	return time.Duration(used.Utime.Nano() + used.Stime.Nano())
}
