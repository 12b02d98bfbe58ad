package files

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"strings"
	"syscall"
	"testing"
)

// TestWhenRoom: a full disk is noted once and waited for, unless the context ends; no other error is.
func TestWhenRoom(t *testing.T) {
	full := &fs.PathError{Op: "write", Path: "rows.csv", Err: syscall.ENOSPC}
	stopped, stop := context.WithCancel(t.Context())
	stop()
	other := errors.New("other")
	for _, c := range []struct {
		ctx    context.Context
		errors []error // of the trials
		want   error
		noted  int
	}{
		{t.Context(), []error{nil}, nil, 0},
		{t.Context(), []error{full, full, nil}, nil, 1},
		{t.Context(), []error{full, other}, other, 1},
		{t.Context(), []error{other}, other, 0},
		{stopped, []error{full}, full, 1},
	} {
		noted, trials := 0, 0
		err := WhenRoom(c.ctx, func(format string, args ...any) {
			noted++
			if line := fmt.Sprintf(format, args...); !strings.HasPrefix(line, "write rows.csv: no space left on device: the measurement waits") {
				t.Errorf("noted %q", line)
			}
		}, func() error {
			trials++
			return c.errors[trials-1]
		})
		if err != c.want || noted != c.noted || trials != len(c.errors) {
			t.Errorf("%v: %v, noted %d times, %d trials", c.errors, err, noted, trials)
		}
	}
}
