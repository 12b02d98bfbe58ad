package campaign

import (
	"context"
	"time"

	"dporbench/internal/files"
)

// betweenTrials is how long to wait for room on a full disk before the next trial.
const betweenTrials = time.Second

// whenRoom writes. If the disk is full, it notes so once, and tries again until there is room or ctx is done: a measurement
// of hours must not end for it.
func whenRoom(ctx context.Context, note func(format string, args ...any), write func() error) error {
	err := write()
	if files.IsFull(err) && note != nil {
		note("%v: the measurement waits until there is room", err)
	}
	for files.IsFull(err) {
		select {
		case <-ctx.Done():
			return err
		case <-time.After(betweenTrials):
			err = write()
		}
	}
	return err
}
