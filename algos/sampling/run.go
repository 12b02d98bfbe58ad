package sampling

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"dporbench/algos"
	"dporbench/model"
)

// run is one estimate. It looks around, makes narrow passes, finds out whether strata are uniform, tries to leave
// nothing out, and otherwise makes as many passes as the effort has room for.
type run struct {
	pass
	ctx     context.Context
	effort  Effort
	random  *rand.Rand
	began   time.Time
	length  float64   // of an execution
	sums    []float64 // of the passes since something was seen that nobody knew
	last    float64   // what the last pass cost, as a part of the effort
	narrow  float64   // what a narrow pass costs for each unit of width
	depth   int       // and how many levels it has
	costs   []float64 // of the last pass, up to each level
	profile []float64 // the same of a pass that kept one node of each stratum; nil if that is too much
	exact   bool      // the last pass left nothing to chance
}

func newRun(ctx context.Context, o algos.Options, p *model.Program, e Effort) (*run, error) {
	if e.Passes == 0 {
		e.Passes = 30
	}
	if e.Executions == 0 && e.Time == 0 {
		e.Time = 10 * time.Second
	}
	w, err := newWalker(ctx, p, o)
	if err != nil {
		return nil, err
	}
	random := rand.New(rand.NewPCG(e.Seed, 0))
	r := &run{ctx: ctx, effort: e, random: random, began: time.Now(), length: 1}
	r.pass = pass{walker: w, worth: newWorth(), chance: func(p float64) bool { return random.Float64() < p }}
	return r, nil
}

// executed is how many executions of mean length have as many events as have been executed.
func (r *run) executed() float64 { return float64(r.Steps()) / r.length }

// spent is the part of the effort that has been spent.
func (r *run) spent() (part float64) {
	if r.effort.Executions > 0 {
		part = r.executed() / float64(r.effort.Executions)
	}
	if r.effort.Time > 0 {
		part = max(part, float64(time.Since(r.began))/float64(r.effort.Time))
	}
	return part
}

// lookAround runs executions until some have shown nothing new.
func (r *run) lookAround() error {
	const most, idle = 40, 5
	for n, quiet := 1, 0; n <= most && quiet < idle && (n <= 2 || r.spent() < 0.2); n++ {
		news := r.known.news
		events, err := r.walk(r.random, n%2 == 0)
		if err != nil {
			return err
		}
		if quiet++; r.known.news > news {
			quiet = 0
		}
		r.length = max(1, r.length+(float64(events)-r.length)/float64(n))
	}
	return nil
}

// pilots are the widths of narrow passes.
var pilots = [...]int{8, 8, 32, 32}

// pilots makes narrow passes with threads in both orders, and chooses one.
func (r *run) pilots() error {
	var alive [2]float64
	for n, width := range pilots {
		if n >= 2 && r.spent() > 0.1 {
			break
		}
		r.backwards = n%2 == 1
		if _, err := r.once(width, always); err != nil || r.exact {
			return err
		}
		alive[n%2] = r.alive()
		r.narrow, r.depth = r.last/float64(width), len(r.costs)
	}
	r.backwards = alive[1] > alive[0]
	return nil
}

// strata makes passes that keep one node of each stratum, unless that costs too much, until they differ.
func (r *run) strata() error {
	r.sums = r.sums[:0]
	for n := 1; n <= alike; n++ {
		ok, err := r.once(oneOfEach, r.paced(0.6))
		if err != nil || r.exact {
			return err
		}
		if !ok {
			r.profile = nil
			return nil
		}
		r.profile, r.costs = r.costs, nil
		if n > 1 && !r.agree(2) || r.last > (1-r.spent())/4 {
			return nil
		}
	}
	return nil
}

// everything makes passes that leave nothing out, until one has shown nothing new.
func (r *run) everything() error {
	if r.profile == nil || r.agree(alike) {
		return nil
	}
	for ok := true; ok && !r.exact; {
		var err error
		if ok, err = r.once(unbounded, r.projected(0.85)); err != nil {
			return err
		}
	}
	return nil
}

// paced allows a pass that share of what is left of the effort, and less as long as it is at its beginning.
func (r *run) paced(share float64) func(int, float64) bool {
	left := (1 - r.spent()) * share
	return func(level int, cost float64) bool { return cost <= left*(0.15+float64(level)/r.length) }
}

// projected allows a pass that share of what is left, if it goes on to cost as many times more than a pass with one
// node of each stratum as it did in the second half of its levels so far. Mostly it costs more.
func (r *run) projected(share float64) func(int, float64) bool {
	left := (1 - r.spent()) * share
	return func(level int, cost float64) bool {
		last := len(r.profile) - 1
		now := min(level, last)
		more, than := cost-r.costs[now/2], r.profile[now]-r.profile[now/2]
		if than <= 0 {
			return cost <= left
		}
		return cost+more/than*(r.profile[last]-r.profile[now]) <= left
	}
}

// always allows a pass to go on.
func always(int, float64) bool { return true }

// passes makes those of which the estimate is the mean.
func (r *run) passes() error {
	width := oneOfEach
	if !r.agree(alike) {
		width = r.affordable()
		r.sums = r.sums[:0]
	}
	for len(r.sums) < r.effort.Passes && (len(r.sums) == 0 || r.spent() < 1) && !r.exact {
		if ok, err := r.once(width, always); err != nil || !ok {
			return err
		}
		if len(r.sums) >= Enough && r.agree(alike) {
			break
		}
	}
	return nil
}

// affordable is the width of which a few more than Enough passes can be made.
func (r *run) affordable() int {
	const few = 2
	width := int((1 - r.spent()) / (Enough + few) / r.narrow)
	return max(pilots[0], min(width, maxNodes/r.depth))
}

// alike is how many passes that agree are believed.
const alike = 4

// agree reports whether the last passes have found the same number.
func (r *run) agree(passes int) bool {
	n := len(r.sums) - passes
	return n >= 0 && slices.Min(r.sums[n:]) > 0.999999*slices.Max(r.sums[n:])
}

// maxNodes bounds the memory that a pass takes: some 200 bytes each.
const maxNodes = 1_000_000

// once makes a pass, but gives it up, with ok false, when allowed says so of a level and what the pass has cost up to
// there.
func (r *run) once(width int, allowed func(level int, cost float64) bool) (ok bool, err error) {
	begin, news := r.spent(), r.known.news
	r.costs = r.costs[:0]
	ok, err = r.pass.run(r.ctx, width, func(level, nodes int) bool {
		cost := r.spent() - begin
		for len(r.costs) <= level {
			r.costs = append(r.costs, cost)
		}
		return (width > 0 || nodes < maxNodes) && allowed(level, cost)
	})
	if err != nil || !ok {
		return false, err
	}
	r.last = r.spent() - begin
	if news != r.known.news {
		r.sums = r.sums[:0]
	}
	r.exact = !r.thinned && news == r.known.news
	if r.exact {
		r.sums = r.sums[:0]
	} else {
		r.worth.learn(&r.pass)
	}
	r.sums = append(r.sums, r.sum)
	return true, nil
}

func (r *run) estimate() Estimate {
	e := Estimate{Passes: len(r.sums), Exact: r.exact, Visited: r.executed()}
	n := float64(len(r.sums))
	if n == 0 {
		return e
	}
	for _, sum := range r.sums {
		e.Executions += sum / n
	}
	square := 0.0
	for _, sum := range r.sums {
		square += (sum - e.Executions) * (sum - e.Executions)
	}
	if n > 1 {
		e.Spread = math.Sqrt(square / (n - 1))
	}
	switch {
	case r.exact:
		e.Low, e.High = e.Executions, e.Executions
	case len(r.sums) >= Enough:
		half := student(len(r.sums)-1) * e.Spread / math.Sqrt(n)
		e.Low, e.High = max(e.Executions-half, 0), e.Executions+half
	}
	return e
}
