package goprog_test

import (
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/frontends/goprog"
	"dporbench/model"
	"dporbench/model/front"
)

const timers = "./testdata/programs"

var late = goprog.Options{TimersLast: true, Settle: 500}

// TestClock: the clock moves to the deadlines of timers, which fire in their order. Natively, in a bubble of testing/synctest, these
// functions end as with late timers; with early ones they may end otherwise. Where there are several executions of a kind, goroutines set their timers, or
// arrive at a channel, in either order.
func TestClock(t *testing.T) {
	type outcomes = map[model.Outcome]int
	for function, want := range map[string]struct{ late, anytime outcomes }{
		"Slept":     {outcomes{model.Complete: 1}, outcomes{model.Complete: 1}},
		"Anew":      {outcomes{model.Complete: 1}, nil},
		"Rearmed":   {outcomes{model.Complete: 1}, nil},
		"Past":      {outcomes{model.Complete: 1}, outcomes{model.Complete: 1}},
		"Again":     {outcomes{model.Complete: 1}, nil},
		"Delayed":   {outcomes{model.Complete: 1}, nil},
		"Ordered":   {outcomes{model.Complete: 1}, nil},
		"Sweeping":  {outcomes{model.Complete: 2}, nil},
		"Counting":  {outcomes{model.Failed: 1}, outcomes{model.AssumeBlocked: 2}},
		"Endless":   {outcomes{model.AssumeBlocked: 1}, outcomes{model.AssumeBlocked: 2}},
		"Unstopped": {outcomes{model.Complete: 1}, nil},
		"Often":     {outcomes{model.AssumeBlocked: 1}, nil},
		"Chained":   {outcomes{model.Complete: 1}, outcomes{model.AssumeBlocked: 1}},
		"Unchained": {outcomes{model.Complete: 1}, outcomes{model.Complete: 1}},
		"Forever":   {outcomes{model.AssumeBlocked: 1}, outcomes{model.AssumeBlocked: 1}},
		"Equal":     {outcomes{model.Complete: 4, model.Failed: 4}, outcomes{model.Complete: 2, model.Failed: 2}},
		"Together":  {outcomes{model.Complete: 12, model.Failed: 12}, nil},
		"Following": {outcomes{model.Complete: 1, model.Failed: 1}, nil},
	} {
		for _, algorithm := range []string{"pop", "optimal", "exhaustive"} {
			if seen := explore(t, programWith(t, timers, function, late), algorithm); !maps.Equal(seen.outcomes, want.late) {
				t.Errorf("%s, %s, late: %v %v, want %v", function, algorithm, seen.outcomes, seen.reports, want.late)
			}
		}
		if want.anytime == nil {
			continue
		}
		if seen := explore(t, program(t, timers, function), "pop"); !maps.Equal(seen.outcomes, want.anytime) {
			t.Errorf("%s at any moment: %v %v, want %v", function, seen.outcomes, seen.reports, want.anytime)
		}
	}
}

// TestSynctest: bubbles are explored with late timers, and Wait synchronises with all other goroutines. The race detector says the same.
func TestSynctest(t *testing.T) {
	for function, want := range map[string]model.Outcome{
		"Called": model.Complete, "Over": model.Complete, "Unwaited": model.Raced, "Later": model.Raced, "Begins": model.Complete,
		"Skips": model.Failed, "Left": model.Leaked, "Run": model.Failed, "Nested": model.Failed, "Outside": model.Failed,
	} {
		seen := explore(t, program(t, "./testdata/bubbles", function), "pop")
		if seen.outcomes[want] == 0 || len(seen.outcomes) != 1 {
			t.Errorf("%s: %v %v", function, seen.outcomes, seen.reports)
		}
	}
}

// TestLateIsRefused: an algorithm that has no event for the clock refuses the program.
func TestLateIsRefused(t *testing.T) {
	_, err := exploreAll(programWith(t, timers, "Slept", late), "trust")
	var refused *algos.RefusedError
	if !errors.As(err, &refused) {
		t.Errorf("error %v", err)
	}
}

// clockwork makes random functions with timers, which return their observations.
type clockwork struct{ *rand.Rand }

const clockHeader = `package progs

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"
)

var (
	_ = context.Background
	_ = runtime.Gosched
)
`

func (c clockwork) duration() string { return fmt.Sprintf("%d*time.Millisecond", 1+c.IntN(4)) }

// statement returns a statement of goroutine g.
func (c clockwork) statement(g int) string {
	note := func(text string) string { return fmt.Sprintf("note(%d, %s)", g, text) }
	if c.IntN(2) == 0 {
		text := clockStatements[c.IntN(len(clockStatements))]
		for strings.Contains(text, "#") {
			text = strings.Replace(text, "#", c.duration(), 1)
		}
		return strings.ReplaceAll(text, "note(", fmt.Sprintf("note(%d, ", g))
	}
	switch c.IntN(12) {
	case 0, 1:
		return "time.Sleep(" + c.duration() + ")"
	case 9:
		return "{ v := count.Load(); runtime.Gosched(); count.Store(v + 1) }"
	case 10:
		return fmt.Sprintf("time.AfterFunc(%s, func() { v := count.Load(); runtime.Gosched(); count.Store(v + 1) })", c.duration())
	case 2:
		return note(`fmt.Sprint(time.Since(begin))`)
	case 3:
		return fmt.Sprintf("select { case <-time.After(%s): %s; case v := <-ch: %s }", c.duration(), note(`"late"`), note(`fmt.Sprint("got ", v)`))
	case 4:
		return fmt.Sprintf("select { case ch <- %d: %s; case <-time.After(%s): %s }", c.IntN(3), note(`"sent"`), c.duration(), note(`"unsent"`))
	case 5:
		return fmt.Sprintf("time.AfterFunc(%s, func() { %s })", c.duration(), note(`"called"`))
	case 6:
		return note(`fmt.Sprint("stop ", timer.Stop())`)
	case 7:
		return note(fmt.Sprintf(`fmt.Sprint("reset ", timer.Reset(%s))`, c.duration()))
	case 8:
		return fmt.Sprintf("select { case at := <-timer.C: %s; default: %s }", note("fmt.Sprint(at.Sub(begin))"), note(`"not yet"`))
	}
	return fmt.Sprintf("func() { ctx, cancel := context.WithTimeout(context.Background(), %s); defer cancel(); select { case <-ctx.Done(): %s; case v := <-ch: %s } }()",
		c.duration(), note("ctx.Err().Error()"), note(`fmt.Sprint("got ", v)`))
}

// clockStatements are statements about timers that goroutines share, and their own ones: each # is a duration.
var clockStatements = []string{
	`select { case at := <-ticker.C: note(fmt.Sprint("tick ", at.Sub(begin))); default: note("no tick") }`,
	`note(fmt.Sprint("tick ", (<-time.NewTicker(#).C).Sub(begin)))`,
	`select { case at := <-ticker.C: note(fmt.Sprint("tick ", at.Sub(begin))); case <-time.After(#): note("no tick") }`,
	"ticker.Reset(#)", "ticker.Stop()", "time.Sleep(0)", "<-time.After(#)",
	`{ own := time.NewTicker(#); a := <-own.C; own.Reset(#); b := <-own.C; own.Stop(); note(fmt.Sprint(a.Sub(begin), b.Sub(begin), len(own.C))) }`,
	`{ own := time.NewTicker(#); time.Sleep(#); time.Sleep(#); a, b := <-own.C, <-own.C; own.Stop(); note(fmt.Sprint(b.Sub(a))) }`,
	`note(fmt.Sprint("again ", again.Reset(#)))`, `note(fmt.Sprint("no more ", again.Stop()))`, `note(fmt.Sprint(timer.Reset(0)))`,
	`if timer.Reset(#); begin.Add(#).After(time.Now()) { select { case <-timer.C: note("timer"); case <-time.After(#): } }`,
	`func() { c, cancel := context.WithDeadline(context.Background(), begin.Add(#)); defer cancel(); time.Sleep(#); note(fmt.Sprint(c.Err())) }()`,
	`func() { c, cancel := context.WithTimeout(all, #); defer cancel(); <-c.Done(); note(fmt.Sprint(context.Cause(c), time.Since(begin))) }()`,
	`{ stop := context.AfterFunc(all, func() { count.Add(10) }); time.Sleep(#); note(fmt.Sprint(stop())) }`,
	"cancelAll()", `note(fmt.Sprint(all.Err()))`,
	`select { case <-time.After(#): note("one"); case <-time.After(#): note("other") }`,
	`for time.Since(begin) < # { time.Sleep(time.Millisecond) }`, `for all.Err() == nil && time.Since(begin) < # { time.Sleep(#) }`,
	`{ got := make(chan int, 1); go func() { time.Sleep(#); got <- 1 }(); select { case <-got: note("in time"); case <-time.After(#): note("too late") }; note(fmt.Sprint(len(got))) }`,
	`{ c := sync.NewCond(&mu); over := false; time.AfterFunc(#, func() { mu.Lock(); over = true; mu.Unlock(); c.Broadcast() }); mu.Lock(); for !over { c.Wait() }; mu.Unlock(); note(fmt.Sprint(time.Since(begin))) }`,
	`{ d := #; x, y := time.NewTimer(d), time.NewTimer(d); <-x.C; note(fmt.Sprint("same ", y.Stop(), len(y.C))) }`,
	`{ d := #; got := make(chan string, 2); time.AfterFunc(d, func() { got <- "a" }); time.AfterFunc(d, func() { got <- "b" }); note(<-got + <-got) }`,
	`{ d := #; x := time.AfterFunc(d, func() { count.Add(10) }); time.AfterFunc(d, func() { if x.Stop() { count.Add(20) } }); time.Sleep(d) }`,
	`{ d := #; x := time.NewTimer(d); time.Sleep(d); note(fmt.Sprint("at once ", x.Reset(d), len(x.C), (<-x.C).Sub(begin))) }`,
	`{ x, n := make(chan *time.Timer, 1), 0; x <- time.AfterFunc(#, func() { t := <-x; if n++; n < 3 { t.Reset(#) }; x <- t }); time.Sleep(#); t := <-x; note(fmt.Sprint("mine ", t.Stop(), n)); x <- t }`,
	`{ var chain func(k int); chain = func(k int) { if count.Add(1); k > 0 { time.AfterFunc(#, func() { chain(k - 1) }) } }; chain(3) }`,
	`func() { c, cancel := context.WithDeadline(all, begin.Add(#)); defer cancel(); d, end := context.WithTimeout(c, #); defer end(); <-d.Done(); note(fmt.Sprint(d.Err(), c.Err(), time.Since(begin))) }()`,
	`func() { c, cancel := context.WithTimeoutCause(all, #, context.Canceled); time.AfterFunc(#, cancel); <-c.Done(); note(fmt.Sprint(c.Err(), context.Cause(c))) }()`,
	`wg.Go(func() { time.Sleep(#); count.Add(100); time.Sleep(#) })`, `{ mu.Lock(); v := count.Load(); mu.Unlock(); time.Sleep(#); count.Store(v + 1) }`,
}

// program returns function P<n>, and E<n>, which panics with its result.
func (c clockwork) program(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\nfunc E%[1]d() { panic(P%[1]d()) }\n\nfunc P%[1]d() string {\n\tbegin, ch, timer := time.Now(), make(chan int), time.NewTimer(%s)\n", n, c.duration())
	fmt.Fprintf(&b, "\tticker := time.NewTicker(%s)\n\tdefer ticker.Stop()\n\tall, cancelAll := context.WithTimeout(context.Background(), %s)\n\tdefer cancelAll()\n", c.duration(), c.duration())
	b.WriteString("\tvar mu sync.Mutex\n\tvar wg sync.WaitGroup\n\tvar notes [2]string\n\tvar count atomic.Int32\n")
	fmt.Fprintf(&b, "\tagain := time.AfterFunc(%s, func() { count.Add(1000) })\n\tdefer again.Stop()\n", c.duration())
	b.WriteString("\tnote := func(g int, text string) { mu.Lock(); defer mu.Unlock(); notes[g] += text + \";\" }\n\t_, _, _, _, _, _ = begin, timer, ch, note, &count, all\n")
	for g := range 2 {
		b.WriteString("\twg.Go(func() {\n")
		for range 1 + c.IntN(3) {
			fmt.Fprintf(&b, "\t\t%s\n", c.statement(g))
		}
		b.WriteString("\t})\n")
	}
	b.WriteString("\twg.Wait()\n\tcounted := count.Load()\n\ttime.Sleep(20*time.Millisecond)\n\tmu.Lock()\n\tdefer mu.Unlock()\n\treturn fmt.Sprint(notes, counted, count.Load())\n}\n")
	return b.String()
}

// bubbles runs the programs natively, each many times in a bubble of testing/synctest, and prints their results.
const bubbles = `package progs

import (
	"fmt"
	"testing"
	"testing/synctest"
)

func TestAll(t *testing.T) {
	for k, p := range all {
		for range 30 {
			result := ""
			synctest.Test(t, func(*testing.T) { result = p() })
			fmt.Println("outcome", k, result)
		}
	}
}
`

// TestBubbles compares random programs with timers with the same programs run natively, in bubbles of testing/synctest: with late timers, each native
// outcome is among those explored, and with timers at any moment, so are these. GOPROG_BUBBLES is the number of programs.
func TestBubbles(t *testing.T) {
	n, seed := number("GOPROG_BUBBLES", 25), number("GOPROG_SEED", 1)
	c := clockwork{rand.New(rand.NewPCG(uint64(seed), 1))}
	folder, source, list := t.TempDir(), clockHeader, "package progs\n\nvar all = []func() string{"
	for k := range n {
		source += c.program(k)
		list += fmt.Sprintf("P%d, ", k)
	}
	for name, text := range map[string]string{"go.mod": "module generated\n\ngo 1.26\n", "progs.go": source, "list.go": list + "}\n", "all_test.go": bubbles} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	native := nativeOutcomes(t, folder)
	lastly, anytime := loadIn(t, folder, true), loadIn(t, folder, false)
	compared, exact := 0, 0
	for k := range n {
		possible := timedOutcomes(t, lastly, k)
		if possible == nil || possible["race"] {
			continue
		}
		compared++
		whole := true
		for o := range possible {
			whole = whole && native[k][o]
		}
		if whole {
			exact++
		}
		for o := range native[k] {
			if !possible[o] {
				t.Errorf("seed %d, program %d does %q natively, which is none of %v", seed, k, o, slices.Collect(maps.Keys(possible)))
			}
		}
		if early := timedOutcomes(t, anytime, k); early != nil {
			for o := range possible {
				if !early[o] {
					t.Errorf("seed %d, program %d: %q happens with late timers, but not at any moment", seed, k, o)
				}
			}
		}
	}
	t.Logf("%d programs compared, %d of them with all outcomes seen natively", compared, exact)
	if compared < n/4 { // others race, or have too many executions
		t.Errorf("only %d of %d programs are compared", compared, n)
	}
}

// nativeOutcomes returns the outcomes of the programs of a folder, run natively.
func nativeOutcomes(t *testing.T, folder string) map[int]map[string]bool {
	t.Helper()
	run := exec.Command("go", "test", "-v", "-count=1", ".")
	run.Dir = folder
	out, err := run.CombinedOutput()
	if err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	native := map[int]map[string]bool{}
	for line := range strings.Lines(string(out)) {
		words := strings.SplitN(strings.TrimSpace(line), " ", 3)
		k := 0
		if _, err := fmt.Sscan(strings.Join(words[1:min(2, len(words))], ""), &k); words[0] != "outcome" || err != nil {
			continue
		}
		if native[k] == nil {
			native[k] = map[string]bool{}
		}
		native[k][words[2]] = true
	}
	return native
}

func loadIn(t *testing.T, folder string, last bool) *goprog.Package {
	t.Helper()
	p, err := goprog.LoadPackage(".", false, goprog.Options{Dir: folder, TimersLast: last, Settle: 300})
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// timedOutcomes returns the outcomes of a program; nil if they are too many.
func timedOutcomes(t *testing.T, p *goprog.Package, k int) map[string]bool {
	t.Helper()
	m, err := p.Program(fmt.Sprintf("E%d", k))
	if err != nil {
		t.Fatalf("program %d: %v", k, err)
	}
	for range 20 {
		possible, err := possibleOutcomes(m)
		coarse, ok := errors.AsType[*front.Refine](err)
		if err == nil || possible["race"] {
			return possible
		}
		if !ok {
			return nil
		}
		finer, err := coarse.Again()
		if err != nil {
			t.Fatal(err)
		}
		m = (*model.Program)(finer)
	}
	return nil
}
