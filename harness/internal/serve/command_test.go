package serve

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dporbench/harness/internal/shared/cli"
)

// put replaces dporbench-site by a script.
func put(t *testing.T, script string) {
	t.Helper()
	folder := t.TempDir()
	if err := os.WriteFile(filepath.Join(folder, name), []byte("#!/bin/sh\n"+script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", folder+":"+os.Getenv("PATH"))
}

// startFound starts the server that is found.
func startFound(t *testing.T, ctx context.Context, args ...string) error {
	t.Helper()
	path, err := server()
	if err != nil {
		t.Fatal(err)
	}
	return start(ctx, path, args...)
}

// TestMissing: one line names the missing executable, and the command that builds it.
func TestMissing(t *testing.T) {
	t.Setenv("PATH", "")
	_, err := server()
	if err == nil || !strings.Contains(err.Error(), "nor in the PATH: `make build`") {
		t.Errorf("got %v", err)
	}
}

// TestStatus: the command passes on the server's verdict on the command line.
func TestStatus(t *testing.T) {
	for script, want := range map[string]int{"exit 0": 0, "exit 1": 1, "exit 2": 2} {
		put(t, script)
		if err := startFound(t, t.Context()); cli.Status(err) != want {
			t.Errorf("%s: %v", script, err)
		}
	}
}

// TestInterrupt: the server is asked to end, which is not an error.
func TestInterrupt(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ready")
	put(t, "trap 'exit 0' TERM; echo $* > "+file+"; while :; do sleep 0.05; done")
	ctx, stop := context.WithCancelCause(t.Context())
	go func() {
		for range 200 {
			if _, err := os.Stat(file); err == nil {
				break
			}
			time.Sleep(20 * time.Millisecond)
		}
		stop(cli.Interrupted{})
	}()
	if err := startFound(t, ctx, "--listen", "localhost:0"); err != nil {
		t.Errorf("got %v", err)
	}
	if given, _ := os.ReadFile(file); string(given) != "--child --listen localhost:0\n" {
		t.Errorf("the server is started with %q", given)
	}
}
