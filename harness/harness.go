// Package harness is the command dporbench: it runs programs under the
// algorithms, checks the algorithms against each other and measures them.
//
// [Main] is the whole of it. A module of one's own gets the same commands for its
// own programs and algorithms, in addition to those of this module, with
//
//	func main() {
//		harness.Main(measured.Additions{
//			Benchmarks: []benchmarks.Benchmark{peterson},
//			Algorithms: []catalog.Algorithm{mine},
//		})
//	}
//
// The folder examples is such a module.
//
// Results go to standard output, everything else to standard error. The exit
// status is 0 when all is done, 1 when something failed or fell short, 2 when the
// command line makes no sense, and 128 and the number of a signal that ended it.
package harness

import (
	"io"
	"os"
	"path/filepath"

	"dporbench/cprog"
	"dporbench/harness/internal/goload"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/measure"
	"dporbench/harness/measured"
)

// Main runs the command line of the process and exits.
func Main(own ...measured.Additions) {
	ctx, args := command.GuardedArgs(cli.Interruptible())
	command.Finish(ctx, cli.Do(ctx, "dporbench", func(stdout io.Writer) error {
		known, err := measured.Known(own...)
		if err != nil {
			return err
		}
		known = known.WithC(cprog.Compile).WithGo(goload.Load)
		if job.InChild(args) { // what commands are made of would count as memory of the run
			return measure.Do(ctx, known)
		}
		return command.Execute(ctx, newCommand(filepath.Base(os.Args[0]), known), args, stdout)
	}))
}
