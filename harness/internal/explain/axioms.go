package explain

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"dporbench/algos/exhaustive"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/program"
	"dporbench/internal/tree"
	"dporbench/internal/tree/graph"
	"dporbench/trace"
)

// mostDrawn is how many executions a file of --graph has.
const mostDrawn = 40

// explainAxioms is explainAbsence where executions are graphs.
func (e explainCommand) explainAxioms(c *cobra.Command, p program.Program) error {
	schedule, err := e.schedule()
	if err != nil {
		return err
	}
	ctx, stop := e.Within(c.Context())
	defer stop()
	var pictures []graph.Picture
	var failed error
	more := 0
	draw := func(t trace.Trace, v *exhaustive.Violation) {
		if e.graph == "" || failed != nil || len(pictures) == mostDrawn {
			more++
			return
		}
		var picture graph.Picture
		picture, failed = graph.Candidate(p.Program, t, v, len(pictures)+1)
		pictures = append(pictures, picture)
	}
	answer, err := tree.Candidates(ctx, p.Program, e.Memory, schedule, e.limit, draw)
	if err != nil {
		return cli.Usagef("--why-not: %w", err)
	}
	fmt.Fprint(c.OutOrStdout(), answer)
	if e.graph == "" || failed != nil {
		return failed
	}
	if more > 0 {
		fmt.Fprintf(c.OutOrStdout(), "the first %d are drawn\n", len(pictures))
	}
	var file bytes.Buffer
	if err := graph.Write(&file, pictures...); err != nil {
		return err
	}
	return cli.WriteFile(e.graph, file.Bytes())
}
