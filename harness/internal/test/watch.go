package test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"time"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/cli"
)

// lookInterval is how often files are looked at.
const lookInterval = 300 * time.Millisecond

// watch runs the tests, and runs them again each time one of their files has changed, until it is interrupted.
func (t *tester) watch(c *cobra.Command) error {
	for {
		t.bounded, t.open = false, false
		err := t.begin(c)
		if err != nil && !errors.Is(err, cli.ErrReported) && !errors.Is(err, cli.ErrBounded) && !errors.Is(err, cli.ErrOpen) {
			return err
		}
		if t.out.failed != nil {
			return t.out.failed
		}
		if t.out.last("\nwaiting for changes\n\n"); !t.changes(c) {
			return nil
		}
	}
}

// changes waits for a change of a file; it reports false if it is interrupted.
func (t *tester) changes(c *cobra.Command) bool {
	look := time.NewTicker(lookInterval)
	defer look.Stop()
	for {
		select {
		case <-c.Context().Done():
			return false
		case <-look.C:
			if versions(t.sources) != t.versions {
				return true
			}
		}
	}
}

// versions is a text that changes with the files, and with the list of Go files in their folders.
func versions(files []string) (text string) {
	folders := map[string]bool{}
	for _, name := range files {
		if folder := filepath.Dir(name); !folders[folder] {
			folders[folder] = true
			all, _ := filepath.Glob(filepath.Join(folder, "*.go"))
			text += fmt.Sprintln(all)
		}
		if info, err := os.Stat(name); err == nil {
			text += fmt.Sprintln(info.Size(), info.ModTime().UnixNano())
		} else {
			text += "none\n"
		}
	}
	return text
}
