// Package verify implements the command verify, which checks certificates.
package verify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"

	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/internal/certificate"
	"dporbench/model"
)

// Verify verifies the certificate at path and, if stderr is a terminal, shows its progress
// there.
func Verify(ctx context.Context, r *program.Registry, path string, stderr io.Writer) (certificate.Result, error) {
	source := certificate.Source{
		Open: func() (io.ReadCloser, error) { return certificate.Open(path) },
		Program: func(h certificate.Header) (*model.Program, error) {
			p, err := arguments.ParseRecorded(r, h.Benchmark, h.Params)
			if err != nil {
				return nil, errors.New(err.Error()) // not a usage error
			}
			return p.Program, nil
		},
	}
	display := terminal.NewCounter(stderr, path, "entries")
	defer display.Close()
	source.Progress = display.Set
	result, err := certificate.Verify(ctx, source)
	return result, located(path, err)
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
