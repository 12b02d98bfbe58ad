// Package sampling estimates how many executions an exploration will have, without making it, and draws some of them.
//
// An algorithm that explores each class of executions exactly once explores as many as there are classes, and how many
// classes continue a prefix depends only on the state it leads to, and on the part left to its other orders. So the
// package follows not executions but states, level by level (see pass). If it can keep all of a level, the sum is exact,
// and takes far less than the exploration, because many executions share states. If it cannot, it keeps some that stand
// for others, so that each pass is right on average. How much passes differ shows how accurate they are, unless few of
// them find most of the executions; then there is only a lower bound (see atLeast and between).
//
// The accesses that threads may still make decide how much can be skipped; they are assumed to be the accesses seen so
// far. Passes before something new was seen do not count. A pass that saw nothing new and left nothing out is exact:
// like dynamic partial order reduction, it has followed up every conflict that it met.
//
// Package samplers draws executions as testing schedulers do, which see no states, and so not evenly.
//
// Sources: P. Godefroid, Partial-Order Methods for the Verification of Concurrent Systems, LNCS 1032 (1996), for
// sleep sets and persistent sets; P. C. Chen, Heterogeneous Sampling: A Method for Predicting the Performance of Tree Searching
// Programs, SIAM J. Comput. 21(2), 1992, for strata.
package sampling

import (
	"context"
	"math"
	"time"

	"dporbench/algos"
	"dporbench/model"
)

// Estimate is an estimate of the number of executions.
type Estimate struct {
	Executions float64 // the mean of the passes
	// The number is in the interval from Low to High in at least 95 of 100 cases. If High is 0, it is only known to be
	// at least Low in as many cases, and Doubt says why.
	Low, High float64
	Doubt     string
	Exact     bool    // nothing was left to chance
	Passes    int     // that the estimate is the mean of
	Spread    float64 // standard deviation of these; 0 for a single one
	Visited   float64 // the events executed, in executions of mean length
}

// AtLeast returns the estimate where n executions have been counted, which it then does not fall short of.
func (e Estimate) AtLeast(n int64) Estimate {
	counted := float64(n)
	if e.Exact || e.Executions == 0 {
		return e
	}
	e.Executions, e.Low = max(e.Executions, counted), max(e.Low, counted)
	if e.High > 0 && e.High < counted { // one of the other five cases
		e.High, e.Doubt = 0, "more executions than estimated have been explored"
	}
	return e
}

// Enough is the number of passes that must agree to be believed.
const Enough = 8

// Rounded rounds x to three significant digits, or below 1000 to an integer.
func Rounded(x float64) float64 {
	if x < 1000 {
		return math.Round(x)
	}
	unit := math.Pow(10, math.Floor(math.Log10(x))-2)
	return math.Round(x/unit) * unit
}

// Effort bounds an estimate. If neither Executions nor Time is set, Time is ten seconds.
type Effort struct {
	Passes     int           // at most; 0 is 30
	Executions int64         // as many events as that many executions have; 0 is any number
	Time       time.Duration // 0 is any, if Executions is set
	Seed       uint64
}

// Executions estimates the number of classes, which is the number of executions of an algorithm that
// visits each class exactly once. Of the options, MaxSteps and Memory are used.
func Executions(ctx context.Context, o algos.Options, p *model.Program, e Effort) (Estimate, error) {
	within, stop := e.within(ctx)
	defer stop()
	r, err := newRun(within, o, p, e)
	if err != nil {
		return Estimate{}, err
	}
	defer r.Close()
	for _, step := range []func() error{r.lookAround, r.pilots, r.strata, r.everything, r.passes} {
		err := step()
		if err != nil && within.Err() != nil && ctx.Err() == nil {
			break // the time is over
		}
		if err != nil || r.exact {
			return r.estimate(), err
		}
	}
	return r.estimate(), nil
}

// within is a context that ends when the time is over.
func (e Effort) within(ctx context.Context) (context.Context, context.CancelFunc) {
	if e.Time == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, e.Time)
}
