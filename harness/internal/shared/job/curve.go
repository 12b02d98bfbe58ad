package job

import (
	"time"

	"dporbench/algos/counters"
)

const (
	firstInterval = time.Millisecond
	// MaxSamples bounds the samples of a run.
	MaxSamples = 256
)

// Curve is a bounded number of samples of a run, evenly spread over its time however
// long it takes. When it is full, every second sample is dropped and the interval
// between them doubled. The same samples make the same curve, so child and parent each
// have a copy and need not exchange it.
type Curve struct {
	Samples  []counters.Sample
	interval time.Duration // from one sample to the next
}

func NewCurve() Curve { return Curve{interval: firstInterval} }

// Add ignores a sample that is not later than the last one.
func (c *Curve) Add(s counters.Sample) {
	if n := len(c.Samples); n > 0 && s.Elapsed <= c.Samples[n-1].Elapsed {
		return
	}
	c.Samples = append(c.Samples, s)
	if len(c.Samples) == MaxSamples {
		c.thin()
	}
}

func (c *Curve) thin() {
	for i := range MaxSamples / 2 {
		c.Samples[i] = c.Samples[2*i]
	}
	c.Samples = c.Samples[:MaxSamples/2]
	c.interval *= 2
}

// End adds the last sample, in place of any later ones taken while the run was being wound up.
func (c *Curve) End(last counters.Sample) {
	n := len(c.Samples)
	for n > 0 && c.Samples[n-1].Elapsed >= last.Elapsed {
		n--
	}
	c.Samples = append(c.Samples[:n], last)
}
