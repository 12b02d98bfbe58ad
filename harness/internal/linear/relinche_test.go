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

// TestRelinche checks that GenMC's tests of Relinche (Golovin, Kokologiannakis, Vafeiadis, POPL 2025), in the checkouts that
// DPORBENCH_SUITES names, are linearizable under sequential consistency. All are: if GenMC expects one to fail, the reason is
// memory orders that are too weak.
func TestRelinche(t *testing.T) {
	folders := os.Getenv("DPORBENCH_SUITES")
	if folders == "" {
		t.Skip("DPORBENCH_SUITES names no checkouts")
	}
	for _, folder := range filepath.SplitList(folders) {
		files, _ := filepath.Glob(filepath.Join(folder, "tests", "correct", "relinche", "*", "args.*.in"))
		for _, file := range files {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for line := range strings.Lines(string(text)) {
				t.Run(strings.TrimSuffix(filepath.Base(file), ".in")+" "+strings.Join(defines(line), " "), func(t *testing.T) {
					relinche(t, folder, filepath.Base(filepath.Dir(file)), line)
				})
			}
		}
	}
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

// relinche explores the client of one line of a file.
func relinche(t *testing.T, checkout, kind, line string) {
	words := strings.Fields(line)
	included := words[len(words)-1]
	if !strings.Contains(included, "dynamic") && !strings.Contains(included, "hw-queue") {
		t.Skip("takes pthread_self for an index of an array, which POSIX does not promise")
	}
	file := filepath.Join(t.TempDir(), "client.c")
	source := fmt.Sprintf("#include \"%s\"\n#include \"%s/mpc.c\"\n", filepath.Base(included), kind)
	if err := os.WriteFile(file, []byte(source), 0o666); err != nil {
		t.Fatal(err)
	}
	o := cprog.Options{Define: defines(line), Like: cprog.GenMC, Spin: true,
		Include: []string{filepath.Join(checkout, filepath.Dir(included)), filepath.Join(checkout, "tests", "correct", "relinche")}}
	for _, q := range []linear.Question{linear.RealTime, linear.Observed} {
		demand := program.Demand(map[linear.Question]string{linear.Observed: "observed:"}[q] + kind)
		demanded, err := demand.Property()
		if err != nil {
			t.Fatal(err)
		}
		p, err := cprog.Load(file, o)
		if err != nil {
			t.Fatal(err)
		}
		if err := linear.Demand(p, memory.SC, demanded); err != nil {
			t.Fatal(err)
		}
		explorer, err := catalog.New("pop", algos.Options{})
		if err != nil {
			t.Fatal(err)
		}
		started, calls := time.Now(), 0
		stats, err := explorer.Explore(t.Context(), p, func(e *model.Execution) error {
			if calls++; calls%100 == 0 && time.Since(started) > time.Minute {
				return errLong
			}
			return nil
		})
		switch {
		case errors.Is(err, errLong):
			t.Skipf("%v: more than %d classes, none of which fails", q, stats.Executions)
		case err != nil:
			t.Fatal(err)
		case stats.NonLinearizable > 0 || stats.Failed > 0:
			t.Errorf("%v: %+v", q, stats.Counts)
		}
		t.Logf("%v: %d classes, %d of them complete, %.2f s", q, stats.Executions, stats.Executions-stats.AssumeBlocked, time.Since(started).Seconds())
	}
}
