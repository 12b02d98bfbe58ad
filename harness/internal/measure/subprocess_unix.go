//go:build unix

package measure

import (
	"os/exec"
	"syscall"
	"time"
)

// ownGroup makes the command run in a process group of its own, of which it is
// the leader: it does not get the terminal's Ctrl-C, and can be killed with all
// it starts.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// killGroup kills the group led by pid, if there is still somebody in it.
func killGroup(pid int) { syscall.Kill(-pid, syscall.SIGKILL) }

// cpuTime is what this process has used so far.
func cpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
