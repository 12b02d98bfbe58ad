// Package process holds facts about processes that parents and children share: their memory
// and groups, how to start this executable again, and the source it was built from. It also
// keeps explorations of arbitrary programs within their limits, even if a thread never reaches
// its next event or a program ends the process that explores it.
package process

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strconv"
)

// OwnPeak is the peak resident memory of this process in bytes, and where the figure
// comes from. Getrusage will not do: on Linux its figure is carried through exec and so
// starts at the parent's peak.
func OwnPeak() (bytes int64, source string) {
	if hwm, ok := HighWaterMark("self"); ok {
		return hwm, "self:VmHWM"
	}
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int64(m.Sys), "self:Sys"
}

// HighWaterMark is the peak resident memory of a process in bytes, as recorded by the kernel. Only Linux has it.
func HighWaterMark(pid string) (int64, bool) {
	status, err := os.ReadFile("/proc/" + pid + "/status")
	if err != nil {
		return 0, false
	}
	_, rest, found := bytes.Cut(status, []byte("\nVmHWM:"))
	fields := bytes.Fields(rest[:min(len(rest), 40)])
	if !found || len(fields) == 0 {
		return 0, false
	}
	kilobytes, err := strconv.ParseInt(string(fields[0]), 10, 64)
	return kilobytes << 10, err == nil
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

// Build is the Source that this executable was built from or, if that is not known, its Hash.
func Build() (string, error) {
	if source := Source(); source != "" {
		return source, nil
	}
	return OwnHash()
}

// OwnHash is the Hash of this executable.
func OwnHash() (string, error) {
	path, err := Executable()
	if err != nil {
		return "", err
	}
	return Hash(path)
}

// Hash is the first 6 bytes of the SHA-256 of the executable at path, in hexadecimal.
func Hash(path string) (string, error) {
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

// Start starts cmd in a process group of its own. Its standard input is a pipe that carries what cmd.Stdin has,
// and ends with this process or when the caller closes lifeline; then a child that runs [ExitWithParent] ends.
func Start(cmd *exec.Cmd) (lifeline *os.File, err error) {
	theirs, lifeline, err := os.Pipe()
	if err != nil {
		return nil, err
	}
	defer theirs.Close()
	input := cmd.Stdin
	cmd.Stdin = theirs
	ownGroup(cmd)
	if err := cmd.Start(); err != nil {
		lifeline.Close()
		return nil, err
	}
	if input != nil {
		go io.Copy(lifeline, input) // until the child has it, or has ended
	}
	return lifeline, nil
}

// ExitWithParent ends this process when its standard input ends, a pipe that the parent
// holds open for as long as it lives.
func ExitWithParent() {
	io.Copy(io.Discard, os.Stdin)
	os.Exit(1)
}
