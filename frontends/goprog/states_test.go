package goprog_test

import (
	"errors"
	"math/big"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"testing"
	"time"

	"dporbench/algos/states"
	"dporbench/algos/states/statestest"
	"dporbench/frontends/goprog"
	"dporbench/model"
	"dporbench/model/front"
)

// longestComparison bounds a comparison of states with executions.
const longestComparison = 30 * time.Second

// compareStates compares the states of a program with its executions, or the states of a finer program if it is too coarse.
func compareStates(m *model.Program, err error) (c statestest.Compared, _ error) {
	limits := statestest.Limits{Executions: number("GOPROG_EXECUTIONS", 1500), States: 100_000, Time: longestComparison}
	for err == nil {
		if c, err = statestest.Compare(m, "pop", limits); err == nil {
			break
		}
		coarse, ok := errors.AsType[*front.Refine](err)
		if !ok {
			break
		}
		finer, failed := coarse.Again()
		m, err = (*model.Program)(finer), failed
	}
	return c, err
}

// TestStatesOfRandomPrograms: executions of random programs pass no state that a search has not visited. GOPROG_STATES is the number of programs,
// and GOPROG_SEED the seed: by default one with races among the first programs.
func TestStatesOfRandomPrograms(t *testing.T) {
	n, seed, folder := number("GOPROG_STATES", 30), number("GOPROG_SEED", 66), t.TempDir()
	generate(t, folder, n, uint64(seed))
	p, err := goprog.LoadPackage("./progs", false, goprog.Options{Dir: folder, Settle: 100})
	if err != nil {
		t.Fatal(err)
	}
	var sum statestest.Sum
	for k := range n {
		c, err := compareStates(p.Program("P" + strconv.Itoa(k)))
		if !sum.Add(t, "program "+strconv.Itoa(k), c, err) {
			t.Log(sourceOf(folder, k))
		}
	}
	if t.Logf("%+v", sum); sum.Compared < n/2 {
		t.Error("too few are compared")
	}
}

func sourceOf(folder string, k int) string {
	source, _ := os.ReadFile(filepath.Join(folder, "progs", "progs.go"))
	_, text, _ := strings.Cut(string(source), "func P"+strconv.Itoa(k)+"()")
	text, _, _ = strings.Cut(text, "\nfunc E")
	return text
}

// functions matches functions that can be explored.
var functions = regexp.MustCompile(`(?m)^func ([A-Z]\w*)\((?:\w+ \*testing\.T)?\) *\{`)

// TestStatesOfPackages is TestStatesOfRandomPrograms for the functions and tests in these folders.
func TestStatesOfPackages(t *testing.T) {
	folders := []string{"testdata/states", "testdata/states/pitfalls", "testdata/states/contexts", "testdata/programs", "testdata/queue", "testdata/joins", "testdata/waits", "testdata/leaks", "testdata/races", "testdata/bubbles", "testdata/library", "testdata/language", "../../benchmarks/golang/stack", "../../benchmarks/golang/queue", "../../benchmarks/golang/packages"}
	if more := os.Getenv("GOPROG_FOLDERS"); more != "" {
		folders = strings.Split(more, ",")
	} else if testing.Short() {
		folders = append(folders[:6], folders[len(folders)-3:len(folders)-1]...)
	}
	var sum statestest.Sum
	for _, folder := range folders {
		dir, err := filepath.Abs(folder)
		if err != nil {
			t.Fatal(err)
		}
		files, _ := filepath.Glob(filepath.Join(dir, "*.go"))
		for _, file := range files {
			source, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			p, err := goprog.LoadPackage(".", strings.HasSuffix(file, "_test.go"), goprog.Options{Dir: dir, Settle: 100})
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range functions.FindAllStringSubmatch(string(source), -1) {
				c, err := compareStates(p.Program(f[1]))
				sum.Add(t, folder+":"+f[1], c, err)
			}
		}
	}
	if t.Logf("%+v", sum); sum.Compared == 0 {
		t.Error("nothing is compared")
	}
}

// decided decides a function in testdata/states.
func decided(t *testing.T, function string, full bool) (r states.Result, outcomes map[string]bool) {
	t.Helper()
	m, err := goprog.Load("./testdata/states", function, goprog.Options{Settle: 100})
	for {
		if err != nil {
			t.Fatalf("%s: %v", function, err)
		}
		outcomes = map[string]bool{}
		r, err = states.Decide(t.Context(), m, states.Options{Full: full, FinalVerdicts: true, MaxStates: 200_000}, func(e states.Ended) error {
			outcomes[e.Outcome.String()] = true
			return nil
		})
		coarse, ok := errors.AsType[*front.Refine](err)
		if !ok {
			break
		}
		finer, failed := coarse.Again()
		m, err = (*model.Program)(finer), failed
	}
	if err != nil || r.Unknown != "" {
		t.Fatalf("%s: %+v, error %v", function, r, err)
	}
	return r, outcomes
}

// TestStatesOfEndlessPrograms: states from which nothing can end are found, and, where a program may run forever though everybody moves, but need
// not, a fair livelock.
func TestStatesOfEndlessPrograms(t *testing.T) {
	for function, doomed := range map[string]bool{"Polite": true, "Patient": false} {
		r, outcomes := decided(t, function, false)
		if !r.Cyclic || !outcomes["livelocked"] || r.Doomed != doomed {
			t.Errorf("%s: %+v, %v, want %v", function, r, outcomes, doomed)
		}
	}
}

// TestStatesOfTests: the goroutine of a test describes itself, even if the test may have a context, so that a loop that waits comes back to a
// state.
func TestStatesOfTests(t *testing.T) {
	m, err := goprog.Load("./testdata/library", "TestNum", goprog.Options{Settle: 20})
	if err != nil {
		t.Fatal(err)
	}
	r, err := states.Decide(t.Context(), m, states.Options{Full: true, FinalVerdicts: true, MaxStates: 500}, func(e states.Ended) error {
		if e.Outcome != model.Complete {
			t.Errorf("%v: %s", e.Outcome, e.Failure)
		}
		return nil
	})
	if err != nil || r.Unknown != "" || !r.Cyclic || r.Finals != 1 {
		t.Errorf("%+v, error %v", r, err)
	}
}

// TestDeadRegisters: registers that are not read any more are no part of the state.
func TestDeadRegisters(t *testing.T) {
	if r, _ := decided(t, "Dead", true); r.States > 700 {
		t.Errorf("%d states", r.States)
	}
}

// TestStatesOfFanIn: three workers that send the results of four jobs to one channel have few states, since a goroutine keeps the results of its operations and not
// the words of channels. A trial of its own, written before this search, counted the same classes.
func TestStatesOfFanIn(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	m, err := goprog.Load("./testdata/scale", "FanIn", goprog.Options{Settle: 20})
	if err != nil {
		t.Fatal(err)
	}
	c, err := states.Count(t.Context(), m, states.Options{MaxStates: 200_000})
	if err != nil || c.Unknown != "" || c.Classes.String() != "2306476184904" {
		t.Errorf("%+v, error %v", c, err)
	}
}

// TestCountsOfSections: critical sections of n goroutines with k each, in any order, are (nk)!/(k!)^n classes.
func TestCountsOfSections(t *testing.T) {
	for _, f := range []struct {
		name             string
		goroutines, each int64
	}{{"Sections", 5, 5}, {"EightSections", 8, 10}} {
		if testing.Short() && f.goroutines > 5 {
			continue
		}
		m, err := goprog.Load("./testdata/scale", f.name, goprog.Options{Settle: 20})
		if err != nil {
			t.Fatal(err)
		}
		want := new(big.Int).MulRange(1, f.goroutines*f.each)
		for range f.goroutines {
			want.Div(want, new(big.Int).MulRange(1, f.each))
		}
		if c, err := states.Count(t.Context(), m, states.Options{}); err != nil || c.Unknown != "" || c.Classes.Cmp(want) != 0 {
			t.Errorf("%s: %+v, want %v classes, error %v", f.name, c, want, err)
		}
	}
}
