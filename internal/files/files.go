// Package files replaces files as a whole: readers find either the old file or the new one, whenever the process
// or the machine ends.
package files

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// Write replaces a file, or leaves it as it was. It also removes what such writers of the same file have left that were
// killed on this machine.
func Write(path string, data []byte, perm fs.FileMode) error {
	return named(write(path, data, perm), path)
}

// named returns err with path in place of the path of a temporary file.
func named(err error, path string) error {
	if e, ok := errors.AsType[*fs.PathError](err); ok {
		return &fs.PathError{Op: e.Op, Path: path, Err: e.Err}
	}
	if e, ok := errors.AsType[*os.LinkError](err); ok {
		return &fs.PathError{Op: e.Op, Path: path, Err: e.Err}
	}
	return err
}

func write(path string, data []byte, perm fs.FileMode) (err error) {
	Clean(path)
	file, err := begin(path)
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			file.Close()
			os.Remove(file.Name())
		}
	}()
	if err := file.Chmod(perm); err != nil {
		return err
	}
	if _, err := file.Write(data); err != nil {
		return err
	}
	if err := file.Sync(); err != nil {
		return err
	}
	if err := file.Close(); err != nil {
		return err
	}
	return os.Rename(file.Name(), path)
}

// Writable returns an error if the file at path can neither be replaced nor begun, as in a folder that is missing or
// read-only, or on a full disk. It leaves no trace. Devices and pipes pass.
func Writable(path string) error {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		if info.IsDir() {
			return &fs.PathError{Op: "write", Path: path, Err: syscall.EISDIR}
		}
		return nil
	}
	trial, err := begin(path)
	if err == nil {
		_, err = trial.Write(make([]byte, trialSize))
		err = errors.Join(err, trial.Close(), os.Remove(trial.Name()))
	}
	return named(err, path)
}

// trialSize is how much is written to find a full disk, in bytes.
const trialSize = 4096

// begin makes the unfinished file of this process for a path.
func begin(path string) (*os.File, error) {
	return os.CreateTemp(filepath.Dir(path), fmt.Sprintf("%s%d-*", partialPrefix(path), os.Getpid()))
}

// partialPrefix begins the names of unfinished files of this machine for a path. The number of the process follows.
func partialPrefix(path string) string {
	host, err := os.Hostname()
	if err != nil {
		host = "unknown"
	}
	return fmt.Sprintf(".%s.%s-", filepath.Base(path), host)
}

// Clean removes the unfinished files for a path of processes on this machine that have ended.
func Clean(path string) {
	folder, prefix := filepath.Dir(path), partialPrefix(path)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return // nothing can be removed, and writing reports the reason
	}
	for _, e := range entries {
		rest, partial := strings.CutPrefix(e.Name(), prefix)
		digits, _, ok := strings.Cut(rest, "-")
		pid, err := strconv.Atoi(digits)
		if partial && ok && err == nil && ended(pid) {
			os.Remove(filepath.Join(folder, e.Name()))
		}
	}
}

// ended reports whether there is no process with that number any more. It is false if that is unknown.
func ended(pid int) bool {
	p, err := os.FindProcess(pid)
	if err != nil {
		return false
	}
	err = p.Signal(syscall.Signal(0))
	return errors.Is(err, os.ErrProcessDone) || errors.Is(err, syscall.ESRCH)
}
