//go:build linux

package checkpoint

import (
	"context"
	"errors"
	"syscall"
	"testing"
	"time"

	"dporbench/algos"
)

// TestFull: an exploration whose checkpoint finds the disk full is explored to its end, and one line is noted; one that is
// suspended could not be continued, and fails.
func TestFull(t *testing.T) {
	p, a, s := exploration()
	header, err := Of(p, a.Name, s)
	if err != nil {
		t.Fatal(err)
	}
	var notes []string
	r := Run{Path: "/dev/full", Every: time.Millisecond, Note: func(line string) { notes = append(notes, line) }, header: header}
	stats, err := r.Explore(t.Context(), p, a, s, nil)
	if err != nil || len(notes) != 1 || notes[0] != "write /dev/full: no space left on device: the exploration continues, and is saved when there is room" {
		t.Errorf("error %v, noted %q", err, notes)
	}
	whole, err := a.New(s.Options()).Explore(t.Context(), p.Program, nil)
	if err != nil || stats.Executions != whole.Executions {
		t.Errorf("%d executions, want %d, error %v", stats.Executions, whole.Executions, err)
	}

	ctx, stop := context.WithCancel(t.Context())
	if _, err := r.Explore(ctx, p, a, s, func(*algos.Stats) { stop() }); !errors.Is(err, syscall.ENOSPC) {
		t.Errorf("suspended: %v", err)
	}
}
