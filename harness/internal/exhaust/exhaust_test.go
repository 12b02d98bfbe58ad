package exhaust

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/algos/exhaustive"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/memory"
)

func bound(t testing.TB, text string) smallprog.Bound {
	b, err := smallprog.ParseBound(text)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// small has 12 programs of 2 accesses, 108 of 3 in 2 threads, 28 in 3.
const small = "rwu:threads=2-3,variables=2,accesses=3"

func plan(t testing.TB, a catalog.Algorithm, bounds ...string) Plan {
	p := Plan{Algorithm: a, Orders: Orders(1, memory.SC)}
	for _, text := range bounds {
		p.Bounds = append(p.Bounds, bound(t, text))
	}
	return p
}

func algorithm(t testing.TB, name string) catalog.Algorithm {
	a, ok := catalog.Lookup(name)
	if !ok {
		t.Fatalf("no algorithm %s", name)
	}
	return a
}

// TestCatalog checks every algorithm on a few thousand programs, and pop on a
// hundred thousand; with -short, on a few hundred, and pop on a few thousand.
func TestCatalog(t *testing.T) {
	bounds := []string{
		"rwu:threads=2-4,variables=2,accesses=4",
		"mutex:threads=2-4,variables=2,accesses=4,mutexes=2",
		"cas:threads=2-3,variables=1,accesses=3,values=3",
		"await:threads=2-3,variables=2,accesses=3,values=2",
	}
	for _, a := range catalog.All() {
		t.Run(a.Name, func(t *testing.T) {
			p := plan(t, a, bounds...)
			switch pop := a.Name == "pop"; {
			case pop && !testing.Short():
				p.Bounds[0].Accesses, p.Bounds[2].Accesses = 6, 4
			case !pop && testing.Short():
				p.Bounds[0].Accesses, p.Bounds[1].Accesses, p.Bounds[3].Variables = 3, 3, 1
			}
			f, err := Run(t.Context(), p, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			programs := int64(0)
			for _, tally := range f.Tallies {
				programs += tally.Programs
				if want := int64(len(p.Orders)) * tally.Classes; tally.Executions != want {
					t.Errorf("%d executions in all orders, want %d: %+v", tally.Executions, want, tally)
				}
			}
			if want := int64(p.Count()); programs != want {
				t.Errorf("%d programs checked, want %d", programs, want)
			}
			for _, failure := range f.Failures {
				t.Errorf("%s\n\t%s: %s", failure.Program, failure.Order, failure.Problem)
			}
		})
	}
}

// scripted is the oracle with its visits passed through change.
type scripted struct {
	algos.Explorer
	change func(n int, visit func() error) error // n counts executions from 1
	after  func(*algos.Stats) error
}

func (s scripted) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
	n := 0
	stats, err := s.Explorer.Explore(ctx, p, func(e *model.Execution) error {
		n++
		if s.change == nil {
			return visit(e)
		}
		return s.change(n, func() error { return visit(e) })
	})
	if err == nil && s.after != nil {
		err = s.after(&stats)
	}
	return stats, err
}

// broken is the oracle with the scripted mistakes.
func broken(s scripted) catalog.Algorithm {
	return catalog.Algorithm{
		Name: "broken", ExactlyOnce: true, Optimal: true, PolynomialMemory: true,
		New: func(o algos.Options) algos.Explorer {
			mine := s // explorers are made in parallel
			mine.Explorer = exhaustive.New(o)
			return mine
		},
	}
}

// third are algorithms that go wrong at the third execution, so at the earliest on a
// program of 3 accesses.
var third = map[string]struct {
	scripted
	problem string
}{
	"missing": {scripted{change: func(n int, visit func() error) error {
		if n == 3 {
			return nil
		}
		return visit()
	}}, "of 3 classes: 1 missing"},
	"repeated": {scripted{change: func(n int, visit func() error) error {
		if n == 3 {
			return errors.Join(visit(), visit())
		}
		return visit()
	}}, "of 3 classes: 1 repeated"},
	"endless": {scripted{change: func(n int, visit func() error) error {
		for n == 3 {
			if err := visit(); err != nil {
				return err
			}
		}
		return visit()
	}}, "of 3 classes: 1298 repeated, stopped after 1300 executions"},
	"error": {scripted{change: func(n int, visit func() error) error {
		if n == 3 {
			return errors.New("lost")
		}
		return visit()
	}}, "of 3 classes: 1 missing, lost"},
	"panic": {scripted{change: func(n int, visit func() error) error {
		if n == 3 {
			panic("at the disco")
		}
		return visit()
	}}, "of 3 classes: 1 missing, panic: at the disco"},
	"late error": {scripted{after: func(s *algos.Stats) error {
		if s.Executions == 3 {
			return errors.New("lost")
		}
		return nil
	}}, "lost"},
	"redundant": {scripted{after: func(s *algos.Stats) error {
		if s.Executions == 3 {
			s.Redundant = 2
		}
		return nil
	}}, "begins 2 redundant explorations, promises none"},
	"outcomes": {scripted{after: func(s *algos.Stats) error {
		if s.Executions == 3 {
			s.Deadlocked = 1
		}
		return nil
	}}, "counts 3 executions (0 failed, 0 assume-blocked, 1 deadlocked, 0 starved), should be 3 executions (0 failed, 0 assume-blocked, 0 deadlocked, 0 starved)"},
	"depth": {scripted{after: func(s *algos.Stats) error {
		if s.Executions == 3 {
			s.Peak.Frames = 4
		}
		return nil
	}}, "nests 4 explorations where executions have 3 events and 0 choices, more than n(n-1)/2 plus the choices"},
	"sleep sets": {scripted{after: func(s *algos.Stats) error {
		if s.Executions == 3 {
			s.Peak.SleepEntries = 10
		}
		return nil
	}}, "has 10 sleep set entries where executions have 3 events, more than n²"},
}

// TestFailures checks that every mistake is noticed, and that the first program with
// it is found.
func TestFailures(t *testing.T) {
	for name, test := range third {
		t.Run(name, func(t *testing.T) {
			p := plan(t, broken(test.scripted), small)
			all, err := Run(t.Context(), p, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			if all.Failing() == 0 || len(all.Failures) == 0 {
				t.Fatal("nothing fails")
			}
			p.StopAtFirst = true
			one, err := Run(t.Context(), p, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			first := one.Failures[0]
			if first != all.Failures[0] || first.Order != "first" || first.Problem != test.problem {
				t.Errorf("first failure %+v, want %q; of all, the first is %+v", first, test.problem, all.Failures[0])
			}
			if n := one.Failing(); n != 1 {
				t.Errorf("%d failures, stopped at the first", n)
			}
		})
	}
}

func TestShrink(t *testing.T) {
	p := plan(t, broken(third["missing"].scripted), small)
	small, err := Shrink(t.Context(), p, Failure{Program: "p: x=1; a=y; y=1 | q: x=1; b=x; x=1 | r: y=1"})
	if err != nil {
		t.Fatal(err)
	}
	if n := accesses(smallprog.MustParse(small.Program)); n != 3 || small.Problem == "" {
		t.Errorf("made smaller to %+v, want 3 accesses", small)
	}
}

// TestRearrange checks that all classes of a program are visited once for each
// order of its threads.
func TestRearrange(t *testing.T) {
	p := plan(t, algorithm(t, "pop"), small)
	p.Rearrange = true
	f, err := Run(t.Context(), p, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, tally := range f.Tallies {
		orders := int64(len(p.Orders)) * []int64{2: 2, 3: 6}[tally.Threads]
		if tally.Executions != orders*tally.Classes {
			t.Errorf("%+v: want %d executions of each class", tally, orders)
		}
	}
}

// TestRearrangedFailures checks that mistakes with the threads in an order other than
// the enumeration's are noticed, without the oracle's help.
func TestRearrangedFailures(t *testing.T) {
	const text = "p: a=x | q: x=1; x=1" // the longer thread comes first in the enumeration
	for name, want := range map[string]string{
		"missing": "of 3 classes: 1 missing", "repeated": "of 3 classes: 1 repeated", "endless": "of 3 classes: 1298 repeated, stopped after 1300 executions",
	} {
		a := broken(third[name].scripted)
		wrong := a.New
		a.New = func(o algos.Options) algos.Explorer { return only{exhaustive.New(o), wrong(o), text} }
		p := plan(t, a, small)
		p.Rearrange = true
		f, err := Run(t.Context(), p, nil, nil)
		if err != nil {
			t.Fatal(err)
		}
		if n := f.Failing(); n != 1 {
			t.Fatalf("%s: %d programs fail, want 1", name, n)
		}
		if got, want := f.Failures[0], (Failure{text, "first", want}); got != want {
			t.Errorf("%s: got %+v, want %+v", name, got, want)
		}
	}
}

// only uses another explorer on one program.
type only struct {
	algos.Explorer
	other   algos.Explorer
	program string
}

func (o only) Explore(ctx context.Context, p *model.Program, visit func(*model.Execution) error) (algos.Stats, error) {
	if p.Name() == o.program {
		return o.other.Explore(ctx, p, visit)
	}
	return o.Explorer.Explore(ctx, p, visit)
}

func TestState(t *testing.T) {
	p := plan(t, algorithm(t, "pop"), small, "mutex:threads=2,variables=1,accesses=4,mutexes=1", "rwu:threads=2,variables=2,accesses=4")
	whole, err := Run(t.Context(), p, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "state")
	open := func() *State {
		t.Helper()
		s, err := OpenState(path, p, "abc")
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { s.Close() })
		return s
	}

	ctx, cancel := context.WithCancel(t.Context())
	_, err = Run(ctx, p, open(), func(int) { cancel() })
	if !errors.Is(err, ErrInterrupted) {
		t.Fatalf("interrupted after a shard: error %v", err)
	}
	s := open()
	if n := s.Programs(); n == 0 || n >= p.Count() {
		t.Errorf("%d programs of %d in the state of a run that was interrupted after the first shard", n, p.Count())
	}

	text, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, append(text, `{"Shard":1,"Fin`...), 0o666); err != nil {
		t.Fatal(err)
	}
	s = open()
	if s.Torn != 15 {
		t.Errorf("%d bytes dropped, want 15", s.Torn)
	}
	left := p.Count() - s.Programs()
	again, err := Run(t.Context(), p, s, func(programs int) { left -= programs })
	if err != nil {
		t.Fatal(err)
	}
	if left != 0 {
		t.Errorf("%d programs were left when it had continued", left)
	}
	if !reflect.DeepEqual(again, whole) {
		t.Errorf("continued: %+v\nin one go: %+v", again, whole)
	}
	full, err := Run(t.Context(), p, open(), func(int) { t.Error("checked again") })
	if err != nil || !reflect.DeepEqual(full, whole) {
		t.Errorf("from the state alone: %+v, error %v\nin one go: %+v", full, err, whole)
	}
}

func TestStateOfAnotherRun(t *testing.T) {
	p := plan(t, algorithm(t, "pop"), small)
	path := filepath.Join(t.TempDir(), "state")
	for _, text := range []string{"dear diary", "dear diary\n", `{"Algorithm":"pop"}` + "\n"} {
		if err := os.WriteFile(path, []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
		if _, err := OpenState(path, p, ""); err == nil || !strings.Contains(err.Error(), "left alone") {
			t.Errorf("%q: error %v", text, err)
		}
		if got, err := os.ReadFile(path); err != nil || string(got) != text {
			t.Errorf("%q is now %q, error %v", text, got, err)
		}
	}
}

func TestInterruptedBeforeItBegins(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Run(ctx, plan(t, algorithm(t, "pop"), small), nil, nil); !errors.Is(err, ErrInterrupted) {
		t.Errorf("error %v", err)
	}
}

func TestCertificate(t *testing.T) {
	p := plan(t, broken(third["missing"].scripted), "rwu:threads=2,variables=1,accesses=3")
	f, err := Run(t.Context(), p, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	got := Report{Plan: p, Findings: f, Commit: "abc", Go: "go1.26"}.String()
	const want = `broken on every program within bounds

commit    abc
go        go1.26
programs  one of each set that differs in names and the order of threads only; what is never reached is left out
orders    first, last, random 1
checked   every class of the oracle visited, and no other, exactly once; outcomes; nothing redundant; depth at most n(n-1)/2; sleep set entries at most n²

rwu:threads=2,variables=1,accesses=3
  accesses  threads  programs  classes  most  executions  redundant  failing
         2        2         6       11     2          33          0        0
         3        2        27       75     3         225          0       22
       all                 33       86     3         258          0       22

programs that fail: 22
  p: a=x; b=x | q: x=1
    first: of 3 classes: 1 missing
`
	if !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}
