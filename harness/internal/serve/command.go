// Package serve implements the command serve, which shows the laboratory in a browser. The server is a separate
// executable; see package site.
package serve

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
)

// Command returns the command serve.
func Command(r *program.Registry) *cobra.Command {
	var listen, folder string
	c := &cobra.Command{
		Use:   "serve",
		Short: "Show the laboratory as a page in a browser",
		Example: `dporbench serve
dporbench serve --write site`,
		Long: `Show the laboratory as a page in a browser: write a program, choose a memory model, and
see at once what each algorithm explores and stores, its exploration tree, its classes
against full enumeration, and why an execution was or was not explored.

The address is printed, and Ctrl-C ends the command. Everything runs in the browser; only
this machine can open the page unless --listen says otherwise. The page is the folder site
next to the command, which 'make site' writes. If that is missing or was made from other
source code, the page is built with the go command, which needs a checkout of the source.

With --write the page is written to a folder, which any static host can serve.

The command of a module of one's own shows the programs and algorithms of that module as
well: it builds the page from the module's source whenever it is started, with the go command.
They run in the browser, too, compiled to WebAssembly, where they have no files, no network
and one core.`,
		Args: flags.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			args := []string{"--listen", listen}
			if folder != "" {
				args = []string{"--write", folder}
			}
			if hasOwn(r) {
				return startOwn(c.Context(), arguments.Notes(c), args...)
			}
			path, err := server()
			if err != nil {
				return err
			}
			return start(c.Context(), path, args...)
		},
	}
	f := c.Flags()
	f.StringVar(&listen, "listen", "localhost:8642", "`ADDRESS` at which the page is served; port 0 is any free one")
	f.StringVar(&folder, "write", "", "`FOLDER` to write the page to, instead of serving it")
	c.MarkFlagsMutuallyExclusive("listen", "write")
	return c
}

// patience is how long the server may take to end after a signal.
const patience = 3 * time.Second

// start starts the server at a path.
func start(ctx context.Context, path string, args ...string) error {
	cmd := &exec.Cmd{Path: path, Args: append([]string{path, "--child"}, args...), Stdout: os.Stdout, Stderr: os.Stderr}
	lifeline, err := process.Start(cmd)
	if err != nil {
		return err
	}
	defer lifeline.Close()
	defer context.AfterFunc(ctx, func() { end(cmd.Process.Pid) })()
	err = cmd.Wait()
	switch failed, ok := errors.AsType[*exec.ExitError](err); {
	case ctx.Err() != nil && err == nil:
		return nil // the server has ended as it should
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case ok && failed.ExitCode() == 2:
		return cli.Usage(cli.ErrReported)
	case ok:
		return cli.ErrReported
	}
	return err
}

const name = "dporbench-site"

// server finds the path of the server: next to this executable, with symbolic links resolved, or in the PATH.
func server() (string, error) {
	folder, err := beside()
	if err != nil {
		return "", err
	}
	if path := filepath.Join(folder, name); isFile(path) {
		return path, nil
	}
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	return "", fmt.Errorf("%s is neither in %s nor in the PATH: `make build` in a checkout of dporbench builds it there, next to dporbench", name, folder)
}

// beside is the folder of this executable.
func beside() (string, error) {
	own, err := os.Executable()
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(own); err == nil {
		own = real
	}
	return filepath.Dir(own), nil
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func end(pid int) {
	process.AskGroupToEnd(pid)
	time.AfterFunc(patience, func() { process.KillGroup(pid) })
}
