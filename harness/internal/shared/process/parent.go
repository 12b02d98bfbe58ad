package process

import (
	"context"
	"fmt"
	"io"
)

// The context of a child that works off a command for its parent has the pipe to it under this key.
type parentKey struct{}

// WithParent adds the pipe on which the parent waits for a status.
func WithParent(ctx context.Context, parent io.Writer) context.Context {
	return context.WithValue(ctx, parentKey{}, parent)
}

// HasParent reports whether that was done.
func HasParent(ctx context.Context) bool { return ctx.Value(parentKey{}) != nil }

// TellParent tells the parent, if there is one, with which status this process ends.
func TellParent(ctx context.Context, status int) {
	if parent, ok := ctx.Value(parentKey{}).(io.Writer); ok {
		fmt.Fprintf(parent, "%d\n", status)
	}
}
