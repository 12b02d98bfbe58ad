package sampling

import (
	"context"
	"math"
	"math/rand/v2"
	"time"

	"dporbench/algos"
	"dporbench/model"
)

// Estimate is an estimate of the number of executions.
type Estimate struct {
	Executions float64
	// Low and High bound the number with a probability of 95 %, if the passes are normally
	// distributed. They are 0 unless there are enough passes to say so.
	Low, High float64
	Exact     bool    // everything was explored
	Passes    int     // that the estimate is the mean of
	Spread    float64 // standard deviation of these; 0 if it is a single one
	Visited   int64   // executions explored in all passes
}

// Enough is the number of passes from which an interval is given.
const Enough = 10

// Pilots are passes that only tell how much weight each stratum has, unless there is no time for others.
const Pilots = 2

// Effort bounds an estimate.
type Effort struct {
	Passes  int           // at most; 0 is 30
	Visited int64         // executions in all passes together, after which no pass begins but the first; 0 is any number
	Time    time.Duration // after which no pass begins; 0 is any
	Seed    uint64
}

// Executions estimates how many executions an algorithm explores, which must be Splittable and visit each
// class exactly once. The Sampler and Observer of the options are not used.
func Executions(ctx context.Context, explorer func(algos.Options) algos.Explorer, o algos.Options, p *model.Program, e Effort) (Estimate, error) {
	r := &passes{explorer: explorer, options: o, program: p, random: rand.New(rand.NewPCG(e.Seed, 0)), weights: map[uint64]float64{}}
	passes := e.Passes
	if passes == 0 {
		passes = 30
	}
	start := time.Now()
	if e.Visited == 0 || e.Visited >= 2*small {
		if whole, all, err := r.whole(ctx); all || err != nil {
			return Estimate{Executions: whole, Low: whole, High: whole, Exact: true, Passes: 1, Visited: r.visited}, err
		}
	}
	for n := 0; n < Pilots+passes; n++ {
		spent := e.Visited > 0 && r.visited >= e.Visited || e.Time > 0 && time.Since(start) >= e.Time
		if spent && n > 0 {
			break
		}
		exact, err := r.pass(ctx, n < Pilots)
		if err != nil {
			return r.estimate(), err
		}
		if exact {
			last := r.sums[len(r.sums)-1]
			return Estimate{Executions: last, Low: last, High: last, Exact: true, Passes: 1, Visited: r.visited}, nil
		}
	}
	return r.estimate(), nil
}

type passes struct {
	explorer func(algos.Options) algos.Explorer
	options  algos.Options
	program  *model.Program
	random   *rand.Rand
	weights  map[uint64]float64 // by stratum: of the pilot passes together
	known    float64
	sums     []float64
	visited  int64
	visit    func(e *model.Execution, weight float64) // nil if nobody wants to see them
}

// small is how many executions are explored first: if there are no more, there is nothing to
// estimate.
const small = 10_000

// whole explores at most that many, and says how many it has, and whether that is all.
func (r *passes) whole(ctx context.Context) (executions float64, all bool, err error) {
	stats, err := r.explorer(r.options).Explore(ctx, r.program, func(*model.Execution) error {
		if r.visited++; r.visited > small {
			return algos.ErrStop
		}
		return nil
	})
	return float64(stats.Executions), stats.Executions <= small, err
}

// pass makes a pass. exact is true if it has explored everything.
func (r *passes) pass(ctx context.Context, pilot bool) (exact bool, err error) {
	shares := make(map[uint64]float64, len(r.weights))
	for key, weight := range r.weights {
		shares[key] = max(1, weight/r.known)
	}
	s := newSampler(r.random, shares)
	o := r.options
	o.Observer, o.Sampler, o.Progress = nil, s, nil
	_, err = r.explorer(o).Explore(ctx, r.program, func(e *model.Execution) error {
		if weight := s.visit(); r.visit != nil {
			r.visit(e, weight)
		}
		return nil
	})
	r.visited += s.visited
	if err != nil {
		return false, err
	}
	r.sums = append(r.sums, s.sum)
	if pilot {
		r.known++
		for key, at := range s.strata {
			r.weights[key] += at.weight
		}
	}
	return !s.cut, nil
}

func (r *passes) estimate() Estimate {
	sums := r.sums
	if len(sums) > Pilots {
		sums = sums[Pilots:]
	}
	e := Estimate{Passes: len(sums), Visited: r.visited}
	if len(sums) == 0 {
		return e
	}
	for _, sum := range sums {
		e.Executions += sum / float64(len(sums))
	}
	square := 0.0
	for _, sum := range sums {
		square += (sum - e.Executions) * (sum - e.Executions)
	}
	n := float64(len(sums))
	if len(sums) > 1 {
		e.Spread = math.Sqrt(square / (n - 1))
	}
	if len(sums) < Enough {
		return e
	}
	half := student(len(sums)-1) * e.Spread / math.Sqrt(n)
	e.Low, e.High = max(e.Executions-half, 0), e.Executions+half
	return e
}

// student is the 97.5th percentile of Student's t distribution, to three digits from 9 degrees of freedom on
// (Abramowitz, Stegun, Handbook of Mathematical Functions, 26.7.5, with the normal one's percentile).
func student(degrees int) float64 {
	const z = 1.959964
	n := float64(degrees)
	z3, z5, z7 := math.Pow(z, 3), math.Pow(z, 5), math.Pow(z, 7)
	return z + (z3+z)/(4*n) + (5*z5+16*z3+3*z)/(96*n*n) + (3*z7+19*z5+17*z3-15*z)/(384*n*n*n)
}
