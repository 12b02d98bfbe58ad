package measure

import (
	"time"

	"dporbench/results"
)

const (
	firstInterval = time.Millisecond
	maxSamples    = 256
)

// curve is the samples of a run: a bounded number of them, evenly spread over
// its time however long it takes. When it is full every second sample is dropped
// and the interval between them doubled. The same samples make the same curve,
// so child and parent have a copy each and need not talk about it.
type curve struct {
	samples  []results.Sample
	interval time.Duration // from one sample to the next
}

func newCurve() curve { return curve{interval: firstInterval} }

// add leaves out a sample that is not later than the last one.
func (c *curve) add(s results.Sample) {
	if n := len(c.samples); n > 0 && s.Elapsed <= c.samples[n-1].Elapsed {
		return
	}
	c.samples = append(c.samples, s)
	if len(c.samples) == maxSamples {
		c.thin()
	}
}

func (c *curve) thin() {
	for i := range maxSamples / 2 {
		c.samples[i] = c.samples[2*i]
	}
	c.samples = c.samples[:maxSamples/2]
	c.interval *= 2
}

// end drops what was sampled while the run was being wound up.
func (c *curve) end(last results.Sample) {
	n := len(c.samples)
	for n > 0 && c.samples[n-1].Elapsed >= last.Elapsed {
		n--
	}
	c.samples = append(c.samples[:n], last)
}
