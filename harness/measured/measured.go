//go:build !js

package measured

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
)

// Known returns a registry of the programs and algorithms of this module and the additions.
func Known(own ...Additions) (*program.Registry, error) {
	all := Joined(own...)
	return program.New(all.Benchmarks, all.Algorithms)
}

// Main does the job on standard input, and exits. It is started by the command that measures, not by a user. It takes
// no command line, since parsing one would count towards the memory of the run.
func Main(own ...Additions) {
	os.Exit(cli.Do(context.Background(), "dporbench", func(stdout io.Writer) error {
		known, err := Known(own...)
		switch args := os.Args[1:]; {
		case err != nil:
			return err
		case slices.Equal(args, []string{process.SourceWord}):
			fmt.Fprintln(stdout, process.Source())
			return nil
		case !job.InChild(args):
			return cli.Usagef("this is the process in which dporbench measures: use dporbench")
		}
		j, err := job.Read()
		if err != nil {
			return err
		}
		return j.Do(context.Background(), known)
	}))
}
