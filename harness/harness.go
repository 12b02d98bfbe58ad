// Package harness is the command dporbench: it runs programs under the
// algorithms, checks the algorithms against each other and measures them.
//
// [Main] is the whole of it. A module of one's own gets the same commands for its
// own programs and algorithms, beside those of this module, with
//
//	func main() {
//		harness.Main(harness.With(harness.Additions{
//			Benchmarks: []benchmarks.Benchmark{peterson},
//			Algorithms: []catalog.Algorithm{mine},
//		}))
//	}
//
// The folder examples is such a module.
//
// Results go to standard output, everything else to standard error. The exit
// status is 0 when all is done, 1 when something failed or fell short, 2 when the
// command line makes no sense, and 128 and the number of a signal that ended it.
package harness

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/command"
	"dporbench/harness/internal/ground/entry"
	"dporbench/harness/internal/ground/guard"
	"dporbench/harness/measured"
)

// Additions are programs and algorithms from elsewhere.
type Additions = measured.Additions

// Option changes what [Main] does.
type Option = measured.Option

// With adds programs and algorithms to those that the commands know.
func With(more Additions) Option { return measured.With(more) }

// Main runs the command line of the process and exits.
func Main(options ...Option) {
	ctx, args := guard.Child(entry.Interruptible())
	guard.Finish(ctx, entry.Run(ctx, "dporbench", func() (*cobra.Command, error) {
		known, err := measured.Known(options...)
		if err != nil {
			return nil, err
		}
		return command.New(filepath.Base(os.Args[0]), known), nil
	}, args))
}
