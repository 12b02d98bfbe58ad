package test

import (
	"context"

	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/program"
)

// Serve does the jobs on standard input, in a process that the command test has started.
func Serve(ctx context.Context, r *program.Registry) error { return job.Serve(ctx, r, helper{r}) }

// helper is a [job.Helper]: so the package that the process has read is there for states and for advice.
type helper struct{ registry *program.Registry }
