package cprog_test

import (
	"errors"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/model/machine"
	"dporbench/model/memory"
)

// mostInterleavings bounds the executions that are enumerated of a program, about one for each class. One with more loses statements until it fits.
const mostInterleavings = 5000

// TestLibrary compares random programs that use the library of threads with full enumeration: the explorers find the same outcomes and
// classes, POP each class once. The variables CPROG_PROGRAMS and CPROG_SEED say how many programs, and which. CPROG_NATIVE is how often the
// code of gcc runs, under both SC and TSO: each of its results must be among those explored.
func TestLibrary(t *testing.T) {
	otherwise := 100
	if testing.Short() {
		otherwise = 12
	}
	programs, seed, runs := number(t, "CPROG_PROGRAMS", otherwise), uint64(number(t, "CPROG_SEED", 1)), number(t, "CPROG_NATIVE", 0)
	c := libraryCheck{folder: t.TempDir(), runs: runs}
	var pending []*nativeRuns
	for k := range programs {
		p := randomLibraryProgram(seed<<32 + uint64(k))
		next, err := c.explore(p)
		if err != nil {
			c.report(t, p, err)
		}
		if next != nil {
			pending = append(pending, next)
		}
		if len(pending) == nativeBatch || k == programs-1 {
			different, err := c.runNatively(pending)
			switch {
			case different != nil:
				c.report(t, different.source, err)
			case err != nil:
				t.Fatal(err)
			}
			pending = pending[:0]
		}
	}
	t.Logf("%d programs: %d classes, %d results, %d native runs; %d programs cut, %d refused", programs, c.classes, c.results, c.native, c.cut, c.refused)
	if c.classes < 3*programs || c.refused > programs/2 {
		t.Errorf("%d programs have only %d classes, and %d are refused", programs, c.classes, c.refused)
	}
}

// libraryCheck compares programs, and counts the comparisons.
type libraryCheck struct {
	folder                                 string
	runs                                   int // native ones of each program
	classes, results, native, cut, refused int
}

var errTooMany = errors.New("too many executions")

// report ends the test with p, which differs by err, after removing statements as long as it differs: a native run may not do so again.
func (c *libraryCheck) report(t *testing.T, p *libraryProgram, err error) {
	t.Helper()
	p.shrink(func() bool { return c.check(p) != nil })
	t.Fatalf("program of seed %d: %v; now: %v\n%s", p.seed, err, c.check(p), strings.TrimPrefix(p.source(), libraryPreamble))
}

// check returns an error if something differs, when p runs natively, too.
func (c *libraryCheck) check(p *libraryProgram) error {
	next, err := c.explore(p)
	if err == nil && next != nil {
		_, err = c.runNatively([]*nativeRuns{next})
	}
	return err
}

// explore returns an error if algorithms differ, and otherwise the native runs that are due, or nil. It removes statements from a program that is
// too large.
func (c *libraryCheck) explore(p *libraryProgram) (*nativeRuns, error) {
	file := filepath.Join(c.folder, "p.c")
	for {
		if err := os.WriteFile(file, []byte(p.source()), 0o600); err != nil {
			return nil, err
		}
		o := cprog.Options{Races: cprog.Ignore, Spin: true, Spurious: p.seed%5 == 0}
		program, err := cprog.Load(file, o)
		if err != nil {
			return nil, err
		}
		want, _, err := exploreLibrary(program, "exhaustive", memory.SC)
		switch {
		case errors.Is(err, errTooMany) && p.cutOne():
			c.cut++
			continue
		case err != nil:
			c.refused++
			return nil, isRefusal(err)
		}
		if err := c.compare(p, program, want); err != nil || c.runs == 0 {
			return nil, err
		}
		return &nativeRuns{p, program, want.final}, nil
	}
}

func isRefusal(err error) error {
	_, refused := errors.AsType[*algos.RefusedError](err)
	usage, ok := errors.AsType[*model.UsageError](err)
	if refused || ok && !strings.Contains(usage.Problem, "defect") {
		return nil
	}
	return err
}

func (c *libraryCheck) compare(p *libraryProgram, program *model.Program, want seen) error {
	c.classes, c.results = c.classes+len(want.classes), c.results+len(want.final)
	for _, algorithm := range libraryAlgorithms(p) {
		got, executions, err := exploreLibrary(program, algorithm, memory.SC)
		switch {
		case err != nil && isRefusal(err) == nil:
			continue
		case err != nil:
			return fmt.Errorf("%s: %w", algorithm, err)
		case !maps.Equal(got.final, want.final):
			return fmt.Errorf("%s: outcomes %q, want %q", algorithm, slices.Sorted(maps.Keys(got.final)), slices.Sorted(maps.Keys(want.final)))
		case !maps.Equal(got.classes, want.classes):
			return fmt.Errorf("%s: %d classes, want %d", algorithm, len(got.classes), len(want.classes))
		case algorithm == "pop" && executions != len(got.classes):
			return fmt.Errorf("pop: %d executions of %d classes", executions, len(got.classes))
		}
	}
	return nil
}

// exploreLibrary returns the outcomes with the results, and the classes, that an algorithm finds.
func exploreLibrary(program *model.Program, algorithm string, under memory.Model) (s seen, executions int, err error) {
	s = seen{map[string]bool{}, map[string]bool{}}
	err = exploreBeside(program, algorithm, algos.Options{MaxSteps: 10_000, Memory: under}, func(e *model.Execution, r *machine.Replay) error {
		if executions++; executions > mostInterleavings {
			return errTooMany
		}
		if key := e.Key(); !s.classes[key] {
			s.classes[key] = true
			result, err := resultOf(program, r, e)
			s.final[result] = true
			return err
		}
		return nil
	})
	return s, executions, err
}

// resultOf returns the outcome of an execution and, if it is complete, the result.
func resultOf(program *model.Program, r *machine.Replay, e *model.Execution) (string, error) {
	outcome := stuckAsOne(e.Outcome())
	if outcome != model.Complete {
		return outcome.String(), nil
	}
	if _, err := r.Run(e.Events()); err != nil {
		return "", err
	}
	for x := range int32(program.NumVars()) {
		if program.VarName(x) == "result" {
			return fmt.Sprint(int32(r.Value(x))), nil
		}
	}
	return "", errors.New("no result")
}

// cutOne removes the last statement of the longest thread.
func (p *libraryProgram) cutOne() bool {
	longest := &p.threads[0]
	for k := range p.threads {
		if len(p.threads[k]) >= len(*longest) {
			longest = &p.threads[k]
		}
	}
	if len(*longest) == 0 {
		return false
	}
	*longest = (*longest)[:len(*longest)-1]
	return true
}

// shrink removes statements, and what main does, as long as the program fails.
func (p *libraryProgram) shrink(fails func() bool) {
	for smaller := true; smaller; {
		smaller = p.cancels > 0 && try(&p.cancels, 0, fails) || p.leaves != afterJoins && try(&p.leaves, afterJoins, fails)
		for k := range p.threads {
			for n := len(p.threads[k]) - 1; n >= 0; n-- {
				if n < len(p.threads[k]) {
					smaller = try(&p.threads[k], slices.Delete(slices.Clone(p.threads[k]), n, n+1), fails) || smaller
				}
			}
		}
	}
}

// libraryAlgorithms returns the algorithms for a program: all of them, if CPROG_ALL is set.
func libraryAlgorithms(p *libraryProgram) []string {
	all := []string{"optimal", "trust", "source", "fgdpor"}
	if os.Getenv("CPROG_ALL") == "" {
		all = all[p.seed%4:][:1]
	}
	return append([]string{"pop"}, all...)
}
