package cli

import (
	"io/fs"
	"os"

	"github.com/google/renameio/v2"
)

// File is a file that remembers the last error of writing to it, for [Do]: writers to
// standard output need not check for it.
type File struct {
	*os.File
	Err error
}

func (f *File) Write(p []byte) (int, error) {
	n, err := f.File.Write(p)
	if err != nil {
		f.Err = err
	}
	return n, err
}

// WriteFile replaces a file as a whole or leaves it as it was. A device or pipe is
// written to directly.
func WriteFile(path string, data []byte) error {
	info, err := os.Stat(path)
	if err == nil && info.Mode().IsRegular() || os.IsNotExist(err) {
		err := renameio.WriteFile(path, data, 0o644)
		if e, ok := err.(*fs.PathError); ok {
			e.Path = path // not the temporary file's path
		}
		return err
	}
	return os.WriteFile(path, data, 0o644)
}
