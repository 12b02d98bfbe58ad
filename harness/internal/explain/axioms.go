package explain

import (
	"bytes"
	"fmt"

	"github.com/spf13/cobra"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/program"
	"dporbench/internal/tree/graph"
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
	most := 0
	if e.graph != "" {
		most = mostDrawn
	}
	answer, pictures, more, err := graph.Candidates(ctx, p.Program, e.Memory, schedule, e.limit, most)
	if err != nil {
		return cli.Usagef("--why-not: %w", err)
	}
	fmt.Fprint(c.OutOrStdout(), answer)
	if e.graph == "" {
		return nil
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
