package harness

import (
	"cmp"
	"io"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dporbench/harness/internal/runner"
	"dporbench/results"
)

// comparing are the flags of the commands that measure algorithms beside each
// other on many programs.
type comparing struct {
	measuring
	redundantTimeout time.Duration
}

func (t *comparing) register(flags *pflag.FlagSet) {
	t.measuring.register(flags)
	flags.Var(durationValue(&t.redundantTimeout), "redundant-timeout",
		"wall-clock limit of each run of an algorithm that is not optimal, if below --timeout")
}

// compare measures all algorithms on all cases, draws what came of it and
// returns what is to be said of it.
func (t *comparing) compare(c *cobra.Command, cases []runner.Case, draw func(io.Writer, []results.Cell) error) error {
	s := session{flags: t.measuring, redundantTimeout: t.redundantTimeout, stderr: c.ErrOrStderr()}
	cells, err := s.measure(c.Context(), t.plan(cases))
	if len(cells) > 0 {
		if err := draw(c.OutOrStdout(), cells); err != nil {
			return err
		}
	}
	return s.judge(err, cells)
}

// judge says what is wrong with cells of algorithms that were compared.
func (s session) judge(err error, cells []results.Cell) error {
	expected := expectations(cells)
	return s.verdict(err, cells, func(c results.Cell) string {
		return cmp.Or(unexpected(c), miscounted(c, expected(c.Median().Run)))
	})
}

func (t *comparing) plan(cases []runner.Case) []results.Run {
	plan := t.measuring.plan(cases)
	for i := range plan {
		if !optimal(plan[i].Algorithm) {
			plan[i].Timeout = min(t.timeout, t.redundantTimeout)
		}
	}
	return plan
}
