package campaign

import (
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"dporbench/results"
)

func TestDescribe(t *testing.T) {
	m := describeMachine()
	if m.Cores < 1 || m.Arch != runtime.GOARCH || m.OS == "" {
		t.Errorf("%+v", m)
	}
	if runtime.GOOS == "linux" && (m.CPU == "" || m.Memory == 0 || m.Kernel == "") {
		t.Errorf("%+v", m)
	}
}

// TestNoiseMonitor simulates a machine on which the load rises and pages are swapped.
func TestNoiseMonitor(t *testing.T) {
	loads, swaps := []float64{0.25, 3, 2}, []uint64{10, 10, 17}
	l := monitor(
		func() (now float64) { now, loads = loads[0], loads[1:]; return now },
		func() (in, out uint64) { in, swaps = swaps[0], swaps[1:]; return in, in + 1 },
		time.Hour)
	if diff := cmp.Diff(results.Noise{LoadBefore: 0.25}, l.Snapshot()); diff != "" {
		t.Errorf("before the first look (-want +got):\n%s", diff)
	}
	l.look()
	l.Stop()
	want := results.Noise{LoadBefore: 0.25, LoadDuring: 3, SwappedIn: 7, SwappedOut: 7}
	if diff := cmp.Diff(want, l.Snapshot()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNoiseMonitorKeepsLooking(t *testing.T) {
	looks := make(chan bool, 100)
	l := monitor(func() float64 { looks <- true; return 1 }, swapped, time.Millisecond)
	for range 4 {
		<-looks
	}
	l.Stop()
}

func TestSourcesOfThisMachine(t *testing.T) {
	l := monitorNoise()
	l.Stop()
	if n := l.Snapshot(); runtime.GOOS == "linux" && n.LoadBefore < 0 {
		t.Errorf("%+v", n)
	}
}

func TestWarnings(t *testing.T) {
	quiet := results.Machine{Cores: 2, Governor: "performance", Turbo: "off"}
	for want, c := range map[string]struct {
		machine results.Machine
		noise   results.Noise
	}{
		"":                        {quiet, results.Noise{LoadBefore: 0.5, LoadDuring: 2}},
		"not idle":                {quiet, results.Noise{LoadBefore: 0.6}},
		"had to wait":             {quiet, results.Noise{LoadDuring: 2.1}},
		"swapping: 0 bytes in, 1": {quiet, results.Noise{SwappedOut: 1}},
		"governor is powersave":   {results.Machine{Cores: 2, Governor: "powersave"}, results.Noise{}},
		"turbo is on":             {results.Machine{Cores: 2, Turbo: "on"}, results.Noise{}},
	} {
		got := strings.Join(noiseWarnings(c.machine, c.noise), "\n")
		if !strings.Contains(got, want) || strings.Count(got, "\n") > 0 || (want == "") != (got == "") {
			t.Errorf("%+v, %+v: %q, want %q", c.machine, c.noise, got, want)
		}
	}
}
