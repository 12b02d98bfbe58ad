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
		Use:   "serve",
		Short: "Run a server by itself, for explorations to be begun and worked on from anywhere",
		Long: `Run a server by itself, for explorations to be begun and worked on from anywhere, up to
Ctrl-C. Started again it knows what it knew.`,
		Args: flags.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error {
			s, err := queue.StartServer(store, listen)
			if err != nil {
				return err
			}
			defer s.Stop()
			a := s.Access()
			fmt.Fprintf(c.OutOrStdout(), "--server %s", a.URL)
			if a.TokenFile != "" {
				fmt.Fprintf(c.OutOrStdout(), " --token-file %s --ca %s", a.TokenFile, a.CAFile)
			}
			fmt.Fprintln(c.OutOrStdout())
			<-c.Context().Done()
			return nil
		},
	}
	c.Flags().StringVar(&store, "store", "out/swarm/server", "`FOLDER` in which the server keeps what it knows")
	c.Flags().StringVar(&listen, "listen", "127.0.0.1:4222", "`HOST:PORT` at which it is reached; beyond this machine it asks for a token, and speaks TLS")
	return c
}
