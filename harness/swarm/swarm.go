// Package swarm is the command dporswarm, which explores one program on many machines. It is separate
// from the command dporbench because its server and client would count towards the memory of the runs
// that dporbench measures.
//
// Its main function is [Main]. Another module gets the same commands for its own programs and
// algorithms, in addition to the built-in ones, with the arguments that it passes to harness.Main.
package swarm

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"dporbench/frontends/cprog"
	"dporbench/harness/internal/goload"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/measured"
)

// Main runs the command line of the process and exits, with the same exit statuses as dporbench.
func Main(own ...measured.Additions) {
	os.Exit(command.Run(cli.Interruptible(), "dporswarm", func() (*cobra.Command, error) {
		known, err := measured.Known(own...)
		if err != nil {
			return nil, err
		}
		return newCommand(filepath.Base(os.Args[0]), known.WithC(cprog.Compile).WithGo(goload.Load)), nil
	}, os.Args[1:]))
}
