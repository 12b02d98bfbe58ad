// Package certify writes certificates of runs and verifies them.
package certify

import (
	"errors"
	"fmt"
	"io/fs"
	"os"

	"github.com/google/renameio/v2"

	"dporbench/internal/certificate"
)

// Target is the file that a certificate is to be in. Until it is whole it is
// written under another name, so that what is there is the old one or the new one.
type Target struct {
	Partial string                // the name to write to
	pending *renameio.PendingFile // nil for a device or a pipe, which takes it as it comes
}

// NewTarget makes sure that a certificate can be written to path. A certificate
// that is there will be replaced, any other file is left alone, with an error.
func NewTarget(path string) (*Target, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
	case err != nil:
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s is a folder, not a certificate", path)
	case !info.Mode().IsRegular():
		return &Target{path, nil}, nil
	default:
		if err := replaceable(path, info.Size()); err != nil {
			return nil, err
		}
	}
	file, err := renameio.NewPendingFile(path, renameio.WithPermissions(0o644))
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		e.Path = path // the name that the user knows
	}
	if err != nil {
		return nil, err
	}
	return &Target{file.Name(), file}, nil
}

// replaceable returns an error unless the file at path is empty or a certificate.
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

// Keep gives the certificate, which is whole, its name.
func (t *Target) Keep() error {
	if t.pending == nil {
		return nil
	}
	return t.pending.CloseAtomicallyReplace()
}

// Abandon removes what has not been kept.
func (t *Target) Abandon() {
	if t.pending != nil {
		t.pending.Cleanup()
	}
}
