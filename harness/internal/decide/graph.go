package decide

import (
	"bytes"
	"context"
	"fmt"

	"dporbench/algos/states"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/table"
	"dporbench/internal/tree/graph"
	"dporbench/model/memory"
)

// drawStates draws all states of p to a file.
func drawStates(p program.Program, m memory.Model, path string) error {
	g, err := states.NewGraph(context.Background(), p.Program, states.Options{Memory: m, MaxStates: graph.MostStates, FinalVerdicts: p.Spec.IsGo()})
	if err != nil {
		return cli.Usagef("--graph: the states are not drawn: %v", err)
	}
	defer g.Close()
	var file bytes.Buffer
	picture := graph.States{Caption: fmt.Sprintf("%s: %s", p, table.Plural(len(g.States), "state", "states")), Graph: g}
	if err := picture.Write(&file); err != nil {
		return err
	}
	return cli.WriteFile(path, file.Bytes())
}
