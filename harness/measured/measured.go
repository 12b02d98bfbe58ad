// Package measured is the small executable in which runs are measured: it knows the
// same programs and algorithms as the command, and has nothing that a run does not
// need. The command looks for it in its own folder, as dporbench looks for dporbench-measured,
// and uses it if both were built from the same source; without it the command
// starts itself for each run, and memory begins some 10 MB higher.
//
// A module of one's own gets it with a second main package, which passes the same
// additions to [Main] as the first passes to harness.Main.
package measured

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/measure"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
)

// Additions are programs and algorithms from elsewhere. Their names must differ
// from each other and from those of this module, and they must have all that
// [benchmarks.Validate] and [catalog.Validate] ask for.
type Additions struct {
	Benchmarks []benchmarks.Benchmark
	Algorithms []catalog.Algorithm
}

// Known are the programs and algorithms of this module and those that are added.
func Known(own ...Additions) (*program.Registry, error) {
	var all Additions
	for _, more := range own {
		all.Benchmarks = append(all.Benchmarks, more.Benchmarks...)
		all.Algorithms = append(all.Algorithms, more.Algorithms...)
	}
	return program.New(all.Benchmarks, all.Algorithms)
}

// Main does what the command line of the process says, and exits. The command that
// measures starts it, not a user.
func Main(own ...Additions) {
	os.Exit(cli.Run(context.Background(), "dporbench", func() (*cobra.Command, error) {
		known, err := Known(own...)
		if err != nil {
			return nil, err
		}
		root := &cobra.Command{SilenceErrors: true, SilenceUsage: true}
		root.AddCommand(measure.ChildCommand(known), &cobra.Command{
			Use: process.SourceWord,
			Run: func(*cobra.Command, []string) { fmt.Println(process.Source()) },
		})
		return root, nil
	}, os.Args[1:]))
}
