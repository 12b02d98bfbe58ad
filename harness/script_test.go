package harness

import (
	"context"
	"errors"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){
		"dporbench": func() { Main() },
		"mylab":     func() { Main(wild) },
		"twice":     func() { Main(wild, wild) },
	})
}

// TestScripts runs the scripts in testdata/script. They call the command as
// its users do; "status N" before it says what its exit status must be.
func TestScripts(t *testing.T) {
	if testing.Short() {
		t.Skip("the scripts explore in earnest")
	}
	testscript.Run(t, testscript.Params{
		Dir:                 "testdata/script",
		RequireExplicitExec: true,
		Cmds:                map[string]func(*testscript.TestScript, bool, []string){"status": status},
		Setup:               shareCache,
	})
}

// shareCache lets the go command of scripts use what has been compiled before. MARKS is where package linear/mark is, for copies.
func shareCache(env *testscript.Env) error {
	folder, err := exec.Command("go", "env", "GOCACHE").Output()
	env.Setenv("GOCACHE", strings.TrimSpace(string(folder)))
	if err != nil {
		return err
	}
	marks, err := filepath.Abs("../linear/mark")
	env.Setenv("MARKS", marks)
	return err
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
