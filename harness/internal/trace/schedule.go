package trace

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"dporbench/frontends/goprog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/program"
	"dporbench/trace"
)

// scheduled prints the execution of a schedule: FINGERPRINT:SCHEDULE, or the schedule alone.
func (t *traceCommand) scheduled(c *cobra.Command, args []string) error {
	return t.programs.Explore(c, args, t.Memory, func(p program.Program) error { return t.follow(c, p) })
}

// follow prints the execution of p that has the schedule.
func (t *traceCommand) follow(c *cobra.Command, p program.Program) error {
	fingerprint, schedule, ok := strings.Cut(t.schedule, ":")
	if !ok {
		fingerprint, schedule = "", t.schedule
	}
	recording, err := trace.ReadSchedule(schedule)
	if err != nil {
		return cli.Usagef("--schedule: %w", err)
	}
	stale, err := isStale(p.Spec, fingerprint)
	if err != nil {
		return err
	}
	if stale {
		fmt.Fprintf(c.ErrOrStderr(), "dporbench: stale: the source of %s has changed since this schedule was printed\n", p)
	}
	_, stop := t.Within(c.Context())
	followed, _, misfit := recording.Replay(p.Program)
	stop()
	if err := t.printer(c, p).Print(Execution{Trace: followed, Scheduled: true}); err != nil {
		return err
	}
	switch {
	case misfit != nil:
		return fmt.Errorf("--schedule: %w", misfit)
	case !followed.Maximal():
		return fmt.Errorf("--schedule: the execution goes on after its %d events", len(followed.Steps))
	}
	return t.write(p, followed, "a schedule")
}

// isStale reports whether the source of a Go function has another fingerprint.
func isStale(s program.Spec, fingerprint string) (bool, error) {
	f, ok := s.Plain().Kind.(program.GoFunction)
	if !ok || fingerprint == "" {
		return false, nil
	}
	now, err := goprog.Fingerprint("", f.Package)
	return now != fingerprint, err
}
