package goprog_test

import (
	"cmp"
	"context"
	"fmt"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"dporbench/frontends/goprog"
)

// TestGoBenchRaces runs each nonblocking kernel 100 times under the race detector, and explores it; it writes a table of both.
func TestGoBenchRaces(t *testing.T) {
	kernels, folder := gobenchKernels(t)
	packages := map[goprog.Options]*goprog.Package{}
	var rows strings.Builder
	for _, k := range kernels {
		if k.group == "blocking" {
			continue
		}
		native := k.native(t, folder)
		k.explore(t, folder, packages)
		row := fmt.Sprintf("| %s | %s | %s, %s |\n", k.name, native, cmp.Or(k.bug, "not found"), k.how)
		t.Log(row)
		rows.WriteString(row)
	}
	replaceBetween(t, gobenchPage, "<!-- Races -->\n", "<!-- /Races -->",
		fmt.Sprintf("| kernel | %d runs with `-race` | explored |\n|---|---|---|\n", nativeRuns)+rows.String())
}

const (
	nativeRuns  = 100
	atATime     = 10
	longestRun  = 10 * time.Second
	longestRuns = time.Minute // of one kernel
)

// native says how nativeRuns runs under the race detector have ended.
func (k *gobenchKernel) native(t *testing.T, folder string) string {
	t.Helper()
	binary := filepath.Join(t.TempDir(), "kernel")
	build := exec.Command("go", "test", "-race", "-vet=off", "-c", "-o", binary, "./"+k.group+"/"+k.name)
	build.Dir = folder
	if text, err := build.CombinedOutput(); err != nil {
		return "is not built: " + strings.TrimSpace(strings.SplitN(string(text), "\n", 2)[0])
	}
	until, stop := context.WithTimeout(t.Context(), longestRuns)
	defer stop()
	ends := map[string]int{}
	var mu sync.Mutex
	var all sync.WaitGroup
	for range atATime {
		all.Go(func() {
			for range nativeRuns / atATime {
				if end := runOnce(until, binary, k.test); end != "" {
					mu.Lock()
					ends[end]++
					mu.Unlock()
				}
			}
		})
	}
	all.Wait()
	var parts []string
	for _, end := range []string{"data race", "panic", "fails", "hangs", "passes"} {
		if ends[end] > 0 {
			parts = append(parts, fmt.Sprintf("%s %d", end, ends[end]))
		}
	}
	return strings.Join(parts, ", ")
}

// runOnce says how a test ends; "" if no time is left for it.
func runOnce(ctx context.Context, binary, test string) string {
	if ctx.Err() != nil {
		return ""
	}
	once, stop := context.WithTimeout(ctx, longestRun)
	defer stop()
	run := exec.CommandContext(once, binary, "-test.run", "^"+test+"$", "-test.cpu", "4")
	run.WaitDelay = time.Second
	text, err := run.CombinedOutput()
	switch {
	case strings.Contains(string(text), "WARNING: DATA RACE"):
		return "data race"
	case strings.Contains(string(text), "panic: "), strings.Contains(string(text), "fatal error: "):
		return "panic"
	case ctx.Err() != nil:
		return ""
	case once.Err() != nil:
		return "hangs"
	case err != nil:
		return "fails"
	}
	return "passes"
}
