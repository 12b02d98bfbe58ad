package sampling

import (
	"context"
	"math/rand/v2"
	"slices"
	"time"

	"dporbench/algos"
	"dporbench/model"
)

// run is one estimate. It looks around, makes narrow passes, checks whether strata are uniform, tries to leave
// nothing out, and otherwise makes as many passes as the effort has room for.
type run struct {
	pass
	ctx     context.Context
	effort  Effort
	random  *rand.Rand
	began   time.Time
	length  float64   // of an execution
	sums    []float64 // of the passes since something new was last seen
	all     []float64 // of all passes; of passes that were given up, the sums found so far
	piloted int       // how many of them were pilots
	lost    bool      // a pass of these sums lost strata
	orders  [2]bool   // the orders of threads in which these passes were made
	last    float64   // the cost of the last pass, as a part of the effort
	narrow  float64   // the cost of a narrow pass for each unit of width
	depth   int       // how many levels a narrow pass has
	costs   []float64 // of the last pass, up to each level
	profile []float64 // the same of a pass that kept one node of each stratum; nil if that costs too much
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

func (r *run) spent() (part float64) {
	if r.effort.Executions > 0 {
		part = r.executed() / float64(r.effort.Executions)
	}
	if r.effort.Time > 0 {
		part = max(part, float64(time.Since(r.began))/float64(r.effort.Time))
	}
	return part
}

// lookAround runs executions until several in a row have shown nothing new.
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
		if ok, err := r.once(width, r.inBudget); err != nil || r.exact || !ok {
			return err
		}
		r.piloted = len(r.all)
		alive[n%2] = r.alive()
		r.narrow, r.depth = r.last/float64(width), len(r.costs)
	}
	r.backwards = alive[1] > alive[0]
	return nil
}

// strata makes passes that keep one node of each stratum, unless that costs too much, until they differ. Every other
// one has threads in the opposite order.
func (r *run) strata() error {
	chosen := r.backwards
	defer func() { r.backwards = chosen }()
	r.forget()
	for n := 1; n <= alike; n++ {
		ok, err := r.once(oneOfEach, r.paced(0.6))
		if err != nil || r.exact || !ok {
			return err
		}
		if n == 1 {
			r.profile, r.costs = r.costs, nil
		}
		if n > 1 && !r.agree(2) || r.last > (1-r.spent())/4 {
			return nil
		}
		r.backwards = !r.backwards
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

// paced allows a pass that share of the effort left, and less in its first levels.
func (r *run) paced(share float64) func(int, float64) bool {
	left := (1 - r.spent()) * share
	return func(level int, cost float64) bool { return cost <= left*(0.15+float64(level)/r.length) }
}

// projected allows a pass that share of the effort left, assuming that it continues to cost as many times more than a
// pass with one node of each stratum as in the second half of its levels so far. Usually it costs more.
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

// always allows a pass to continue.
func always(int, float64) bool { return true }

// passes makes the passes whose mean is the estimate: half of them with threads in the opposite order, because one
// order may show conflicts that the other hides.
func (r *run) passes() error {
	width := oneOfEach
	r.eachKind = r.profile != nil && r.last < 1-r.spent()
	few := r.eachKind && r.last*Enough > 1-r.spent()
	if !few && !r.agree(alike) {
		r.forget()
		width = r.affordable()
	}
	for both := true; len(r.sums) < r.effort.Passes && !r.exact; {
		r.backwards = r.backwards != both
		ok, err := r.once(width, r.inBudget)
		switch {
		case err != nil || !ok && (!both || !r.inBudget(0, 0)):
			return err
		case !ok: // this order takes too much memory
			both, r.backwards = false, !r.backwards
		}
		if len(r.sums) >= Enough && r.agree(len(r.sums)) {
			break
		}
	}
	return nil
}

// forget discards the sums so far.
func (r *run) forget() { r.sums, r.lost, r.orders = r.sums[:0], false, [2]bool{} }

// inBudget allows a pass to continue as long as there is effort left, but if effort is counted in events, the first
// pass always finishes.
func (r *run) inBudget(int, float64) bool {
	return r.spent() < 1 || r.effort.Time == 0 && len(r.sums) == 0
}

// affordable is the width at which a few more than Enough passes can be made.
func (r *run) affordable() int {
	const few, nodes = 2, 300_000
	if r.depth == 0 {
		return pilots[0]
	}
	width := int((1 - r.spent()) / (Enough + few) / r.narrow)
	return max(pilots[0], min(width, nodes/r.depth))
}

// alike is how many passes have to agree before more of the same kind are made.
const alike = 4

// agree reports whether the last passes have found the same number.
func (r *run) agree(passes int) bool {
	n := len(r.sums) - passes
	return n >= 0 && slices.Min(r.sums[n:]) > (1-same)*slices.Max(r.sums[n:])
}

const maxBytes = 72 << 20

// once makes a pass, but gives it up, with ok false, when it takes too much memory, or when allowed returns false for
// a level and the cost so far.
func (r *run) once(width int, allowed func(level int, cost float64) bool) (ok bool, err error) {
	begin, news := r.spent(), r.known.news
	r.costs = r.costs[:0]
	ok, err = r.pass.run(r.ctx, width, func(level, bytes int) bool {
		cost := r.spent() - begin
		for len(r.costs) <= level {
			r.costs = append(r.costs, cost)
		}
		return (r.anyWay || bytes < maxBytes) && allowed(level, cost)
	})
	if width != unbounded {
		r.all = append(r.all, r.sum)
	}
	if err != nil || !ok {
		return false, err
	}
	r.last = r.spent() - begin
	r.exact = !r.thinned && news == r.known.news
	if r.exact || news != r.known.news {
		r.forget()
	}
	if !r.exact {
		r.worth.learn(&r.pass)
	}
	r.lost = r.lost || r.pass.lost
	r.sums = append(r.sums, r.sum)
	if r.backwards {
		r.orders[1] = true
	} else {
		r.orders[0] = true
	}
	return true, nil
}

func (r *run) estimate() Estimate {
	e := Estimate{Passes: len(r.sums), Exact: r.exact, Visited: r.executed()}
	if r.exact {
		e.Executions, e.Low, e.High = r.sum, r.sum, r.sum
		return e
	}
	if e.Executions, e.Spread = moments(r.sums); e.Executions == 0 {
		e.Passes = len(r.all)
		e.Executions, e.Spread = moments(r.all)
	}
	switch e.Low, e.High, e.Doubt = between(r.sums); {
	case e.Executions == 0:
		e.Doubt = noPass
	case r.lost:
		e.Doubt = lostKinds
	case len(r.sums) >= fewest && r.orders != [2]bool{true, true}:
		e.Doubt = oneOrder
	}
	if e.Doubt != "" {
		const each = 0.05 / 2
		e.Low, e.High = max(atLeast(r.all[:r.piloted], each), atLeast(r.all[r.piloted:], each)), 0
	}
	return e
}
