// Package swarm is the command dporswarm, which explores one program on many machines. It stands apart
// from the command dporbench because its server and its client would count as memory of the runs that
// that measures.
//
// [Main] is the whole of it. A module of one's own gets the same commands for its own programs and
// algorithms, beside those of this module, with the options that it passes to harness.Main.
package swarm

import (
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/ground/entry"
	"dporbench/harness/internal/swarm/command"
	"dporbench/harness/measured"
)

// Option changes what [Main] does.
type Option = measured.Option

// Main runs the command line of the process and exits. The exit status is that of dporbench.
func Main(options ...Option) {
	os.Exit(entry.Run(entry.Interruptible(), "dporswarm", func() (*cobra.Command, error) {
		known, err := measured.Known(options...)
		if err != nil {
			return nil, err
		}
		return command.New(filepath.Base(os.Args[0]), known), nil
	}, os.Args[1:]))
}
