//go:build unix

package process

import (
	"os/exec"
	"syscall"
	"time"
)

// ownGroup makes the command the leader of its own process group: it does not get the
// terminal's Ctrl-C, and can be killed with everything it starts.
func ownGroup(cmd *exec.Cmd) { cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true} }

// KillGroup kills the group led by pid, if anything is left of it.
func KillGroup(pid int) { syscall.Kill(-pid, syscall.SIGKILL) }

// AskGroupToEnd asks the group led by pid to end.
func AskGroupToEnd(pid int) { syscall.Kill(-pid, syscall.SIGTERM) }

// CPUTime is the user and system time that this process has used so far.
func CPUTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
