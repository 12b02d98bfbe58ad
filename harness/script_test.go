package harness

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/rogpeppe/go-internal/testscript"

	"dporbench/harness/internal/shared/process"
	"dporbench/results"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"dporbench": func() { Main() },
		"mylab":     func() { Main(wild) },
		"twice":     func() { Main(wild, wild) },
	})
}

// TestScripts runs the scripts in testdata/script. They call the command as its users
// do; "status N" before a command gives its exit status, and "reuse" makes it find a
// program measured already.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("the scripts explore in earnest")
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": status, "within": within, "reuse": reuse},
		Condition:           condition,
		Setup:               settingUp(t),
	})
}

// condition is [nohup] if a closed terminal ends nothing, as under nohup.
func condition(name string) (bool, error) {
	if name != "nohup" {
		return false, fmt.Errorf("unknown condition %q", name)
	}
	return signal.Ignored(syscall.SIGHUP), nil
}

// settingUp lets the go command of scripts use the build cache, and passes to scripts the folders of package
// linear/mark, for copies (MARKS), and of measured rows (REFERENCE).
func settingUp(t *testing.T) func(*testscript.Env) error {
	cache, err := exec.Command("go", "env", "GOCACHE").Output()
	if err != nil {
		t.Fatal(err)
	}
	root, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	return func(env *testscript.Env) error {
		env.Setenv("GOCACHE", strings.TrimSpace(string(cache)))
		env.Setenv("MARKS", filepath.Join(root, "linear", "mark"))
		env.Setenv("REFERENCE", filepath.Join(root, "reference"))
		return nil
	}
}

// within fails if a command takes longer than a time.
func within(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: within DURATION command...")
	}
	limit, err := time.ParseDuration(args[0])
	ts.Check(err)
	began := time.Now()
	ts.Check(ts.Exec(args[1], args[2:]...))
	if took := time.Since(began); took > limit {
		ts.Fatalf("it took %v", took)
	}
}

func status(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 2 {
		ts.Fatalf("usage: status N command...")
	}
	want, err := strconv.Atoi(args[0])
	ts.Check(err)
	got := 0
	if err := ts.Exec(args[1], args[2:]...); err != nil {
		exit, ok := errors.AsType[*exec.ExitError](err)
		if !ok || errors.Is(err, context.DeadlineExceeded) {
			ts.Fatalf("%v", err)
		}
		got = exit.ExitCode()
	}
	if got != want {
		ts.Fatalf("exit status %d, want %d", got, want)
	}
}

// reuse starts a results file with rows of another one, as if this build had measured them: the first repetitions of
// some algorithms on a program.
func reuse(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) < 4 {
		ts.Fatalf("usage: reuse FROM.csv TO.csv PROGRAM ALGORITHM...")
	}
	from, to, program, algorithms := args[0], args[1], args[2], args[3:]
	contents, err := results.Read(ts.MkAbs(from))
	ts.Check(err)
	this, err := os.Executable() // which is dporbench, too
	ts.Check(err)
	build, err := process.Hash(this)
	ts.Check(err)
	file, _, err := results.Create(ts.MkAbs(to))
	ts.Check(err)
	defer file.Close()
	for _, row := range contents.Rows {
		if strings.HasPrefix(row.Name()+" ", program+" ") && slices.Contains(algorithms, row.Algorithm) && row.Repetition == 1 {
			row.Build = build
			ts.Check(file.Append(row))
		}
	}
}
