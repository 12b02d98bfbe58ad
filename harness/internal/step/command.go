// Package step implements the command step, which shows an exploration one event at a time.
package step

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/arguments"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/flags"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/harness/internal/shared/value"
	"dporbench/internal/steps"
)

// most is the number of steps recorded if none are named.
const most = 40

// Command returns the command step.
func Command(r *program.Registry) *cobra.Command {
	s := stepCommand{One: flags.NewOne(r), out: "-"}
	c := &cobra.Command{
		Use:   "step BENCH [PARAM...]",
		Short: "Show an exploration one event at a time",
		Example: `dporbench step fig1 --algo pop
dporbench step 'p: x=1 | q: a=x' --algo optimal
dporbench step fig1 --algo pop --steps 20-30`,
		Long: `Show an exploration one event at a time: the event executed, the race found, the event
found asleep, the schedule explored next, each with the lines of the algorithm; then E, the
execution so far, and what the algorithm holds, where that has changed: sleep sets, backtrack
sets or wakeup trees, the tails of interrupted executions and the walks along them, and what
the reads of a graph read from. The algorithm comes first, as numbered pseudo-code.

Schedules in E are in ⟨brackets⟩, their heads with a star. Algorithms: sleepset, source,
optimal, pop and trust. The page of 'dporbench serve' shows the same, forwards and back.`,
		RunE: func(c *cobra.Command, args []string) error { return s.run(c, args) },
	}
	f := c.Flags()
	s.programs = arguments.Of(c, r)
	s.Register(r, f)
	f.Var(value.RangesOf(&s.steps), "steps", "steps to show, as in 1-40,77 (default 1-40)")
	f.VarP(value.Output(&s.out), "out", "o", "`FILE` to write, or - for standard output")
	return c
}

type stepCommand struct {
	flags.One
	programs *arguments.Programs
	steps    value.Ranges
	out      string
}

func (s *stepCommand) run(c *cobra.Command, args []string) error {
	if _, err := steps.Listing(s.Algorithm.Name); err != nil {
		return cli.Usagef("--algo %s: %w", s.Algorithm.Name, err)
	}
	last := s.steps.Last()
	if last == 0 {
		last = most
	}
	return s.programs.Explore(c, args, s.Memory, func(p program.Program) error {
		limited, stop := s.Within(c.Context())
		defer stop()
		watched, unwatch := terminal.Watch(s.Settings, p.String()+", "+s.Algorithm.Name)
		recorded, err := steps.Record(limited, p.Program, s.Algorithm, watched.Options(), last+1)
		unwatch()
		if err != nil {
			return fmt.Errorf("%s, %s: %w", p, s.Algorithm.Name, err)
		}
		var text bytes.Buffer
		s.write(&text, p, recorded, last)
		return command.WriteTo(c, s.out, text.Bytes())
	})
}

func (s *stepCommand) write(text *bytes.Buffer, p program.Program, recorded *steps.Recording, last int) {
	fmt.Fprintf(text, "%s by ", p)
	writeListing(text, recorded)
	wanted := func(n int) bool { return n <= last && (s.steps == nil || s.steps.Contain(n)) }
	writeSteps(text, recorded, wanted)
	switch n := len(recorded.Steps); {
	case n > last:
		fmt.Fprintf(text, "\nThere are more steps: --steps %d-%d shows the next ones.\n", last+1, last+most)
	case recorded.Complete:
		fmt.Fprintf(text, "\nThe exploration has ended, after %d steps.\n", n)
	default:
		fmt.Fprintf(text, "\nThe exploration was stopped after %d steps.\n", n)
	}
}
