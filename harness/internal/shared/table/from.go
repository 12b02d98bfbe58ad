package table

import (
	"errors"
	"fmt"
	"io"
	"io/fs"

	"github.com/spf13/cobra"

	"dporbench/results"
)

// Where the commands write their results, and look for them.
const (
	Table1File   = "out/table1.csv"
	QuickFile    = "out/table1-quick.csv"
	AblationFile = "out/ablation.csv"
	PlotsFolder  = "out/plots"
)

// From is the results file that a command reads: the one named by the user with --from,
// or else the file of table1 or, if there is none, the file of table1 --quick.
type From struct{ path string }

func (f *From) Register(c *cobra.Command) {
	c.Flags().StringVar(&f.path, "from", Table1File, "results `FILE` (CSV); by default "+QuickFile+" if there is no such file")
}

// Path is the file named by the user or, by default, the file of table1.
func (f *From) Path() string { return f.path }

// Read reads the file and returns its path. If that is not the one named first, Read
// says so on stderr.
func (f *From) Read(c *cobra.Command, stderr io.Writer) (path string, contents results.Contents, err error) {
	contents, err = results.Read(f.path)
	if !errors.Is(err, fs.ErrNotExist) || c.Flags().Changed("from") {
		return f.path, contents, err
	}
	contents, err = results.Read(QuickFile)
	if errors.Is(err, fs.ErrNotExist) {
		return f.path, contents, fmt.Errorf("no results: %[1]s makes %[2]s, %[1]s --quick makes %[3]s in a minute, --from FILE reads another",
			c.Root().Name()+" table1", Table1File, QuickFile)
	}
	if err == nil {
		fmt.Fprintf(stderr, "dporbench: there is no %s: reading %s, which has the first row of each benchmark only\n", Table1File, QuickFile)
	}
	return QuickFile, contents, err
}

// Cells are the cells of the latest builds in a results file.
func Cells(path string) ([]results.Cell, error) {
	contents, err := results.Read(path)
	if err != nil {
		return nil, err
	}
	return results.Cells(results.Latest(contents.Rows)), nil
}
