package harness

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"time"

	"github.com/spf13/cobra"

	"dporbench/benchmarks"
	"dporbench/harness/internal/check"
	"dporbench/harness/internal/progress"
	"dporbench/harness/internal/tables"
	"dporbench/internal/certificate"
	"dporbench/model"
)

func newVerify() *cobra.Command {
	timeout, memLimit := 10*time.Minute, defaultExploring().memLimit
	c := &cobra.Command{
		Use:   "verify FILE",
		Short: "Check a certificate: that it has every class of its program, once",
		Long: `Check a certificate that run --certify has written. No algorithm takes part: each
entry is replayed, and must be a maximal execution and the only one of its class;
then each of its races is reversed, and what that leads to must be an entry too.
If that holds, no class is missing.

The exit status is 1 if the certificate is not whole, not right or not complete,
and also if a limit was exceeded before the answer was known.`,
		Args: oneFile,
	}
	c.Flags().Var(durationValue(&timeout), "timeout", "wall-clock limit")
	c.Flags().Var(sizeValue(&memLimit), "mem-limit", "limit of the resident memory")
	c.RunE = func(c *cobra.Command, args []string) error {
		ctx, stop := limited(c.Context(), timeout, memLimit)
		defer stop()
		return verify(ctx, args[0], c.OutOrStdout(), c.ErrOrStderr())
	}
	return c
}

func oneFile(c *cobra.Command, args []string) error {
	if len(args) != 1 {
		return badUsage("%s takes one file, got %d arguments", c.Name(), len(args))
	}
	return nil
}

func verify(ctx context.Context, path string, stdout, stderr io.Writer) error {
	result, err := watchedVerify(ctx, path, stderr)
	missing, incomplete := errors.AsType[*certificate.MissingError](err)
	stopped := ctx.Err() != nil && errors.Is(err, context.Cause(ctx))
	if err == nil || incomplete || stopped {
		if err := tables.Verification(stdout, result, verdict(incomplete, stopped)); err != nil {
			return err
		}
	}
	if incomplete {
		if err := printMissing(stdout, missing); err != nil {
			return err
		}
	}
	return located(path, err)
}

// watchedVerify verifies the certificate at path, and shows on a terminal how far it
// has come.
func watchedVerify(ctx context.Context, path string, stderr io.Writer) (certificate.Result, error) {
	source := certificate.Source{
		Open:    func() (io.ReadCloser, error) { return certificate.Open(path) },
		Program: certifiedProgram,
	}
	if onTerminal(stderr) {
		display := progress.NewTally(stderr, path)
		defer display.Close()
		source.Progress = display.Set
	}
	return certificate.Verify(ctx, source)
}

// verdict is that of a verification that came to an end or was stopped.
func verdict(incomplete, stopped bool) check.Verdict {
	switch {
	case incomplete:
		return check.Wrong
	case stopped:
		return check.Unknown
	}
	return check.OK
}

// certifiedProgram builds the program that a certificate names.
func certifiedProgram(h certificate.Header) (*model.Program, error) {
	b, ok := benchmarks.Lookup(h.Benchmark)
	if !ok {
		return nil, fmt.Errorf("of an unknown benchmark %q: must be one of %s", h.Benchmark, benchmarkNames())
	}
	return b.Program(h.Params...)
}

// located puts the name of the file in front of an error, unless it has it.
func located(path string, err error) error {
	if err == nil {
		return nil
	}
	if _, ok := errors.AsType[*fs.PathError](err); ok {
		return err
	}
	if _, ok := errors.AsType[*certificate.LineError](err); ok {
		return fmt.Errorf("%s:%w", path, err)
	}
	if _, ok := errors.AsType[*certificate.MissingError](err); ok {
		return fmt.Errorf("%s:%w", path, err)
	}
	return fmt.Errorf("%s: %w", path, err)
}

// printMissing shows the race whose reversal leads to a class without an entry.
func printMissing(w io.Writer, e *certificate.MissingError) error {
	first := e.Execution.Events()[e.First]
	race := fmt.Sprintf("\nits race: %v, event %d, and %v, %s\n", first, e.First+1, e.Event, place(e))
	if err := printExample(w, e.Program, fmt.Sprintf("the execution of line %d", e.Line), e.Execution); err != nil {
		return err
	}
	if _, err := io.WriteString(w, race); err != nil {
		return err
	}
	return printExample(w, e.Program, "the execution that the reversal leads to, of a class without an entry", e.Missing)
}

func place(e *certificate.MissingError) string {
	if e.Second == len(e.Execution.Events()) {
		return "pending at the end"
	}
	return fmt.Sprintf("event %d", e.Second+1)
}
