package serve

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/process"
)

// server puts a script in the place of dporbench-site.
func server(t *testing.T, script string) {
	t.Helper()
	path, err := process.Beside("-site")
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("#!/bin/sh\n"+script), 0o777); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.Remove(path) })
}

// TestMissing: one line says what is missing, and what makes it.
func TestMissing(t *testing.T) {
	err := start(t.Context())
	if err == nil || !strings.Contains(err.Error(), "-site is missing: `make build`") {
		t.Errorf("got %v", err)
	}
}

// TestStatus: what the server says of the command line is what the command says.
func TestStatus(t *testing.T) {
	for script, want := range map[string]int{"exit 0": 0, "exit 1": 1, "exit 2": 2} {
		server(t, script)
		if err := start(t.Context()); cli.Status(err) != want {
			t.Errorf("%s: %v", script, err)
		}
	}
}

// TestInterrupt: the server is asked to end, and that is no error.
func TestInterrupt(t *testing.T) {
	file := filepath.Join(t.TempDir(), "ready")
	server(t, "trap 'exit 0' TERM; echo $* > "+file+"; while :; do sleep 0.05; done")
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
	if err := start(ctx, "--listen", "localhost:0"); err != nil {
		t.Errorf("got %v", err)
	}
	if given, _ := os.ReadFile(file); string(given) != "--child --listen localhost:0\n" {
		t.Errorf("the server is started with %q", given)
	}
}
