// Package site is the command dporbench-site: it writes the laboratory as a page for a browser, and serves it.
// dporbench starts it for its command serve. It is a separate executable because a server in dporbench would
// count as memory of the runs that dporbench measures.
package site

import (
	"crypto/sha256"
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
	child, own := c.Flags().Bool("child", false, ""), c.Flags().String("own", "", "")
	c.Args = cobra.NoArgs
	c.RunE = func(c *cobra.Command, _ []string) error {
		if *child {
			go process.ExitWithParent()
		}
		if *folder != "" {
			source, err := sourceOf(*own)
			if err != nil {
				return err
			}
			return write(*folder, source)
		}
		found, err := prepared(c.ErrOrStderr(), *own)
		if err != nil {
			return err
		}
		return serve(c.Context(), c.OutOrStdout(), c.ErrOrStderr(), *listen, found)
	}
	return c
}

// made is the file that says which source a folder was made from.
const made = "source.txt"

// sourceOf is the source of the command that is in a folder of another module, or of dporbench's own if there is none.
func sourceOf(own string) (site.Source, error) {
	if own != "" {
		return site.Source{Folder: own, Package: "."}, nil
	}
	return findSource()
}

// prepared returns a folder with the page: the one next to the executable, or one in the user's cache, built if
// necessary. That of another module's command, in the folder own, is built whenever it is served, from the source as it
// is then.
func prepared(w io.Writer, own string) (string, error) {
	beside, cached, err := folders()
	if err == nil && own != "" {
		cached += fmt.Sprintf("-%x", sha256.Sum256([]byte(own)))
		return cached, write(cached, site.Source{Folder: own, Package: "."})
	}
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

func findSource() (site.Source, error) {
	executable, err := os.Executable()
	if err != nil {
		return site.Source{}, err
	}
	current, err := os.Getwd()
	if err != nil {
		return site.Source{}, err
	}
	source, ok := site.FindSource(current, filepath.Dir(executable))
	if !ok {
		return source, cli.Usagef("the source of dporbench, needed to build the page, is in no folder above %s nor above %s: "+
			"run this in a checkout, or make site there, which writes the page next to the command", current, filepath.Dir(executable))
	}
	return source, nil
}

func write(folder string, source site.Source) error {
	if err := site.Write(folder, source); err != nil {
		return fmt.Errorf("building the page: %w", err)
	}
	return os.WriteFile(filepath.Join(folder, made), []byte(process.Source()), 0o666)
}
