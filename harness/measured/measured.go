// Package measured is the small executable in which runs are measured: it contains the same
// programs and algorithms as the command, and nothing that a run does not need. The
// command looks for it in its own folder, as dporbench looks for dporbench-measured, and uses
// it if both were built from the same source; otherwise the command starts itself for each
// run, and memory begins some 10 MB higher.
//
// Another module gets it with a second main package, which passes the same additions to
// [Main] as the first passes to harness.Main.
package measured

import (
	"context"
	"fmt"
	"io"
	"os"
	"slices"

	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
)

// Additions are programs and algorithms from another module. Their names must differ
// from each other and from the names in this module, and they must satisfy
// [benchmarks.Validate] and [catalog.Validate].
type Additions struct {
	Benchmarks []benchmarks.Benchmark
	Algorithms []catalog.Algorithm
}

// Known returns a registry of the programs and algorithms of this module and the additions.
func Known(own ...Additions) (*program.Registry, error) {
	var all Additions
	for _, more := range own {
		all.Benchmarks = append(all.Benchmarks, more.Benchmarks...)
		all.Algorithms = append(all.Algorithms, more.Algorithms...)
	}
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
