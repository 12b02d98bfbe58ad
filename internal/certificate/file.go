package certificate

import (
	"cmp"
	"compress/gzip"
	"fmt"
	"io"
	"os"
	"strings"

	"dporbench/model"
)

func compressed(path string) bool { return strings.HasSuffix(path, ".gz") }

// File is a certificate being written to a file.
type File struct {
	*Writer
	closers []io.Closer // innermost first
}

// Create begins the certificate of p in a new file at path, replacing an existing
// one. It is compressed if its name ends in .gz.
func Create(path string, h Header, p *model.Program) (*File, error) {
	file, err := os.Create(path)
	if err != nil {
		return nil, err
	}
	f := &File{}
	var out io.Writer = file
	if compressed(path) {
		zip := gzip.NewWriter(file)
		out, f.closers = zip, append(f.closers, zip)
	}
	f.closers = append(f.closers, file)
	if f.Writer, err = NewWriter(out, h, p); err != nil {
		file.Close()
		return nil, err
	}
	return f, nil
}

// Close ends the certificate, which is complete only if there is no error.
func (f *File) Close() error {
	err := f.Writer.Close()
	for _, c := range f.closers {
		err = cmp.Or(err, c.Close()) // later errors follow from the first
	}
	return err
}

// Open opens the certificate at path for reading.
func Open(path string) (io.ReadCloser, error) {
	file, err := os.Open(path)
	if err != nil || !compressed(path) {
		return file, err
	}
	zip, err := gzip.NewReader(file)
	if err != nil {
		file.Close()
		return nil, &LineError{1, fmt.Errorf("not a compressed file: %w", err)}
	}
	return struct {
		io.Reader
		io.Closer
	}{zip, file}, nil // zip itself has nothing to close
}
