//go:build unix

package results

import (
	"os"
	"syscall"
)

// lock claims the file for this process for as long as it is open.
func lock(f *os.File) error {
	return syscall.Flock(int(f.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
}
