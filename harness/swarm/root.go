package swarm

import (
	"context"
	"fmt"
	"os/signal"
	"syscall"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/process"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/value"
	"dporbench/harness/internal/swarm/queue"
)

// newCommand returns the root command, named name, for the registry's programs and algorithms.
func newCommand(name string, r *program.Registry) *cobra.Command {
	root := command.NewRoot(name, "Explore one program on many machines", process.VersionLine())
	root.Long = `Explore one program on many machines. The exploration is divided into tasks, which
workers take from a queue. Workers join and leave at any time, and restarts never lose
or double-count an execution.`
	root.Example = `dporswarm explore lastzero 12 --jobs 2
dporswarm split lastzero 12 --folder parts`
	command.AddCommands(root, newExplore(r), newWork(r), newServe(), newStatus(), newSplit(r), newMerge(r))
	return root
}

// access holds the flags of every command that connects to a server.
type access struct {
	queue.Access
	patience time.Duration
}

func (a *access) register(flags *pflag.FlagSet, without string) {
	a.patience = 10 * time.Minute
	flags.StringVar(&a.URL, "server", "", "`URL` of the NATS server or cluster with JetStream: nats://HOST:PORT or tls://HOST:PORT"+without)
	flags.StringVar(&a.TokenFile, "token-file", "", "`FILE` with the token that the server asks for")
	flags.StringVar(&a.CAFile, "ca", "", "`FILE` with the certificate that signed the server's, if the system does not know it")
	flags.Var(value.Duration(&a.patience), "patience", "how long to wait for a server that does not answer")
}

func (a *access) connect(ctx context.Context) (*queue.Connection, error) {
	if a.URL == "" {
		return nil, cli.Usagef("no server given: needs --server URL")
	}
	return queue.Connect(ctx, a.Access, a.patience)
}

// reporter returns a function that prints messages for people.
func reporter(c *cobra.Command) func(message string) {
	return func(message string) { fmt.Fprintf(c.ErrOrStderr(), "dporswarm: %s\n", message) }
}

// onInterrupt calls f on Ctrl-C, instead of the default action, until stop is called.
func onInterrupt(f func()) (stop func()) {
	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGINT, syscall.SIGTERM)
	context.AfterFunc(ctx, func() { f(); stop() })
	return stop
}
