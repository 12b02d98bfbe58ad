package command

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"os/signal"
	"strconv"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/process"
)

// childWord precedes the command line that a child runs for its parent.
const childWord = "guarded-command"

// tokenDescriptor is the pipe on which a child reports the status of its command.
const tokenDescriptor = 3

// lastCall is how long an interrupted child has to end: longer than it takes to save a checkpoint.
const lastCall = 6 * time.Second

// InChild makes c, a command that explores arbitrary programs, run in its own process,
// with the same output and status. A program that ends that process does not end the
// command silently.
func InChild(c *cobra.Command) *cobra.Command {
	run := c.RunE
	c.RunE = func(c *cobra.Command, args []string) error {
		if process.HasParent(c.Context()) {
			return run(c, args)
		}
		return runChild(c.Context())
	}
	return c
}

// GuardedArgs returns the command line of this process. In a child it adds the
// parent's token to the context.
func GuardedArgs(ctx context.Context) (context.Context, []string) {
	args := os.Args[1:]
	if len(args) == 0 || args[0] != childWord {
		return ctx, args
	}
	signal.Ignore(syscall.SIGTTOU) // it is not in the terminal's foreground group, but writes to it anyway
	go process.ExitWithParent()
	return process.WithParent(ctx, os.NewFile(tokenDescriptor, "parent")), args[1:]
}

// Finish ends the process with this status.
func Finish(ctx context.Context, status int) {
	process.TellParent(ctx, status)
	os.Exit(status)
}

func runChild(ctx context.Context) error {
	executable, err := process.Executable()
	if err != nil {
		return err
	}
	token, theirs, err := os.Pipe()
	if err != nil {
		return err
	}
	defer token.Close()
	cmd := &exec.Cmd{
		Path: executable, Args: append([]string{os.Args[0], childWord}, os.Args[1:]...),
		Stdout: os.Stdout, Stderr: os.Stderr, ExtraFiles: []*os.File{theirs},
	}
	lifeline, err := process.Start(cmd)
	theirs.Close()
	if err != nil {
		return err
	}
	defer lifeline.Close()
	defer context.AfterFunc(ctx, func() { end(cmd) })()
	line, _ := bufio.NewReader(token).ReadString('\n')
	ended := cmd.Wait()
	process.KillGroup(cmd.Process.Pid)
	return verdict(ctx, line, ended)
}

func end(cmd *exec.Cmd) {
	cmd.Process.Signal(syscall.SIGINT)
	time.AfterFunc(lastCall, func() { process.KillGroup(cmd.Process.Pid) })
}

// verdict combines the status that the child reported with how its process ended.
func verdict(ctx context.Context, told string, ended error) error {
	status, err := strconv.Atoi(strings.TrimSpace(told))
	switch {
	case err != nil && ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil && endedBy(ended, syscall.SIGPIPE):
		return cli.ErrUnread
	case err != nil && ended == nil:
		return errors.New("the program ended the process that explores it, with exit status 0: no thread, and nothing that builds the program, may call os.Exit")
	case err != nil:
		return fmt.Errorf("the process that explores ended before the command was done: %w", ended)
	case status == 0:
		return nil
	case status == 2:
		return cli.Usage(cli.ErrReported)
	}
	return cli.ErrReported
}

func endedBy(err error, s syscall.Signal) bool {
	exit, ok := errors.AsType[*exec.ExitError](err)
	if !ok {
		return false
	}
	status := exit.Sys().(syscall.WaitStatus)
	return status.Signaled() && status.Signal() == s
}
