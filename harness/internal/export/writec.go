package export

import (
	"context"
	"fmt"
	"io"

	"dporbench/algos/catalog"
	"dporbench/frontends/cprog/export"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/terminal"
	"dporbench/model"
	"dporbench/model/front"
)

// writeC explores p and writes a C file whose threads perform the same operations.
func writeC(ctx context.Context, w io.Writer, p program.Program, a catalog.Algorithm, s explore.Settings) error {
	ctx, stop := s.Within(ctx)
	defer stop()
	s, unwatch := terminal.Watch(s, p.String()+", "+a.Name)
	defer unwatch()
	if (*front.Program)(p.Program).PassesTime() {
		return cli.Usagef("%v: timers fire, or cleanups run, only where nothing else can move, which no C file says", p)
	}
	recorder, err := export.NewRecorder(p.Program)
	if err != nil {
		return err
	}
	defer recorder.Close()
	stats, err := a.New(s.Options()).Explore(ctx, p.Program, func(e *model.Execution) error { return recorder.Record(e.Events()) })
	if err != nil {
		return fmt.Errorf("%s, %s: %w; it has visited %d executions, and all are needed", p, a.Name, err, stats.Executions)
	}
	unwatch()
	return recorder.Write(w, p.String())
}
