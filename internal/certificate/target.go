package certificate

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

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
		e.Path = path // the path that the user gave
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
	file, err := Open(path)
	if err == nil {
		defer file.Close()
		_, err = NewReader(file)
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
