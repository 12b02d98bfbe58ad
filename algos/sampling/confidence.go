package sampling

import (
	"math"
	"slices"
)

// atLeast is a lower bound that exceeds the truth with a probability of at most miss, if each sum, given those before it,
// was right on average or too low, and none was negative. It assumes nothing else about their distribution: a bet on the
// sums against a truth of m wins 1/miss times its stake with a probability of at most miss if m is the truth, so each m
// against which it wins that much is ruled out. The stake is spread over several bets, since the best one is not known.
//
// Source: I. Waudby-Smith, A. Ramdas, Estimating Means of Bounded Random Variables by Betting, Journal of the
// Royal Statistical Society B 86(1), 2024.
func atLeast(sums []float64, miss float64) float64 {
	if len(sums) == 0 {
		return 0
	}
	low, high := 0.0, math.Log(math.MaxFloat64)
	for range 60 {
		middle := (low + high) / 2
		if logWealth(sums, middle) > -math.Log(miss) {
			low = middle
		} else {
			high = middle
		}
	}
	if low == 0 {
		return 0
	}
	return math.Exp(low)
}

// bets are the parts of the wealth so far that are bet on each sum.
var bets = [...]float64{1, 0.9, 0.7, 0.5, 0.3, 0.15, 0.07, 0.03}

// logWealth is the logarithm of the wealth that a stake of 1 becomes through bets on the sums against a truth of
// exp(logTruth).
func logWealth(sums []float64, logTruth float64) float64 {
	var all [len(bets)]float64
	for i, bet := range bets {
		for _, sum := range sums {
			all[i] += logOfSum(math.Log1p(-bet), math.Log(bet)+math.Log(sum)-logTruth)
		}
	}
	wealth := math.Inf(-1)
	for _, one := range all {
		wealth = logOfSum(wealth, one)
	}
	return wealth - math.Log(float64(len(bets)))
}

// logOfSum is log(exp(a) + exp(b)).
func logOfSum(a, b float64) float64 {
	if a < b {
		a, b = b, a
	}
	if math.IsInf(a, 0) {
		return a
	}
	return a + math.Log1p(math.Exp(b-a))
}

// Why there is no upper bound.
const (
	noPass    = "no pass has reached the end of an execution"
	fewPasses = "too few passes fit into the budget"
	lostKinds = "there are more kinds of states than a pass can look at"
	oneOrder  = "only one order of the threads could be looked at"
	unequal   = "the passes differ too much"
)

// fewest is the smallest number of passes for which an interval may be given.
const fewest = 4

// widest is the standard deviation of passes, relative to their mean, above which their mean may miss most of the
// number.
const widest = 0.3

// wider is how many times wider intervals are than they would be if passes were normally distributed: they are not,
// and a few passes rarely show it.
const wider = 1.5

// same is the deviation of passes, relative to their mean, that is put down to rounding.
const same = 1e-6

// between is an interval for the mean of valid sums, by Student's t distribution on a logarithmic scale, or the
// reason why there is none.
func between(sums []float64) (low, high float64, doubt string) {
	n := float64(len(sums))
	mean, deviation := moments(sums)
	switch {
	case len(sums) < fewest:
		return 0, 0, fewPasses
	case deviation < same*mean && len(sums) < Enough:
		return 0, 0, fewPasses // a coin may have fallen on the same side each time
	case slices.Min(sums) == 0 || deviation > widest*mean:
		return 0, 0, unequal
	}
	half := wider * student(len(sums)-1) * deviation / mean / math.Sqrt(n)
	return mean * math.Exp(-half), mean * math.Exp(half), ""
}

// moments are the mean and the standard deviation, which is 0 for a single one.
func moments(sums []float64) (mean, deviation float64) {
	n := float64(len(sums))
	for _, sum := range sums {
		mean += sum / n
	}
	if len(sums) < 2 {
		return mean, 0
	}
	for _, sum := range sums {
		deviation = math.Hypot(deviation, sum-mean)
	}
	return mean, deviation / math.Sqrt(n-1)
}

// student is the 97.5th percentile of Student's t distribution, to 1 % from 3 degrees of freedom on
// (Abramowitz, Stegun, Handbook of Mathematical Functions, 26.7.5, with the normal one's percentile).
func student(degrees int) float64 {
	const z = 1.959964
	n := float64(degrees)
	z3, z5, z7 := math.Pow(z, 3), math.Pow(z, 5), math.Pow(z, 7)
	return z + (z3+z)/(4*n) + (5*z5+16*z3+3*z)/(96*n*n) + (3*z7+19*z5+17*z3-15*z)/(384*n*n*n)
}
