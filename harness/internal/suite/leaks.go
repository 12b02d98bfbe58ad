package suite

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"regexp"
	"runtime"
	"runtime/metrics"
	"slices"
	"strings"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/goprog"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/trace"
)

// FoundLeak is a goroutine that leaks, in the runtime's words, and how to replay the leak.
type FoundLeak struct {
	Text   string // "Select.func1() [select]"
	Replay string // the arguments of trace
}

// LeakResult is the result of a LeakTest.
type LeakResult struct {
	LeakTest
	Found      []*FoundLeak // by the index in Expected; nil if not found
	Unexpected []FoundLeak
	Explored   goprog.Options // of the exploration after which nothing was missing, or of the last one
	Executions int            // number of executions that it visited
	All        bool           // whether these are all
	Raced      int            // number of these that have a data race
	Problem    string
	Took       time.Duration
}

// Missing is the number of expected leaks that were not found.
func (r *LeakResult) Missing() (n int) {
	for _, f := range r.Found {
		if f == nil {
			n++
		}
	}
	return n
}

// leakRounds are the explorations of a test, up to the first one after which no leak is missing. Code that a program repeats to hit a
// leak by chance is run once or a few times; endless loops are run for a few iterations. Unlimited repetitions come last.
var leakRounds = []goprog.Options{
	{Repetitions: 1}, {Repetitions: 1, Unroll: 2}, {Repetitions: 2}, {Repetitions: 2, Unroll: 2}, {Repetitions: 4}, {Repetitions: 4, Unroll: 4},
	{}, {Unroll: 4},
}

// leakSettle is the number of random executions that show what there is to a program.
const leakSettle = 20

// leakWalks is the number of random executions with which each exploration begins.
const leakWalks = 200

// mostExecutions limits the executions that an exploration visits, so that it finds the same on any machine.
const mostExecutions = 10_000

var errEnough = errors.New("enough executions have been explored")

// LeakPlan configures a run of leak tests.
type LeakPlan struct {
	Algorithm catalog.Algorithm
	Options   algos.Options
	Time      time.Duration              // for each exploration
	MemLimit  int64                      // of the process, in bytes: an exploration that may exceed it ends
	packages  map[string]*goprog.Package // by folder and options
	prints    map[string]string          // fingerprints of folders
}

// Run runs the tests one by one, and calls done after each. After an error, the remaining tests have no results.
func (p *LeakPlan) Run(ctx context.Context, tests []LeakTest, done func()) ([]LeakResult, error) {
	p.packages, p.prints = map[string]*goprog.Package{}, map[string]string{}
	results := make([]LeakResult, len(tests))
	for i, t := range tests {
		results[i] = LeakResult{LeakTest: t, Found: make([]*FoundLeak, len(t.Expected))}
		began := time.Now()
		if err := p.test(ctx, &results[i]); err != nil {
			return results[:i], err
		}
		results[i].Took = time.Since(began)
		done()
	}
	return results, nil
}

// test explores a program until nothing is missing.
func (p *LeakPlan) test(ctx context.Context, r *LeakResult) error {
	for _, options := range leakRounds {
		options.Settle = leakSettle
		if err := cmp.Or(p.round(ctx, r, options), context.Cause(ctx)); err != nil {
			return err
		}
		if r.Missing() > 0 {
			continue
		}
		if r.Executions == 0 && options.Unroll == 0 && len(r.Expected) > 0 { // no execution ends; there may be other leaks
			options.Unroll = 2
			return p.round(ctx, r, options)
		}
		return nil
	}
	return nil
}

func (p *LeakPlan) load(folder string, o goprog.Options) (*goprog.Package, error) {
	known := fmt.Sprint(folder, o)
	if pkg := p.packages[known]; pkg != nil {
		return pkg, nil
	}
	pkg, err := goprog.LoadPackage(folder, false, o)
	if err != nil {
		return nil, err
	}
	p.packages[known] = pkg
	if p.prints[folder] == "" {
		p.prints[folder], err = goprog.Fingerprint("", folder)
	}
	return pkg, err
}

// round explores a program with these options.
func (p *LeakPlan) round(ctx context.Context, r *LeakResult, o goprog.Options) error {
	pkg, err := p.load(r.Folder, o)
	if err != nil {
		return err
	}
	r.Explored = o
	m, err := pkg.Program(r.Name)
	if err != nil {
		r.Executions, r.Raced, r.All, r.Problem = 0, 0, false, oneLine(err)
		return nil
	}
	s := program.Spec{Kind: program.GoFunction{Package: r.Folder, Function: r.Name, Options: o}}
	return program.Program{Spec: s, Program: m}.Explore(func(string) {}, func(m program.Program) error { return p.explore(ctx, r, pkg, m) })
}

// explore explores a program, at random first, and notes how far it got. An error says that the program is too coarse; others
// become r.Problem.
func (p *LeakPlan) explore(ctx context.Context, r *LeakResult, pkg *goprog.Package, m program.Program) error {
	r.Executions, r.Raced, r.All, r.Problem = 0, 0, false, ""
	runtime.GC() // memory of earlier explorations does not count
	look := func(events []event.Event) error { return cmp.Or(p.full(), p.look(r, pkg, m, events)) }
	within, stop := context.WithTimeout(ctx, p.Time)
	defer stop()
	err := goprog.Walk(within, m.Program, leakWalks, look)
	if err == nil {
		_, err = p.Algorithm.New(p.Options).Explore(within, m.Program, func(e *model.Execution) error {
			if r.Executions++; r.Executions > mostExecutions {
				r.Executions--
				return errEnough
			}
			switch e.Outcome() {
			case model.Complete, model.Failed:
				return p.full()
			case model.Raced:
				r.Raced++
			}
			return look(e.Events())
		})
	}
	switch {
	case err == nil:
		r.All = true
	case errors.Is(err, errEnough):
	case program.IsCoarse(err):
		return err
	case !errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
		r.Problem = oneLine(err)
	}
	return nil
}

// full returns errEnough if the process may exceed the limit: it is about twice as large as the live heap, which has every state of a
// channel met so far, with the goroutines that waited there.
func (p *LeakPlan) full() error {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if int64(live[0].Value.Uint64()) > p.MemLimit*2/5 {
		return errEnough
	}
	return nil
}

// look notes the leaks of an execution that have not been seen yet.
func (p *LeakPlan) look(r *LeakResult, pkg *goprog.Package, m program.Program, events []event.Event) error {
	leaks, err := pkg.Leaks(m.Program, events)
	if err != nil {
		return err
	}
	for _, l := range leaks {
		if l.Global { // the profile does not count it as a leak
			continue
		}
		at, text := r.expects(l)
		if at >= 0 && r.Found[at] != nil || at < 0 && slices.ContainsFunc(r.Unexpected, func(f FoundLeak) bool { return f.Text == text }) {
			continue
		}
		replay, err := p.replay(r, m, events)
		if err != nil {
			return err
		}
		if at < 0 {
			r.Unexpected = append(r.Unexpected, FoundLeak{text, replay})
		} else {
			r.Found[at] = &FoundLeak{text, replay}
		}
	}
	return nil
}

// expects returns the index of l in the expected leaks, or -1, and l as text.
func (r *LeakResult) expects(l goprog.Leak) (at int, text string) {
	for _, reason := range l.Reasons {
		text = fmt.Sprintf("%s() [%s]", l.Function, reason)
		if at := slices.IndexFunc(r.Expected, func(e *regexp.Regexp) bool { return e.MatchString(text) }); at >= 0 {
			return at, text
		}
	}
	return -1, fmt.Sprintf("%s() [%s]", l.Function, strings.Join(l.Reasons, " or "))
}

// replay returns the arguments of trace that show an execution.
func (p *LeakPlan) replay(r *LeakResult, m program.Program, events []event.Event) (string, error) {
	full, err := trace.Of(m.Program, p.Options.Memory, events)
	if err != nil {
		return "", err
	}
	word, err := full.Schedule(m.Program)
	if err != nil {
		return "", err
	}
	return fmt.Sprintf("%s --lines --schedule %s:%s", m.Quoted(), p.prints[r.Folder], word), nil
}
