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
	// SourceWord is the command by which a companion writes its version.Source.
	SourceWord = "source"
	// patience is for a companion to answer.
	patience = 2 * time.Second
)

// Companion is one that can be started.
type Companion struct {
	Path string
	file *os.File // open, if Path leads through it
}

// FindCompanion returns the companion of the running executable or, if it has none that was
// built from the same source, the running executable itself.
func FindCompanion() (Companion, error) {
	if path, err := Beside(suffix); err == nil && builtFrom(path, Source()) {
		return openCompanion(path)
	}
	return Alone()
}

// Alone is the running executable itself, for what its companion does not know.
func Alone() (Companion, error) {
	path, err := Executable()
	return Companion{Path: path}, err
}

// Beside is the path of an executable next to the running one that has its name and a suffix.
func Beside(suffix string) (string, error) {
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

// openCompanion makes the path stay right when the file is replaced; see process.Executable.
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
	return Companion{through, file}, nil
}
