package linear

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
	"dporbench/harness/internal/shared/program"
	"dporbench/linear"
	"dporbench/model"
	"dporbench/model/memory"
)

// TestRelinche checks GenMC's tests of Relinche (Golovin, Kokologiannakis, Vafeiadis, POPL 2025), in the checkouts that DPORBENCH_SUITES
// names. All are linearizable under sequential consistency, by both questions: if GenMC expects one to fail, the reason is memory orders that are too weak. Under
// RC11, one of these returns wrong values, to a client with more synchronisation, which GenMC names. The others lack
// synchronisation alone, which is not asked for here.
func TestRelinche(t *testing.T) {
	folders := os.Getenv("DPORBENCH_SUITES")
	if folders == "" {
		t.Skip("DPORBENCH_SUITES names no checkouts")
	}
	for _, folder := range filepath.SplitList(folders) {
		files, _ := filepath.Glob(filepath.Join(folder, "tests", "correct", "relinche", "*", "args.*.in"))
		for _, file := range files {
			lines := read(t, file)
			expected := read(t, filepath.Join(filepath.Dir(file), strings.Replace(filepath.Base(file), "args.", "expected.", 1)))
			for line := range strings.Lines(lines) {
				t.Run(strings.TrimSuffix(filepath.Base(file), ".in")+" "+strings.Join(defines(line), " "), func(t *testing.T) {
					c := relinche{folder, filepath.Base(filepath.Dir(file)), line}
					c.explore(t, memory.SC, linear.RealTime, false)
					c.explore(t, memory.SC, linear.Observed, false)
					c.explore(t, memory.RC11, linear.Observed, false)
					if strings.Contains(expected, "incorrect return values") {
						c.line = expected + " " + line
						c.explore(t, memory.SC, linear.Observed, false)
						c.explore(t, memory.RC11, linear.Observed, true)
					}
				})
			}
		}
	}
}

func read(t *testing.T, file string) string {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

func defines(line string) (all []string) {
	for word := range strings.FieldsSeq(line) {
		if define, ok := strings.CutPrefix(word, "-D"); ok {
			all = append(all, define)
		}
	}
	return all
}

// errLong ends an exploration that takes too long.
var errLong = errors.New("too long")

// relinche is the client of one line of a file.
type relinche struct{ checkout, kind, line string }

// explore checks whether some execution of the client fails, if that is found within a minute.
func (c relinche) explore(t *testing.T, m memory.Model, q linear.Question, fails bool) {
	t.Helper()
	words := strings.Fields(c.line)
	included := words[len(words)-1]
	if !strings.Contains(included, "dynamic") && !strings.Contains(included, "hw-queue") {
		t.Skip("takes pthread_self for an index of an array, which POSIX does not promise")
	}
	file := filepath.Join(t.TempDir(), "client.c")
	source := fmt.Sprintf("#include \"%s\"\n#include \"%s/mpc.c\"\n", filepath.Base(included), c.kind)
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	p, err := cprog.Load(file, cprog.Options{Define: defines(c.line), Like: cprog.GenMC, Spin: true, Races: cprog.Look,
		Include: []string{filepath.Join(c.checkout, filepath.Dir(included)), filepath.Join(c.checkout, "tests", "correct", "relinche")}})
	if err != nil {
		t.Fatal(err)
	}
	demanded, err := program.Demand(map[linear.Question]string{linear.Observed: "observed:"}[q] + c.kind).Property()
	if err != nil {
		t.Fatal(err)
	}
	if err := linear.Demand(p, m, demanded); err != nil {
		t.Fatal(err)
	}
	explorer, err := catalog.New(map[bool]string{false: "pop", true: "trust"}[m.Graphs()], algos.Options{Memory: m})
	if err != nil {
		t.Fatal(err)
	}
	started, calls, found := time.Now(), 0, ""
	stats, err := explorer.Explore(t.Context(), p, func(e *model.Execution) error {
		if o := e.Outcome(); o == model.NotLinearizable || o == model.Failed || o == model.Raced {
			found = fmt.Sprintf("%v: %s", o, e.Failure())
			return algos.ErrStop
		}
		if calls++; calls%100 == 0 && time.Since(started) > time.Minute {
			return errLong
		}
		return nil
	})
	switch {
	case errors.Is(err, errLong):
		t.Logf("%v, %v: more than %d classes, none of which fails", m, q, stats.Executions)
		return
	case err != nil:
		t.Fatal(err)
	case strings.HasPrefix(found, model.NotLinearizable.String()) != fails || found != "" && !fails:
		t.Errorf("%v, %v: found %q, fails: %v", m, q, found, fails)
	}
	t.Logf("%v, %v: %d classes, %d of them complete, %.2f s %s", m, q, stats.Executions, stats.Executions-stats.AssumeBlocked, time.Since(started).Seconds(), found)
}
