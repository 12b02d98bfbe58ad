//go:build !js

// Package harness is the command dporbench: it runs programs under the
// algorithms, checks the algorithms against each other and measures them.
//
// Its only function is [Main]. Another module adds its own programs and algorithms to the
// built-in ones, and gets the same commands, with
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
// Results go to standard output, everything else to standard error. The exit status is
// 0 on success, 1 when something failed or fell short, 2 when the command line makes no
// sense, and 128 plus the number of the signal that ended it.
package harness

import (
	"io"
	"os"
	"path/filepath"

	"dporbench/frontends/cprog"
	"dporbench/harness/internal/goload"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/job"
	"dporbench/harness/internal/shared/measure"
	"dporbench/harness/internal/test"
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
		if job.IsMany(args) {
			return test.Serve(ctx, known.WithGo(goload.Keeping()))
		}
		if job.InChild(args) { // building the commands would count towards the run's memory
			return measure.Do(ctx, known)
		}
		return command.Execute(ctx, newCommand(filepath.Base(os.Args[0]), known), args, stdout)
	}))
}
