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
	"dporbench/goprog"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/event"
	"dporbench/trace"
)

// FoundLeak is a goroutine that leaks, in the words of the runtime, and how to see that.
type FoundLeak struct {
	Text   string // "Select.func1() [select]"
	Replay string // the arguments of trace
}

// LeakResult is what was found of a LeakTest.
type LeakResult struct {
	LeakTest
	Found      []*FoundLeak // by Expected; nil where it is not found
	Unexpected []FoundLeak
	Explored   goprog.Options // of the exploration after which nothing was missing, or of the last one,
	Known      []string       // and what it has found out about the program
	Executions int            // that this has visited,
	All        bool           // which are all,
	Raced      int            // and those of them that have a data race
	Problem    string
	Took       time.Duration
}

// Missing is how many of the leaks are not found that are expected.
func (r *LeakResult) Missing() (n int) {
	for _, f := range r.Found {
		if f == nil {
			n++
		}
	}
	return n
}

// leakRounds are the explorations of a test, up to the first one after which no leak is missing. What a program repeats to meet a leak
// by chance is done once, or a few times; loops without an end are gone round a few times. At last comes the program as it is.
var leakRounds = []goprog.Options{
	{Repetitions: 1}, {Repetitions: 1, Unroll: 2}, {Repetitions: 2}, {Repetitions: 2, Unroll: 2}, {Repetitions: 4}, {Repetitions: 4, Unroll: 4},
	{}, {Unroll: 4},
}

// leakSettle is the executions at random that show what there is to a program.
const leakSettle = 20

// leakWalks are the executions at random with which each exploration begins.
const leakWalks = 200

// mostExecutions are those that an exploration visits, so that it finds the same on any machine.
const mostExecutions = 10_000

var errEnough = errors.New("enough executions have been explored")

// LeakPlan is how leak tests are run.
type LeakPlan struct {
	Algorithm catalog.Algorithm
	Options   algos.Options
	Time      time.Duration              // for each exploration
	MemLimit  int64                      // of the process, in bytes: where it may come to more, an exploration ends
	packages  map[string]*goprog.Package // by folder and options
	prints    map[string]string          // fingerprints of folders
}

// Run runs the tests, and calls done after each.
func (p *LeakPlan) Run(ctx context.Context, tests []LeakTest, done func()) ([]LeakResult, error) {
	p.packages, p.prints = map[string]*goprog.Package{}, map[string]string{}
	results := make([]LeakResult, len(tests))
	for i, t := range tests {
		results[i] = LeakResult{LeakTest: t, Found: make([]*FoundLeak, len(t.Expected))}
		began := time.Now()
		if err := p.test(ctx, &results[i]); err != nil {
			return nil, err
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
		if r.Executions == 0 && options.Unroll == 0 && len(r.Expected) > 0 { // they do not end; there may be other leaks
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

// round explores a program with these options, and anew where that finds out something about the program.
func (p *LeakPlan) round(ctx context.Context, r *LeakResult, o goprog.Options) error {
	pkg, err := p.load(r.Folder, o)
	if err != nil {
		return err
	}
	r.Explored, r.Known = o, nil
	for {
		err := p.explore(ctx, r, pkg)
		surprise, ok := errors.AsType[*model.UsageError](err)
		if !ok || surprise.Learned == "" {
			return err
		}
		pkg.Learn(r.Name, surprise.Learned)
		r.Known = append(r.Known, surprise.Learned)
	}
}

// explore explores a program, at random at first, and notes how far that has come. The error says that the program must be made anew, or that
// nothing can be explored.
func (p *LeakPlan) explore(ctx context.Context, r *LeakResult, pkg *goprog.Package) error {
	r.Executions, r.Raced, r.All, r.Problem = 0, 0, false, ""
	m, err := pkg.Program(r.Name)
	if err != nil {
		r.Problem = oneLine(err)
		return nil
	}
	runtime.GC() // what was before is not this exploration's
	look := func(events []event.Event) error { return cmp.Or(p.full(), p.look(r, pkg, m, events)) }
	within, stop := context.WithTimeout(ctx, p.Time)
	defer stop()
	err = goprog.Walk(within, m, leakWalks, look)
	if err == nil {
		_, err = p.Algorithm.New(p.Options).Explore(within, m, func(e *model.Execution) error {
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
	surprise, ok := errors.AsType[*model.UsageError](err)
	switch {
	case err == nil:
		r.All = true
	case errors.Is(err, errEnough):
	case ok && surprise.Learned != "":
		return err
	case !errors.Is(err, context.DeadlineExceeded) && ctx.Err() == nil:
		r.Problem = oneLine(err)
	}
	return nil
}

// full is errEnough if the process may come to more than the limit: it is about twice as large as the live heap, which has the states
// of all channels that have been met, with whoever waited there.
func (p *LeakPlan) full() error {
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	if int64(live[0].Value.Uint64()) > p.MemLimit*2/5 {
		return errEnough
	}
	return nil
}

// look notes the leaks of an execution that have not been seen yet.
func (p *LeakPlan) look(r *LeakResult, pkg *goprog.Package, m *model.Program, events []event.Event) error {
	leaks, err := pkg.Leaks(m, events)
	if err != nil {
		return err
	}
	for _, l := range leaks {
		if l.Global { // which the profile does not take for a leak
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

// expects is which of the expected leaks l is, or -1, and l as a text.
func (r *LeakResult) expects(l goprog.Leak) (at int, text string) {
	for _, reason := range l.Reasons {
		text = fmt.Sprintf("%s() [%s]", l.Function, reason)
		if at := slices.IndexFunc(r.Expected, func(e *regexp.Regexp) bool { return e.MatchString(text) }); at >= 0 {
			return at, text
		}
	}
	return -1, fmt.Sprintf("%s() [%s]", l.Function, strings.Join(l.Reasons, " or "))
}

// replay is the arguments of trace that show an execution.
func (p *LeakPlan) replay(r *LeakResult, m *model.Program, events []event.Event) (string, error) {
	full, err := trace.Of(m, p.Options.Memory, events)
	if err != nil {
		return "", err
	}
	word, err := full.Schedule(m)
	if err != nil {
		return "", err
	}
	spec := program.Spec{Kind: program.GoFunction{Package: r.Folder, Function: r.Name, Options: program.GoOptions{
		Unroll: r.Explored.Unroll, Settle: r.Explored.Settle, Repetitions: r.Explored.Repetitions, Known: strings.Join(r.Known, ","),
	}}}
	return fmt.Sprintf("%s --lines --schedule %s:%s", spec.Quoted(), p.prints[r.Folder], word), nil
}
