// Package verify implements the command verify, which checks certificates.
package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"slices"

	"github.com/spf13/cobra"

	"dporbench/algos"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/internal/certificate"
	"dporbench/model"
)

// verify verifies the certificate at path within the limits of ctx and, where its program is built, of c. If the errors of c
// are written to a terminal, it shows its progress there.
func verify(ctx context.Context, c *cobra.Command, r *program.Registry, path string) (certificate.Result, error) {
	source := certificate.Source{
		Open: func() (io.ReadCloser, error) { return certificate.Open(path) },
		Program: func(h certificate.Header) (*model.Program, error) {
			p, err := arguments.ParseRecorded(c, r, h.Benchmark, h.Params)
			if err != nil {
				return nil, errors.New(err.Error()) // not a usage error
			}
			return p.Program, checkHeader(r, p, h)
		},
	}
	display := terminal.NewCounter(c.ErrOrStderr(), path, "entries")
	defer display.Close()
	source.Progress = display.Set
	result, err := certificate.Verify(ctx, source)
	return result, located(path, err)
}

// checkHeader refuses what no run can have written, and another version of the program.
func checkHeader(r *program.Registry, p program.Program, h certificate.Header) error {
	if _, ok := r.Algorithm(h.Algorithm); !ok {
		return fmt.Errorf("its algorithm %q does not exist here", h.Algorithm)
	}
	if !slices.ContainsFunc(algos.AllOrders(), func(o algos.Order) bool { return o.String() == h.Order }) {
		return fmt.Errorf("its order %q does not exist", h.Order)
	}
	if file := h.Origin.Differs(p.Origin); file != "" && len(h.Origin) > 0 {
		return fmt.Errorf("is of another program: %s has changed since it was written", file)
	}
	return nil
}

func located(path string, err error) error {
	_, named := errors.AsType[*fs.PathError](err)
	_, line := errors.AsType[*certificate.LineError](err)
	_, missing := errors.AsType[*certificate.MissingError](err)
	switch {
	case err == nil || named:
		return err
	case line || missing:
		return fmt.Errorf("%s:%w", path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}
