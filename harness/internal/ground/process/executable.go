package process

import (
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
)

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

// Hash is the beginning of the SHA-256 of the running executable, in
// hexadecimal.
func Hash() (string, error) {
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

// ExitWithParent ends this process when its standard input does: it is a pipe
// that the parent holds open for as long as it lives.
func ExitWithParent() {
	io.Copy(io.Discard, os.Stdin)
	os.Exit(1)
}
