package job

import (
	"testing"
	"time"

	"dporbench/algos/counters"
)

func at(elapsed time.Duration) counters.Sample { return counters.Sample{Elapsed: elapsed} }

// TestCurveIsBounded samples runs of all lengths as a child does: once per interval.
func TestCurveIsBounded(t *testing.T) {
	c := NewCurve()
	next := time.Duration(0)
	for now := time.Duration(0); now < 100*time.Second; now += time.Millisecond {
		if now < next {
			continue
		}
		c.Add(at(now))
		next = now + c.interval
		if n := len(c.Samples); n >= MaxSamples || now > MaxSamples*firstInterval && n < MaxSamples/2 {
			t.Fatalf("%d samples after %v", n, now)
		}
	}
	for i := 1; i < len(c.Samples); i++ {
		if d := c.Samples[i].Elapsed - c.Samples[i-1].Elapsed; d < c.interval || d > 2*c.interval {
			t.Fatalf("samples %d and %d are %v apart, the interval is %v", i-1, i, d, c.interval)
		}
	}
}

func TestCurveGoesForward(t *testing.T) {
	c := NewCurve()
	for _, elapsed := range []time.Duration{1, 3, 3, 2, 5, 8} {
		c.Add(at(elapsed))
	}
	c.End(at(5))
	var got []time.Duration
	for _, s := range c.Samples {
		got = append(got, s.Elapsed)
	}
	if len(got) != 3 || got[0] != 1 || got[1] != 3 || got[2] != 5 {
		t.Errorf("samples at %v", got)
	}
}
