// Package measured is the small executable in which runs are measured: it knows the
// same programs and algorithms as the command, and has nothing that a run does not
// need. The command finds it beside itself, as dporbench finds dporbench-measured,
// and uses it if both were built from the same source; without it the command
// starts itself for each run, and memory begins some 10 MB higher.
//
// A module of one's own gets it with a second main package, which passes the same
// options to [Main] as the first passes to harness.Main.
package measured

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/harness/internal/ground/companion"
	"dporbench/harness/internal/ground/entry"
	"dporbench/harness/internal/ground/program"
	"dporbench/harness/internal/ground/version"
	"dporbench/harness/internal/work/measure"
)

// Additions are programs and algorithms from elsewhere. Their names must differ
// from each other and from those of this module, and they must have all that
// [benchmarks.Validate] and [catalog.Validate] ask for.
type Additions struct {
	Benchmarks []benchmarks.Benchmark
	Algorithms []catalog.Algorithm
}

// Option changes what Main does.
type Option func(*Additions)

// With adds programs and algorithms to those that are known.
func With(more Additions) Option {
	return func(all *Additions) {
		all.Benchmarks = append(all.Benchmarks, more.Benchmarks...)
		all.Algorithms = append(all.Algorithms, more.Algorithms...)
	}
}

// Known are the programs and algorithms of this module and those that the options add.
func Known(options ...Option) (*program.Registry, error) {
	var more Additions
	for _, option := range options {
		option(&more)
	}
	return program.New(more.Benchmarks, more.Algorithms)
}

// Main does what the command line of the process says, and exits. The command that
// measures starts it, not a user.
func Main(options ...Option) {
	os.Exit(entry.Run(context.Background(), "dporbench", func() (*cobra.Command, error) {
		known, err := Known(options...)
		if err != nil {
			return nil, err
		}
		root := &cobra.Command{SilenceErrors: true, SilenceUsage: true}
		root.AddCommand(measure.ChildCommand(known), &cobra.Command{
			Use: companion.SourceWord,
			Run: func(*cobra.Command, []string) { fmt.Println(version.Source()) },
		})
		return root, nil
	}, os.Args[1:]))
}
