package measure

import (
	"testing"
	"time"

	"dporbench/results"
)

func at(elapsed time.Duration) results.Sample { return results.Sample{Elapsed: elapsed} }

// TestCurveIsBounded samples runs of all lengths as a child does: when the
// interval asks for it.
func TestCurveIsBounded(t *testing.T) {
	c := newCurve()
	next := time.Duration(0)
	for now := time.Duration(0); now < 100*time.Second; now += time.Millisecond {
		if now < next {
			continue
		}
		c.add(at(now))
		next = now + c.interval
		if n := len(c.samples); n >= maxSamples || now > maxSamples*firstInterval && n < maxSamples/2 {
			t.Fatalf("%d samples after %v", n, now)
		}
	}
	for i := 1; i < len(c.samples); i++ {
		if d := c.samples[i].Elapsed - c.samples[i-1].Elapsed; d < c.interval || d > 2*c.interval {
			t.Fatalf("samples %d and %d are %v apart, the interval is %v", i-1, i, d, c.interval)
		}
	}
}

func TestCurveGoesForward(t *testing.T) {
	c := newCurve()
	for _, elapsed := range []time.Duration{1, 3, 3, 2, 5, 8} {
		c.add(at(elapsed))
	}
	c.end(at(5))
	var got []time.Duration
	for _, s := range c.samples {
		got = append(got, s.Elapsed)
	}
	if len(got) != 3 || got[0] != 1 || got[1] != 3 || got[2] != 5 {
		t.Errorf("samples at %v", got)
	}
}
