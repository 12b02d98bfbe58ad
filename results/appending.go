package results

import (
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/gofrs/flock"
)

// appending is a CSV file open for appending lines. Only one process has it open
// at a time, and its contents end with a whole line.
type appending struct {
	file    *os.File
	lock    *flock.Flock
	regular bool  // an ordinary file, not a device or a pipe
	size    int64 // of its complete part
}

// appendTo opens the file at path to append after its first size bytes, and drops the rest. If size is
// 0, the header is written first.
func (t table) appendTo(path string, size int64) (*appending, error) {
	file, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, err
	}
	a := &appending{file: file, lock: flock.New(path), size: size}
	if err := a.prepare(encode(t.header())); err != nil {
		a.Close()
		return nil, err
	}
	return a, nil
}

func (a *appending) prepare(header []byte) error {
	info, err := a.file.Stat()
	if err != nil {
		return err
	}
	if a.regular = info.Mode().IsRegular(); a.regular {
		if err := claim(a.lock); err != nil {
			return err
		}
		if err := a.rewind(); err != nil {
			return err
		}
	}
	if a.size == 0 {
		return a.write(header)
	}
	return nil
}

// claim takes the lock that the writer of the file holds.
func claim(lock *flock.Flock) error {
	free, err := lock.TryLock()
	if err == nil && !free {
		err = fmt.Errorf("%s is being written by another process", lock.Path())
	}
	return err
}

func (a *appending) rewind() error {
	if err := a.file.Truncate(a.size); err != nil {
		return err
	}
	_, err := a.file.Seek(a.size, io.SeekStart)
	return err
}

// write returns once the lines are on the disk. On failure the file is left as it was.
func (a *appending) write(lines []byte) error {
	_, err := a.file.Write(lines)
	if err == nil && a.regular {
		err = a.file.Sync()
	}
	if err != nil {
		if a.regular {
			a.rewind() // best effort: the error to report is the first one
		}
		return err
	}
	a.size += int64(len(lines))
	return nil
}

// IsRegular reports whether it is an ordinary file, not a device or a pipe, so
// that other files can be put next to it.
func (a *appending) IsRegular() bool { return a.regular }

// Close closes the file.
func (a *appending) Close() error { return errors.Join(a.lock.Close(), a.file.Close()) }
