package lab

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/counters"
	"dporbench/model"
	"dporbench/model/isolation"
	"dporbench/model/memory"
)

// Run is the state of an exploration, running or ended.
type Run struct {
	Algorithm string           `json:"algorithm"`
	Counts    map[string]int64 `json:"counts"` // by their columns in results files
	Stored    map[string]int64 `json:"stored"` // the most at one time, by their names in figures; zeros are left out
	Largest   int64            `json:"largest"`
	Curve     [][2]int64       `json:"curve"` // executions, and the most stored so far
	Seconds   float64          `json:"seconds"`
	Warm      int              `json:"warm,omitempty"` // if not 0, Seconds is the median of so many further explorations
	Ended     bool             `json:"ended"`
	Complete  bool             `json:"complete"`
	Stopped   string           `json:"stopped,omitempty"` // why it is not complete: a bound
	Refused   string           `json:"refused,omitempty"` // the algorithm does not support the memory model
	Failed    string           `json:"failed,omitempty"`  // an error
}

// reportEvery is the least time between two reports of a run.
const reportEvery = 100 * time.Millisecond

// Explore explores x with an algorithm. report, if not nil, gets the run now and then, and must not keep any of it.
func (x Experiment) Explore(name string, b Bounds, report func(Run)) Run {
	p, m, err := x.Load()
	if err != nil {
		return Run{Algorithm: name, Ended: true, Failed: err.Error()}
	}
	a, err := x.lab.algorithm(name)
	if err != nil {
		return Run{Algorithm: name, Ended: true, Failed: err.Error()}
	}
	return ExploreProgram(p, m, a, b, report)
}

// ExploreProgram is Explore for a program and an algorithm from elsewhere.
func ExploreProgram(p *model.Program, m memory.Model, a catalog.Algorithm, b Bounds, report func(Run)) Run {
	if !a.Explores(m) {
		return Run{Algorithm: a.Name, Ended: true, Refused: refusal(m)}
	}
	e := exploration{algorithm: a, report: report}
	e.clock = newClock(b, e.tick)
	e.reported = e.clock.start
	if err := isolation.CheckFirst(p, m, 2000); err != nil {
		return e.ended(err)
	}
	stats, err := a.New(algos.Options{Memory: m, Progress: e.progress}).Explore(e.clock, p, nil)
	e.stats = stats
	r := e.ended(err)
	if r.Complete {
		r.repeat(a, p, m)
	}
	return r
}

const (
	repeats   = 5                      // explorations at most, of whose times the median is shown
	repeatFor = 300 * time.Millisecond // after which there is no further one
	longRun   = 2.0                    // seconds; an exploration as long as that is not repeated
)

// repeat measures a short exploration again. The first one can take a hundred times as long, because it runs the bodies of threads,
// and in a browser compiles code.
func (r *Run) repeat(a catalog.Algorithm, p *model.Program, m memory.Model) {
	if r.Seconds >= longRun {
		return
	}
	var times []float64
	for begun := time.Now(); len(times) < repeats && time.Since(begun) < repeatFor; {
		start := time.Now()
		if _, err := a.New(algos.Options{Memory: m}).Explore(context.Background(), p, nil); err != nil {
			return
		}
		times = append(times, time.Since(start).Seconds())
	}
	slices.Sort(times)
	r.Seconds, r.Warm = times[len(times)/2], len(times)
}

func refusal(m memory.Model) string { return fmt.Sprintf("does not explore under %v", m) }

type exploration struct {
	algorithm catalog.Algorithm
	clock     *clock
	report    func(Run)
	reported  time.Time
	stats     algos.Stats
	curve     curve
}

func (e *exploration) progress(s *algos.Stats) {
	e.stats = *s
	e.curve.add(s.Executions, s.Peak.Largest())
	if most := e.clock.bounds.Executions; most > 0 && s.Executions >= most {
		e.clock.end(errEnough)
	}
}

func (e *exploration) tick(now time.Time) {
	if e.report != nil && now.Sub(e.reported) >= reportEvery {
		e.reported = now
		e.report(e.run())
	}
}

func (e *exploration) ended(err error) Run {
	r := e.run()
	r.Ended, r.Complete = true, err == nil
	switch {
	case err == nil:
	case e.clock.err != nil && errors.Is(err, e.clock.err):
		r.Stopped = err.Error()
	default:
		r.Failed = withoutFlags(err.Error())
	}
	return r
}

func (e *exploration) run() Run {
	r := Run{
		Algorithm: e.algorithm.Name,
		Counts:    map[string]int64{}, Stored: map[string]int64{},
		Largest: e.stats.Peak.Largest(), Curve: e.curve.until(e.stats.Executions, e.stats.Peak.Largest()),
		Seconds: time.Since(e.clock.start).Seconds(),
	}
	for _, c := range counters.OfCounts() {
		r.Counts[c.Column] = c.In(e.stats.Counts)
	}
	for _, c := range counters.Own() {
		if n := c.In(e.stats.Peak); n > 0 {
			r.Stored[c.Name] = n
		}
	}
	return r
}

// curve is a bounded number of points, evenly spread over any number of executions.
type curve struct {
	points [][2]int64
	every  int64 // executions from one point to the next
}

const mostPoints = 400

func (c *curve) add(executions, stored int64) {
	c.every = max(c.every, 1)
	if n := len(c.points); n > 0 && executions-c.points[n-1][0] < c.every {
		return
	}
	if c.points = append(c.points, [2]int64{executions, stored}); len(c.points) == mostPoints {
		for i := range mostPoints / 2 {
			c.points[i] = c.points[2*i]
		}
		c.points = c.points[:mostPoints/2]
		c.every *= 2
	}
}

// until is the curve up to a last point.
func (c *curve) until(executions, stored int64) [][2]int64 {
	return append(slices.Clone(c.points), [2]int64{executions, stored})
}
