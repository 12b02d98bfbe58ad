package table1

import (
	"testing"

	"dporbench/results"
)

func TestWork(t *testing.T) {
	optimal, pop, old := row("optimal", 3, results.OK, 12), row("pop", 3, results.OK, 12), row("pop", 4, results.OK, 48)
	optimal.Work = results.Work{Joins: 120, Races: 24, TreeNodes: 12 * 4321}
	pop.Work = results.Work{Joins: 120, Restored: 6}
	table := AblationTable{
		Programs:   []results.Run{optimal.Run, old.Run},
		Algorithms: []string{"optimal", "pop"},
		Cells:      results.Cells([]results.Row{optimal, pop, old}),
		Expected:   counts{3: 12},
	}
	const want = `
                                               clocks    events         wakeup
 program     algorithm  executions     events  merged  restored  races   nodes  steps     CPU/µs   ns/step
───────────────────────────────────────────────────────────────────────────────────────────────────────────
 lastzero 3  optimal            12  ✓   1,029    10.0         0    2.0   4,321  5,362  166666.67   31084.4
             pop                12  ✓   1,029    10.0       0.5      0       0  1,039  166666.67  160372.1
 lastzero 4  optimal             –          –       –         –      –       –      –          –         –
             pop                 –          –       –         –      –       –      –          –         –
`
	checkTable(t, want, table.WriteWork)
}
