package coverage

import (
	"math"

	"gonum.org/v1/gonum/mathext"
)

// Miss is the probability with which an interval may miss the truth, or a bound be wrong.
const Miss = 0.05

// Interval is an interval for the probability of what came true in k of n independent trials, by Clopper and Pearson
// (Biometrika 26, 1934): it holds the truth with a probability of at least 1 - Miss, whatever that is.
func Interval(k, n int64) (low, high float64) { return below(k, n, Miss/2), above(k, n, Miss/2) }

// AtMost is an upper bound for such a probability, which is too low with a probability of at most Miss.
func AtMost(k, n int64) float64 { return above(k, n, Miss) }

// above is the probability with which at most k of n come true with probability miss.
func above(k, n int64, miss float64) float64 {
	if k >= n {
		return 1
	}
	return mathext.InvRegIncBeta(float64(k)+1, float64(n-k), 1-miss)
}

func below(k, n int64, miss float64) float64 {
	if k <= 0 {
		return 0
	}
	return mathext.InvRegIncBeta(float64(k), float64(n-k)+1, miss)
}

// RunsFor is how many runs it takes to see a class of probability p, with a probability of 1 - Miss. It is infinite if
// p is 0.
func RunsFor(p float64) float64 {
	switch {
	case p <= 0:
		return math.Inf(1)
	case p >= 1:
		return 1
	}
	return math.Ceil(math.Log(Miss)/math.Log1p(-p) - 1e-9)
}

// Record is what samples have seen, class by class.
type Record[C comparable] struct {
	samples int64
	planned int64
	seen    map[C]*sightings
	late    int64 // samples of the second half, of classes that the first half has not seen
}

type sightings struct {
	samples int64
	early   bool // in the first half
}

// NewRecord begins a record of that many samples.
func NewRecord[C comparable](planned int64) *Record[C] {
	return &Record[C]{planned: planned, seen: map[C]*sightings{}}
}

// Add adds a sample, and reports whether its class is new.
func (r *Record[C]) Add(class C) (isNew bool) {
	r.samples++
	early := 2*r.samples <= r.planned
	s := r.seen[class]
	if s == nil {
		s, isNew = &sightings{early: early}, true
		r.seen[class] = s
	}
	s.samples++
	if !s.early {
		r.late++
	}
	return isNew
}

// Classes is the number of classes seen.
func (r *Record[C]) Classes() int { return len(r.seen) }

// Samples is the number of samples so far.
func (r *Record[C]) Samples() int64 { return r.samples }

// Rarest is the share of the class that was seen least.
func (r *Record[C]) Rarest() float64 {
	least := r.samples
	for _, s := range r.seen {
		least = min(least, s.samples)
	}
	return float64(least) / float64(max(r.samples, 1))
}

// Unseen estimates the probability that another sample is of a class that has not been seen: the part of the samples
// whose class was seen only once (Good, Biometrika 40, 1953). It is at most the bound with a probability of at least 1 -
// Miss. For the bound, the samples of the second half are trials: each is of a class that the first half has not
// seen with a probability that is the same for all of them, and is not smaller than the unseen part after both halves.
func (r *Record[C]) Unseen() (estimate, bound float64) {
	once := 0
	for _, s := range r.seen {
		if s.samples == 1 {
			once++
		}
	}
	trials := r.samples - r.planned/2
	if r.samples == 0 || trials <= 0 {
		return 1, 1
	}
	return float64(once) / float64(r.samples), AtMost(r.late, trials)
}
