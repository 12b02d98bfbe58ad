package worker

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"strconv"
	"syscall"
	"time"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/value"
	"dporbench/harness/internal/swarm/queue"
)

// Lifeline is the flag that makes a worker end with the process that started it.
const Lifeline = "lifeline"

// Workers configures the workers to start.
type Workers struct {
	Server queue.Access
	Job    string // its ID
	Jobs   int    // tasks at a time
	Budget time.Duration
	Stderr io.Writer
}

// Run runs the workers until ctx is done. A process that was killed is restarted. An error has been
// reported by the process.
func (w Workers) Run(ctx context.Context) error {
	for {
		err := w.once(ctx)
		if ctx.Err() != nil || err == nil {
			return nil
		}
		failed, ok := errors.AsType[*exec.ExitError](err)
		if !ok {
			return err
		}
		status, ok := failed.Sys().(syscall.WaitStatus)
		if !ok || !status.Signaled() {
			return fmt.Errorf("the workers on this machine have ended: %w: %w", failed, cli.ErrReported)
		}
		fmt.Fprintf(w.Stderr, "dporswarm: the workers on this machine were killed (%v) and are restarted\n", status.Signal())
	}
}

func (w Workers) once(ctx context.Context) error {
	path, err := process.Executable()
	if err != nil {
		return err
	}
	args := []string{os.Args[0], "work", "--" + Lifeline, "--server=" + w.Server.URL, "--job=" + w.Job,
		"--jobs=" + strconv.Itoa(w.Jobs), "--task-time=" + value.FormatDuration(w.Budget)}
	if w.Server.TokenFile != "" {
		args = append(args, "--token-file="+w.Server.TokenFile)
	}
	if w.Server.CAFile != "" {
		args = append(args, "--ca="+w.Server.CAFile)
	}
	cmd := &exec.Cmd{Path: path, Args: args, Stderr: w.Stderr}
	lifeline, err := process.Start(cmd)
	if err != nil {
		return err
	}
	defer lifeline.Close()
	defer context.AfterFunc(ctx, func() { process.KillGroup(cmd.Process.Pid) })()
	err = cmd.Wait()
	process.KillGroup(cmd.Process.Pid)
	return err
}
