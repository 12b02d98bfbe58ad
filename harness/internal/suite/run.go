package suite

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/equivalence"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/memory"
	"dporbench/model/order"
	"dporbench/trace"
)

// Verdict is the outcome of a test.
type Verdict string

// The verdicts.
const (
	Agree       Verdict = "agree"
	Counted     Verdict = "counted" // with nothing to compare with
	Differ      Verdict = "differ"
	Explained   Verdict = "differ, by a convention"
	Unsupported Verdict = "unsupported"
	Unfinished  Verdict = "unfinished" // within the limits
)

// Result is a test and its results.
type Result struct {
	Test
	Verdict   Verdict
	Got       int64 // the count of the first program with an unexpected one; otherwise of the first program
	Classes   int64 // classes of executions of the first program
	Blocked   int64 // blocked executions of the first program
	Failed    int64 // failed executions of the first program
	Problem   string
	Took      time.Duration
	ReadsFrom int64   // reads-from classes of the first program, if they are counted
	Within    []int64 // and its complete executions with at most 0, 1, ... preemptions
	Steps     int64   // of the first program: all steps that the algorithm counted
	Algorithm string
}

// Plan configures a run of tests.
type Plan struct {
	Algorithm catalog.Algorithm
	Options   algos.Options
	Classes   bool // count reads-from classes, and preemptions
	Jobs      int
	Time      time.Duration // for each test
}

// Run runs the tests, several at a time, and calls done after each, one call at a time.
// The results are in the order of the tests. If ctx is cancelled, tests that have not ended have none, and the cause
// is the error.
func (p Plan) Run(ctx context.Context, tests []Test, done func(Result)) ([]Result, error) {
	results := make([]Result, len(tests))
	var all errgroup.Group
	var mu sync.Mutex
	all.SetLimit(max(p.Jobs, 1))
	for i, t := range tests {
		if ctx.Err() != nil {
			break
		}
		all.Go(func() error {
			r := p.test(ctx, t)
			if ctx.Err() != nil && r.Verdict == Unfinished {
				return nil
			}
			mu.Lock()
			defer mu.Unlock()
			results[i] = r
			done(r)
			return nil
		})
	}
	all.Wait()
	return slices.DeleteFunc(results, func(r Result) bool { return r.Verdict == "" }), context.Cause(ctx)
}

func (p Plan) test(ctx context.Context, t Test) (r Result) {
	r = Result{Test: t, Verdict: Agree, Algorithm: p.Algorithm.Name}
	began := time.Now()
	ctx, stop := context.WithTimeout(ctx, p.Time)
	defer func() { stop(); r.Took = time.Since(began) }()
	for i, file := range t.Files {
		c, err := p.count(ctx, file, t)
		if i == 0 {
			r.Got, r.Classes, r.Blocked, r.Failed, r.Steps = c.of(t.Counts), c.classes, c.blocked, c.failed, c.steps
		}
		if i == 0 && c.counter != nil {
			r.ReadsFrom, r.Within = c.counter.Count(equivalence.ReadsFrom), c.counter.Within()
		}
		switch {
		case err != nil && ctx.Err() != nil:
			r.Verdict, r.Problem = Unfinished, fmt.Sprintf("not within %v", p.Time)
			return r
		case err != nil:
			r.Verdict, r.Problem = Unsupported, oneLine(err)
			return r
		case t.Want == Unpublished, !p.comparable(t.Counts):
			r.Verdict = Counted
		case c.of(t.Counts) != t.Want:
			r.Verdict, r.Got = Differ, c.of(t.Counts)
			if t.Reason != "" {
				r.Verdict, r.Problem = Explained, t.Reason
			}
			return r
		case p.Classes && i == 0 && t.Within != nil && c.counter.Unknown == 0 && !sameWithin(r.Within, t.Within):
			r.Verdict, r.Problem = Differ, fmt.Sprintf("%v executions with at most 0, 1, ... preemptions instead of %v", r.Within, t.Within)
			if t.WithinReason != "" {
				r.Verdict, r.Problem = Explained, r.Problem+": "+t.WithinReason
			}
			return r
		}
	}
	return r
}

// comparable reports whether the algorithm has one execution for each unit of a count.
func (p Plan) comparable(c Counting) bool {
	switch c {
	case ReadsFrom:
		return true
	case Lazy:
		return p.Algorithm.Equivalence == equivalence.Lazy
	}
	return p.Algorithm.Equivalence.KeepsOrder()
}

// sameWithin compares the numbers for the bounds in want. The last number of got stands
// for all greater bounds.
func sameWithin(got, want []int64) bool {
	for bound, n := range want {
		if k := min(bound, len(got)-1); k < 0 && n != 0 || k >= 0 && got[k] != n {
			return false
		}
	}
	return true
}

type counted struct {
	classes, blocked, failed int64
	steps                    int64
	orbits                   *orbits             // if they are counted
	counter                  *trace.ClassCounter // likewise
	readsFrom                map[string]struct{}
}

func (c counted) of(counting Counting) int64 {
	if counting == ReadsFrom {
		return int64(len(c.readsFrom))
	}
	if c.orbits != nil {
		return int64(len(c.orbits.seen))
	}
	return c.classes - c.blocked
}

func (p Plan) count(ctx context.Context, file string, t Test) (c counted, err error) {
	o := t.Options
	o.Races = cprog.Ignore // a class with a race counts like any other
	if p.Options.Memory.Graphs() {
		o.Races = cprog.Look // memory orders count
	}
	program, err := load(ctx, file, o)
	if err != nil {
		return c, err
	}
	var keyer order.Keyer
	var key []byte
	c.readsFrom = map[string]struct{}{}
	if t.Symmetric {
		c.orbits = newOrbits(program, file, p.Options.Memory)
	}
	if p.Classes {
		if c.counter, err = trace.NewClassCounter(program); err != nil {
			return c, err
		}
		defer c.counter.Close()
	}
	raced, racedBlocked := endings{program: program, memory: p.Options.Memory}, int64(0)
	defer raced.close()
	stats, err := p.Algorithm.New(p.Options).Explore(ctx, program, func(e *model.Execution) error {
		if t.Counts == ReadsFrom {
			key = keyer.AppendReadsFrom(key[:0], e.Events())
			c.readsFrom[string(key)] = struct{}{}
		}
		if c.counter != nil && e.Outcome() == model.Complete {
			if err := c.counter.Add(e); err != nil {
				return err
			}
		}
		o := e.Outcome()
		if o == model.Raced {
			if o, err = raced.of(e.Events()); err != nil {
				return err
			}
			if o == model.AssumeBlocked || o.IsStuck() {
				racedBlocked++
			}
		}
		if c.orbits != nil && o == model.Complete {
			return c.orbits.add(e.Events())
		}
		return nil
	})
	c.steps = stats.Events + stats.Work.Sum()
	c.classes, c.blocked, c.failed = stats.Executions, stats.AssumeBlocked+stats.Deadlocked+stats.Starved+stats.Livelocked+racedBlocked, stats.Failed
	return c, err
}

// endings finds out how executions with a data race end besides: the other tools do not look for races here.
type endings struct {
	program *model.Program
	memory  memory.Model
	replay  *machine.Replay // nil until an execution has raced
}

func (r *endings) of(events []event.Event) (o model.Outcome, err error) {
	if r.replay == nil {
		if r.replay, err = machine.NewReplay(r.program, behaviour.Limits{Memory: r.memory}); err != nil {
			return o, err
		}
	}
	if _, err := r.replay.Run(events); err != nil {
		return o, err
	}
	o, _ = r.replay.Ending()
	return o, nil
}

func (r *endings) close() {
	if r.replay != nil {
		r.replay.Close()
	}
}

// load reads a file until ctx is done; reading does not look at it, and a file that takes longer is left behind.
func load(ctx context.Context, file string, o cprog.Options) (*model.Program, error) {
	type read struct {
		*model.Program
		error
	}
	reads := make(chan read, 1)
	go func() {
		p, err := cprog.Load(file, o)
		reads <- read{p, err}
	}()
	select {
	case r := <-reads:
		return r.Program, r.error
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
}

func oneLine(err error) string {
	if usage, ok := errors.AsType[*model.UsageError](err); ok {
		return usage.Problem
	}
	line, _, _ := strings.Cut(err.Error(), "\n")
	return line
}
