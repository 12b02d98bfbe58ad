// Package site is the command dporbench-site: it writes the laboratory as a page for a browser, and serves it.
// dporbench starts it for its command serve. It is a separate executable because a server in dporbench would
// count as memory of the runs that dporbench measures.
package site

import (
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/process"
	"dporbench/internal/lab/site"
)

// Main runs the command line of the process, and exits.
func Main() {
	ctx := cli.Interruptible()
	os.Exit(command.Run(ctx, "dporbench", func() (*cobra.Command, error) { return newCommand(), nil }, os.Args[1:]))
}

// DefaultAddress is where the page is served: on this machine only, at a fixed port, so that links can name it.
const DefaultAddress = "localhost:8642"

func newCommand() *cobra.Command {
	c := command.NewRoot("dporbench-site", "Serve the laboratory as a page for a browser", process.VersionLine())
	listen, folder := c.Flags().String("listen", DefaultAddress, ""), c.Flags().String("write", "", "")
	child := c.Flags().Bool("child", false, "")
	c.Args = cobra.NoArgs
	c.RunE = func(c *cobra.Command, _ []string) error {
		if *child {
			go process.ExitWithParent()
		}
		if *folder != "" {
			source, err := findSource()
			if err != nil {
				return err
			}
			return write(*folder, source)
		}
		found, err := prepared(c.ErrOrStderr())
		if err != nil {
			return err
		}
		return serve(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), *listen, found)
	}
	return c
}

// made is the file that says which source a folder was made from.
const made = "source.txt"

// prepared returns a folder with the page: the one next to the executable, or one in the user's cache, built if
// necessary.
func prepared(w io.Writer) (string, error) {
	beside, cached, err := folders()
	if err != nil {
		return "", err
	}
	for _, folder := range []string{beside, cached} {
		if madeOf(folder) {
			return folder, nil
		}
	}
	source, err := findSource()
	if err == nil {
		fmt.Fprintln(w, "The page is being built, which takes a minute the first time.")
		return cached, write(cached, source)
	}
	if _, missing := os.Stat(filepath.Join(beside, made)); missing != nil {
		return "", err
	}
	fmt.Fprintf(w, "The page in %s may be of a different version than this command.\n", beside)
	return beside, nil
}

// folders returns those in which the page may be.
func folders() (beside, cached string, err error) {
	executable, err := os.Executable()
	if err != nil {
		return "", "", err
	}
	if real, err := filepath.EvalSymlinks(executable); err == nil {
		executable = real
	}
	cache, err := os.UserCacheDir()
	return filepath.Join(filepath.Dir(executable), "site"), filepath.Join(cache, "dporbench", "site"), err
}

// madeOf reports whether a folder was made from the source of this executable.
func madeOf(folder string) bool {
	text, err := os.ReadFile(filepath.Join(folder, made))
	return err == nil && process.Source() != "" && string(text) == process.Source()
}

func findSource() (string, error) {
	executable, err := os.Executable()
	if err != nil {
		return "", err
	}
	current, err := os.Getwd()
	if err != nil {
		return "", err
	}
	source, ok := site.FindSource(current, filepath.Dir(executable))
	if !ok {
		return "", cli.Usagef("the source of dporbench, needed to build the page, is in no folder above %s nor above %s: "+
			"run this in a checkout, or make site there, which writes the page next to the command", current, filepath.Dir(executable))
	}
	return source, nil
}

func write(folder, source string) error {
	if err := site.Write(folder, source); err != nil {
		return fmt.Errorf("building the page: %w", err)
	}
	return os.WriteFile(filepath.Join(folder, made), []byte(process.Source()), 0o666)
}
