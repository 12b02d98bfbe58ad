package cli

import (
	"fmt"
	"io"
	"io/fs"
	"os"

	"dporbench/internal/files"
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

// LargestInput bounds the size of a file that is read as a whole, in bytes.
const LargestInput = 1 << 30

// ReadFile reads a regular file of moderate size: a device or a pipe might never end.
func ReadFile(path string) ([]byte, error) {
	info, err := os.Stat(path)
	switch {
	case err != nil:
		if e, ok := err.(*fs.PathError); ok {
			e.Op = "open"
		}
		return nil, err
	case info.IsDir():
		return nil, fmt.Errorf("%s: is a folder", path)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s: is not a regular file", path)
	case info.Size() > LargestInput:
		return nil, fmt.Errorf("%s: has %d bytes, more than %d", path, info.Size(), LargestInput)
	}
	file, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	return io.ReadAll(io.LimitReader(file, LargestInput))
}

// WriteFile replaces a file as a whole or leaves it as it was. A device or pipe is
// written to directly.
func WriteFile(path string, data []byte) error {
	info, err := os.Stat(path)
	if err == nil && info.Mode().IsRegular() || os.IsNotExist(err) {
		return files.Write(path, data, 0o644)
	}
	return os.WriteFile(path, data, 0o644)
}
