package swarm

import (
	"fmt"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/swarm/queue"
)

func newServe() *cobra.Command {
	var store, listen string
	c := &cobra.Command{
		Use:     "serve",
		Short:   "Run a server for explorations on many machines",
		Example: `dporswarm serve --store swarm`,
		Long: `Run a server for explorations that are started and worked on from anywhere, until
Ctrl-C. It keeps its state across restarts. Clients need the token in its folder, which
is made at the first start.`,
		Args: flags.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := queue.StartServer(store, listen, reporter(c))
			if err != nil {
				return err
			}
			defer s.Stop()
			a := s.Access()
			fmt.Fprintf(c.OutOrStdout(), "--server %s --token-file %s", a.URL, a.TokenFile)
			if a.CAFile != "" {
				fmt.Fprintf(c.OutOrStdout(), " --ca %s", a.CAFile)
			}
			fmt.Fprintln(c.OutOrStdout())
			<-c.Context().Done()
			return nil
		},
	}
	c.Flags().StringVar(&store, "store", "out/swarm/server", "`FOLDER` in which the server keeps its state")
	c.Flags().StringVar(&listen, "listen", "127.0.0.1:4222", "`HOST:PORT` to listen on; beyond this machine it uses TLS")
	return c
}
