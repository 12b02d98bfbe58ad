package command

import (
	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/cli"
)

// WriteTo writes data to the file named out, or to the standard output of c if that is -.
func WriteTo(c *cobra.Command, out string, data []byte) error {
	if out == "-" {
		_, err := c.OutOrStdout().Write(data)
		return err
	}
	return cli.WriteFile(out, data)
}
