package job

import (
	"time"

	"dporbench/counters"
)

const (
	firstInterval = time.Millisecond
	// MaxSamples bounds those of a run.
	MaxSamples = 256
)

// Curve is the samples of a run: a bounded number of them, evenly spread over
// its time however long it takes. When it is full every second sample is dropped
// and the interval between them doubled. The same samples make the same curve,
// so child and parent have a copy each and need not talk about it.
type Curve struct {
	Samples  []counters.Sample
	interval time.Duration // from one sample to the next
}

func NewCurve() Curve { return Curve{interval: firstInterval} }

// Add leaves out a sample that is not later than the last one.
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

// End drops what was sampled while the run was being wound up.
func (c *Curve) End(last counters.Sample) {
	n := len(c.Samples)
	for n > 0 && c.Samples[n-1].Elapsed >= last.Elapsed {
		n--
	}
	c.Samples = append(c.Samples[:n], last)
}
