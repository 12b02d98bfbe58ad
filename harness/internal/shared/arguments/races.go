package arguments

import (
	"fmt"

	"github.com/spf13/cobra"

	"dporbench/frontends/cprog"
	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/program"
	"dporbench/model/front"
	"dporbench/model/memory"
)

// ReportsOutcomes is for a command c that reports how executions end. Data races of a C file are then looked for if asks
// returns the flag that requires them, rather than "". If --data-races auto leaves them out, a line on standard error says so;
// so do others where the program leaves out something else.
func (a *Programs) ReportsOutcomes(c *cobra.Command, asks func() string) {
	a.asksForRaces = asks
	a.loaded = func(p program.Program, m memory.Model) {
		f, name := (*front.Program)(p.Program), p.Words()[0]
		remark := func(format string, args ...any) {
			fmt.Fprintf(c.ErrOrStderr(), "%s: %s%s\n", c.Root().Name(), name, fmt.Sprintf(format, args...))
		}
		if f.HasWeakOrders() && !m.Graphs() {
			how := "are explored as that one under %v"
			switch {
			case m.StoresOvertake():
				how = "order no more than %v does, where a release is a store barrier"
			case m.Buffers():
				how = "order no more than %v does"
			}
			if a.refused != nil {
				remark(": memory orders weaker than memory_order_seq_cst "+how+"; rc11 does not take the file: %v", m, a.refused)
			} else {
				remark(": memory orders weaker than memory_order_seq_cst "+how+"; --memory rc11 explores all that C11 allows", m)
			}
		}
		if f.LeavesOutRaces() {
			remark(" has no atomic accesses, so data races are not looked for; --data-races on looks for them")
		}
		for _, line := range f.Remarks() {
			remark(": %s", line)
		}
	}
}

// withRaces returns k, in which data races are looked for if a flag asks for them.
func (a *Programs) withRaces(k program.Kind) (program.Kind, error) {
	f, isC := k.(program.CFile)
	if !isC || a.asksForRaces == nil || a.asksForRaces() == "" {
		return k, nil
	}
	if f.Options.Races == cprog.Ignore {
		return nil, cli.Usagef("%s: data races are not looked for: must be without --data-races off", a.asksForRaces())
	}
	f.Options.Races = cprog.Look
	return f, nil
}
