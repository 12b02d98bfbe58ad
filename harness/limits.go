package harness

import (
	"context"
	"fmt"
	"time"

	"dporbench/harness/internal/measure"
	"dporbench/harness/internal/size"
)

// limited is ctx within the limits of time and memory of what explores here, and
// not in a process of its own.
func (e exploring) limited(ctx context.Context) (context.Context, context.CancelFunc) {
	return limited(ctx, e.timeout, e.memLimit)
}

// limited is ctx within limits of time and memory. Its cause says which of them
// was exceeded.
func limited(ctx context.Context, timeout time.Duration, memLimit int64) (context.Context, context.CancelFunc) {
	ctx, cancel := context.WithTimeoutCause(ctx, timeout, fmt.Errorf("exceeded the time limit of %s", formatDuration(timeout)))
	ctx, stop := measure.WithMemoryLimit(ctx, memLimit, fmt.Errorf("exceeded the memory limit of %s", size.Format(memLimit)))
	return ctx, func() {
		stop()
		cancel()
	}
}
