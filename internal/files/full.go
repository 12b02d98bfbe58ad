package files

import (
	"context"
	"errors"
	"syscall"
	"time"
)

// IsFull reports whether err means that the disk is full, or a quota used up.
func IsFull(err error) bool { return errors.Is(err, syscall.ENOSPC) || errors.Is(err, syscall.EDQUOT) }

// betweenTrials is how long to wait for room on a full disk before the next trial.
const betweenTrials = time.Second

// WhenRoom writes. If the disk is full, it notes so once, and tries again until there is room or ctx is done: a measurement
// of hours must not end for it.
func WhenRoom(ctx context.Context, note func(format string, args ...any), write func() error) error {
	err := write()
	if IsFull(err) && note != nil {
		note("%v: the measurement waits until there is room", err)
	}
	for IsFull(err) {
		select {
		case <-ctx.Done():
			return err
		case <-time.After(betweenTrials):
			err = write()
		}
	}
	return err
}
