package cli

import (
	"os"
	"syscall"
)

// isClosed reports whether the process was started with f, its standard output, closed, as by >&- in a shell. Go then
// opens /dev/null in its place, for reading and writing, so that nothing would be reported when the output is lost. A
// shell opens >/dev/null for writing only; and what starts processes with all output discarded lets them share one
// such file, or discards the errors too, so that nobody would read the message.
func isClosed(f *os.File) bool {
	null, err := os.Stat(os.DevNull)
	if err != nil || !opensNull(f, null) || opensNull(os.Stderr, null) {
		return false
	}
	return !opensNull(os.Stdin, null) || !shared(os.Stdin, f)
}

// shared reports whether two descriptors are of one opened file: a flag that is set for one is then set for the other.
func shared(a, b *os.File) bool {
	before, ok := status(b)
	if !ok {
		return false
	}
	syscall.Syscall(syscall.SYS_FCNTL, b.Fd(), syscall.F_SETFL, before^syscall.O_APPEND)
	defer syscall.Syscall(syscall.SYS_FCNTL, b.Fd(), syscall.F_SETFL, before)
	after, ok := status(a)
	return ok && (after^before)&syscall.O_APPEND != 0
}

// status returns the flags of an opened file.
func status(f *os.File) (flags uintptr, ok bool) {
	flags, _, errno := syscall.Syscall(syscall.SYS_FCNTL, f.Fd(), syscall.F_GETFL, 0)
	return flags, errno == 0
}

// opensNull reports whether f is /dev/null, opened for reading and writing.
func opensNull(f *os.File, null os.FileInfo) bool {
	info, err := f.Stat()
	if err != nil || !os.SameFile(info, null) {
		return false
	}
	flags, ok := status(f)
	return ok && flags&syscall.O_ACCMODE == syscall.O_RDWR
}
