package process

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"
)

const (
	suffix = "-measured"
	// SourceWord is the command that makes a companion print its [Source].
	SourceWord = "source"
	// patience is how long a companion may take to answer.
	patience = 2 * time.Second
)

// Companion is an executable that can be started to do runs.
type Companion struct {
	Path  string
	Alone bool     // it is the running executable itself
	file  *os.File // open, if Path leads through it
}

// CompanionName is the name of the companion of the running executable.
func CompanionName() string { return filepath.Base(os.Args[0]) + suffix }

// FindCompanion returns the companion of the running executable or, if it has none that was
// built from the same source, the running executable itself.
func FindCompanion() (Companion, error) {
	if path, err := beside(); err == nil && builtFrom(path, Source()) {
		return openCompanion(path)
	}
	return Alone()
}

// Alone returns the running executable itself, for runs that its companion does not support, as of Go functions.
func Alone() (Companion, error) {
	path, err := Executable()
	return Companion{Path: path, Alone: true}, err
}

// IsBeside reports whether there is a file of this name next to the running executable.
func IsBeside(name string) bool {
	path, err := beside()
	if err != nil {
		return false
	}
	info, err := os.Stat(filepath.Join(filepath.Dir(path), name))
	return err == nil && info.Mode().IsRegular()
}

func beside() (string, error) {
	path, err := os.Executable()
	if err != nil {
		return "", err
	}
	if path, err = filepath.EvalSymlinks(path); err != nil {
		return "", err
	}
	extension := filepath.Ext(path)
	if extension != ".exe" {
		extension = ""
	}
	return strings.TrimSuffix(path, extension) + suffix + extension, nil
}

func builtFrom(path, source string) bool {
	if _, err := os.Stat(path); err != nil || source == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	answer, err := exec.CommandContext(ctx, path, SourceWord).Output()
	return err == nil && strings.TrimSpace(string(answer)) == source
}

// openCompanion keeps the path valid when the file is replaced; see [Executable].
func openCompanion(path string) (Companion, error) {
	file, err := os.Open(path)
	if err != nil {
		return Companion{}, err
	}
	through := fmt.Sprintf("/proc/%d/fd/%d", os.Getpid(), file.Fd())
	if _, err := os.Stat(through); err != nil {
		file.Close()
		return Companion{Path: path}, nil
	}
	return Companion{Path: through, file: file}, nil
}
