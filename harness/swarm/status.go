package swarm

import (
	"fmt"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/table"
)

func newStatus() *cobra.Command {
	var a access
	c := &cobra.Command{
		Use:   "status",
		Short: "Show the progress of the explorations on a server",
		Example: `dporswarm status --server nats://127.0.0.1:4222 \
    --token-file out/swarm/server/token`,
		Args: flags.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			conn, err := a.connect(c.Context())
			if err != nil {
				return err
			}
			defer conn.Close()
			all, err := conn.Jobs(c.Context())
			if err != nil {
				return err
			}
			if len(all) == 0 {
				fmt.Fprintln(c.OutOrStdout(), "there is no exploration")
			}
			for _, q := range all {
				if q.Unknown != nil {
					fmt.Fprintln(c.OutOrStdout(), q.Unknown)
					continue
				}
				s, err := q.AskStatus()
				if err != nil {
					fmt.Fprintf(c.OutOrStdout(), "%s  %v: its coordinator has ended; repeat the command that started it to continue\n", q.Job.ID(), q.Job)
					continue
				}
				fmt.Fprintf(c.OutOrStdout(), "%s  %s\n", q.Job.ID(), progressLine(q.Job, s, table.Published(q.Job.Run()), ""))
			}
			return nil
		},
	}
	a.register(c.Flags(), "")
	return c
}
