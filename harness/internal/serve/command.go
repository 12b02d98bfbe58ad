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
	"strings"
	"time"

	"github.com/spf13/cobra"

	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
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

With --write the page is written to a folder, which any static host can serve. The page
has dporbench's own benchmarks and algorithms, but none that another module adds.`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			if missing := additions(r); len(missing) > 0 {
				arguments.Notes(c)(fmt.Sprintf("the page does not have %s: it has the programs and algorithms of dporbench alone", strings.Join(missing, ", ")))
			}
			if folder != "" {
				return start(c.Context(), "--write", folder)
			}
			return start(c.Context(), "--listen", listen)
		},
	}
	f := c.Flags()
	f.StringVar(&listen, "listen", "localhost:8642", "`ADDRESS` at which the page is served; port 0 is any free one")
	f.StringVar(&folder, "write", "", "`FOLDER` to write the page to, instead of serving it")
	c.MarkFlagsMutuallyExclusive("listen", "write")
	return c
}

// additions are the names of programs and algorithms of r that another module adds.
func additions(r *program.Registry) (names []string) {
	for _, b := range r.Benchmarks() {
		if _, ok := benchmarks.Lookup(b.Name); !ok {
			names = append(names, b.Name)
		}
	}
	for _, a := range r.Algorithms() {
		if _, ok := catalog.Lookup(a.Name); !ok {
			names = append(names, a.Name)
		}
	}
	return names
}

// patience is how long the server may take to end after a signal.
const patience = 3 * time.Second

func start(ctx context.Context, args ...string) error {
	path, err := server()
	if err != nil {
		return err
	}
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
	own, err := os.Executable()
	if err != nil {
		return "", err
	}
	if real, err := filepath.EvalSymlinks(own); err == nil {
		own = real
	}
	if path := filepath.Join(filepath.Dir(own), name); isFile(path) {
		return path, nil
	}
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	return "", fmt.Errorf("%s is neither in %s nor in the PATH: `make build` in a checkout of dporbench builds it there, next to dporbench", name, filepath.Dir(own))
}

func isFile(path string) bool {
	info, err := os.Stat(path)
	return err == nil && info.Mode().IsRegular()
}

func end(pid int) {
	process.AskGroupToEnd(pid)
	time.AfterFunc(patience, func() { process.KillGroup(pid) })
}
