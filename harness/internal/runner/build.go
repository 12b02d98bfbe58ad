package runner

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"runtime"
)

// Build says which executable measured a row.
type Build struct {
	Hash      string // the beginning of the executable's SHA-256, in hexadecimal
	Commit    string // revision of the source; empty if unknown
	GoVersion string
}

// ThisBuild describes the running executable.
func ThisBuild(commit string) (Build, error) {
	hash, err := hashExecutable()
	return Build{hash, commit, runtime.Version()}, err
}

func hashExecutable() (string, error) {
	path, err := Executable()
	if err != nil {
		return "", err
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return hex.EncodeToString(sum.Sum(nil)[:6]), nil
}

// Executable is a path by which the running executable can be started again.
// On Linux it stays right when the file is replaced, as by a build in the
// middle of a long table.
func Executable() (string, error) {
	const self = "/proc/self/exe"
	if _, err := os.Stat(self); err == nil {
		return self, nil
	}
	return os.Executable()
}
