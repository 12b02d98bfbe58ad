package process

import (
	"context"
	"fmt"
	"io"
)

// parentKey is the key of the pipe to the parent, in the context of a child that executes the parent's command.
type parentKey struct{}

// WithParent adds the pipe on which the parent waits for an exit status.
func WithParent(ctx context.Context, parent io.Writer) context.Context {
	return context.WithValue(ctx, parentKey{}, parent)
}

// HasParent reports whether ctx has such a pipe.
func HasParent(ctx context.Context) bool { return ctx.Value(parentKey{}) != nil }

// TellParent reports the exit status of this process to its parent, if it has one.
func TellParent(ctx context.Context, status int) {
	if parent, ok := ctx.Value(parentKey{}).(io.Writer); ok {
		fmt.Fprintf(parent, "%d\n", status)
	}
}
