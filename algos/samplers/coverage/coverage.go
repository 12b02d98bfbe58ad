// Package coverage says how much of all classes samples have seen, where the probability of each class is known, and
// how much they may have missed, where it is not. Samples are independent of each other.
package coverage

import (
	"math"
	"slices"
)

// Distribution gives the probabilities of classes, with a Group for all classes of the same probability.
type Distribution []Group

// Group is a number of classes that each have the same probability.
type Group struct {
	Probability float64
	Classes     int
}

// same is how much probabilities may differ, relative to their size, to count as equal: they are sums of products.
const same = 1e-9

// New groups probabilities. Those of 0 count as classes that are never seen.
func New(probabilities []float64) (d Distribution) {
	for _, p := range slices.Sorted(slices.Values(probabilities)) {
		last := len(d) - 1
		if last >= 0 && p-d[last].Probability <= same*p {
			d[last].Classes++
			continue
		}
		d = append(d, Group{p, 1})
	}
	return d
}

// Even is the distribution that has n classes with the same probability.
func Even(n int) Distribution { return Distribution{{1 / float64(n), n}} }

// Seen is how many classes n samples see on average.
func (d Distribution) Seen(n float64) (seen float64) {
	for _, g := range d {
		seen += float64(g.Classes) * seenBy(g.Probability, n)
	}
	return seen
}

// seenBy is the probability that a class of probability p is among n samples.
func seenBy(p, n float64) float64 { return -math.Expm1(n * math.Log1p(-p)) }

// Until is the mean number of samples until that many classes have been seen, or infinity if there are not so many that can
// be. It is exact to about 1 % for up to Many classes. For more, it is the time at which that many have been seen on
// average, which differs little from it: the number of classes seen varies little if there are many.
//
// If samples come at random, one in a unit of time on average (a Poisson process), classes are seen independently of
// each other, and the mean time until some have been seen is the mean number of samples. So it is the integral over
// time of the probability that fewer have been seen.
func (d Distribution) Until(classes int) float64 {
	possible := 0
	for _, g := range d {
		if g.Probability > 0 {
			possible += g.Classes
		}
	}
	switch {
	case classes <= 0:
		return 0
	case classes > possible:
		return math.Inf(1)
	case possible > Many:
		return d.whenSeen(float64(classes) - 0.5)
	}
	return d.integrated(classes)
}

// Many is the number of classes above which Until is an approximation.
const Many = 1000

// whenSeen is the time at which that many have been seen on average.
func (d Distribution) whenSeen(classes float64) float64 {
	low, high := 0.0, 1.0
	for d.seenAt(high) < classes {
		low, high = high, 2*high
	}
	for range 60 {
		if middle := (low + high) / 2; d.seenAt(middle) < classes {
			low = middle
		} else {
			high = middle
		}
	}
	return high
}

// seenAt is how many have been seen by a time on average.
func (d Distribution) seenAt(time float64) (seen float64) {
	for _, g := range d {
		seen += float64(g.Classes) * -math.Expm1(-g.Probability*time)
	}
	return seen
}

// integrated is the integral of fewerAt over time, on a logarithmic scale, from when a millionth of a class has been
// seen on average to when hardly any is missing.
func (d Distribution) integrated(classes int) float64 {
	const parts = 400
	from, to := d.whenSeen(1e-6), d.whenSeen(float64(classes)-1e-3)
	for d.fewerAt(to, classes) > 1e-9 {
		to *= 1.5
	}
	// Simpson's rule over the logarithm of the time.
	step := math.Log(to/from) / parts
	sum := 0.0
	for i := range parts + 1 {
		time := from * math.Exp(float64(i)*step)
		weight := 4.0
		switch {
		case i == 0 || i == parts:
			weight = 1
		case i%2 == 0:
			weight = 2
		}
		sum += weight * time * d.fewerAt(time, classes)
	}
	return from + sum*step/3
}

// fewerAt is the probability that fewer classes than that have been seen by a time. Classes are added one by one; those
// that have surely been seen, or surely not, need no step.
func (d Distribution) fewerAt(time float64, classes int) float64 {
	const sure = 1e-14
	missed := []float64{1} // [i]: the probability that i of the classes that are not sure have been seen
	for _, g := range d {
		p := -math.Expm1(-g.Probability * time)
		switch {
		case p < sure:
			continue
		case p > 1-sure:
			if classes -= g.Classes; classes <= 0 {
				return 0
			}
			continue
		}
		for range g.Classes {
			missed = added(missed, p, classes)
		}
	}
	return min(sumOf(missed[:min(classes, len(missed))]), 1)
}

// added is the distribution of a number to which 1 is added with probability p. Numbers from limit on are left out.
func added(of []float64, p float64, limit int) []float64 {
	if len(of) < limit {
		of = append(of, 0)
	}
	for i := len(of) - 1; i > 0; i-- {
		of[i] = of[i]*(1-p) + of[i-1]*p
	}
	of[0] *= 1 - p
	return of
}

func sumOf(all []float64) (sum float64) {
	for _, x := range all {
		sum += x
	}
	return sum
}
