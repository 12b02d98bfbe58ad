// Package certify implements the command verify, which checks certificates, and creates the
// files that certificates are written to.
package certify

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

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

// Target is the file to write a certificate to. An incomplete certificate has another
// name, so that the file holds the whole old certificate or the whole new one.
type Target struct {
	Partial string // the name to write to; it has the same extension, which says whether to compress
	path    string
}

// NewTarget makes sure that a certificate can be written to path. An existing certificate
// or empty file will be replaced; any other regular file is an error, and left alone.
func NewTarget(path string) (*Target, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder, not a certificate", path)
	case !info.Mode().IsRegular():
		return &Target{path, path}, nil // a device or a pipe is written directly
	default:
		if err := replaceable(path, info.Size()); err != nil {
			return nil, err
		}
	}
	file, err := os.CreateTemp(filepath.Dir(path), ".*-"+filepath.Base(path))
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		e.Path = path // the name that the user knows
	}
	if err != nil {
		return nil, err
	}
	return &Target{file.Name(), path}, file.Close()
}

func replaceable(path string, size int64) error {
	if size == 0 {
		return nil
	}
	file, err := certificate.Open(path)
	if err == nil {
		defer file.Close()
		_, err = certificate.NewReader(file)
	}
	if err != nil {
		return fmt.Errorf("%s exists and is not a certificate; it is left alone", path)
	}
	return nil
}

// Keep gives the complete certificate its name.
func (t *Target) Keep() error {
	if t.Partial == t.path {
		return nil
	}
	if err := os.Chmod(t.Partial, 0o644); err != nil {
		return err
	}
	return os.Rename(t.Partial, t.path)
}

// Abandon removes a certificate that has not been kept.
func (t *Target) Abandon() {
	if t.Partial != t.path {
		os.Remove(t.Partial)
	}
}
