package results

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// File is a results file open for appending. One process has it at a time.
type File struct {
	file    *os.File
	regular bool  // an ordinary file, not a device or a pipe
	size    int64 // of what is complete in it
}

// Create begins a new results file at path, with its folder if need be. A
// results file that is there already is moved aside and the new name of it
// returned; any other file there is left alone, with an error.
func Create(path string) (f *File, movedTo string, err error) {
	if err := os.MkdirAll(filepath.Dir(path), 0o777); err != nil {
		return nil, "", err
	}
	if movedTo, err = moveAside(path); err != nil {
		return nil, "", err
	}
	f, err = open(path, 0)
	return f, movedTo, err
}

// Resume opens the results file at path to go on with it and returns what it
// holds. A last row that was cut off is removed from the file. A file that
// does not exist is created.
func Resume(path string) (*File, Contents, error) {
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		f, _, err := Create(path)
		return f, Contents{}, err
	case err != nil:
		return nil, Contents{}, err
	case !info.Mode().IsRegular():
		return nil, Contents{}, fmt.Errorf("%s: cannot be resumed: it is not an ordinary file", path)
	}
	contents, err := Read(path)
	if err != nil {
		return nil, Contents{}, err
	}
	f, err := open(path, contents.size)
	return f, contents, err
}

// open opens path, of which the first size bytes are whole, and makes it end
// there and begin with a header.
func open(path string, size int64) (*File, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	f := &File{file: file, size: size}
	if err := f.prepare(); err != nil {
		file.Close()
		return nil, err
	}
	return f, nil
}

func (f *File) prepare() error {
	info, err := f.file.Stat()
	if err != nil {
		return err
	}
	if f.regular = info.Mode().IsRegular(); f.regular {
		if err := f.claim(); err != nil {
			return err
		}
	}
	if f.size == 0 {
		return f.write(header())
	}
	return nil
}

// claim makes the file this process's own and removes what is not whole.
func (f *File) claim() error {
	if err := lock(f.file); err != nil {
		return fmt.Errorf("%s is being written by another process: %w", f.file.Name(), err)
	}
	return f.rewind()
}

// rewind makes the file end after its last whole row.
func (f *File) rewind() error {
	if err := f.file.Truncate(f.size); err != nil {
		return err
	}
	_, err := f.file.Seek(f.size, io.SeekStart)
	return err
}

// Append adds a row and returns once it is on the disk. If that fails the file
// is left as it was before.
func (f *File) Append(row Row) error {
	record := make([]string, len(columns))
	for i, c := range columns {
		record[i] = c.text(&row)
	}
	return f.write(record)
}

func (f *File) write(record []string) error {
	line := encode(record)
	_, err := f.file.Write(line)
	if err == nil && f.regular {
		err = f.file.Sync()
	}
	if err != nil {
		if f.regular {
			f.rewind() // as well as can be: the error to report is the first one
		}
		return err
	}
	f.size += int64(len(line))
	return nil
}

// Close closes the file.
func (f *File) Close() error { return f.file.Close() }

// moveAside renames the results file at path, of whatever version, to path with
// the first free number before its extension. One without rows stays: there is
// nothing in it to keep.
func moveAside(path string) (movedTo string, err error) {
	info, err := os.Stat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return "", nil
	}
	if err != nil {
		return "", err
	}
	if info.IsDir() {
		return "", fmt.Errorf("%s is a folder, not a results file", path)
	}
	if !info.Mode().IsRegular() {
		return "", nil
	}
	data, err := os.ReadFile(path)
	switch {
	case err != nil:
		return "", err
	case bytes.HasPrefix(encode(header()), data):
		return "", nil
	case !bytes.HasPrefix(data, []byte(columns[0].name+",")):
		return "", fmt.Errorf("%s exists and is not a results file; it is left alone", path)
	}
	movedTo = freeName(path)
	return movedTo, os.Rename(path, movedTo)
}

func freeName(path string) string {
	extension := filepath.Ext(path)
	stem := strings.TrimSuffix(path, extension)
	for n := 1; ; n++ {
		name := fmt.Sprintf("%s.%d%s", stem, n, extension)
		if _, err := os.Lstat(name); errors.Is(err, fs.ErrNotExist) {
			return name
		}
	}
}
