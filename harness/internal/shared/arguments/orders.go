package arguments

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"dporbench/algos"
	"dporbench/harness/internal/shared/program"
	"dporbench/model"
	"dporbench/model/front"
	"dporbench/model/memory"
)

// FollowsOrders makes rc11 and trust the defaults for a C file with memory orders weaker than memory_order_seq_cst, where the
// command line has none of the flags in others, which need another memory model or algorithm.
func (a *Programs) FollowsOrders(others ...string) {
	a.fixModel = append(others, "memory", "algo")
}

// byOrders returns the memory model for p, which is called name: rc11 rather than m if FollowsOrders asks for it. The flags are set then, and a
// line says so. If rc11 does not take p, refused says why.
func (a *Programs) byOrders(p program.Program, name string, m memory.Model) (memory.Model, error) {
	a.refused = nil
	if a.fixModel == nil || !(*front.Program)(p.Program).HasWeakOrders() || slices.ContainsFunc(a.fixModel, a.command.Flags().Changed) || p.CheckMemory(memory.RC11) != nil {
		return m, nil
	}
	if a.refused = a.try(p); a.refused != nil {
		return m, nil
	}
	Notes(a.command)(fmt.Sprintf("%s has memory orders weaker than memory_order_seq_cst: explored under %v by trust; --memory sc explores them as that one", name, memory.RC11))
	flags := a.command.Flags()
	return memory.RC11, cmp.Or(flags.Set("memory", memory.RC11.String()), flags.Set("algo", "trust"))
}

// try explores the first execution of p under rc11.
func (a *Programs) try(p program.Program) error {
	if a.Demands() { // p is judged under another memory model
		plain, err := a.load(p.Plain())
		if err != nil {
			return err
		}
		p = plain
	}
	trust, _ := a.registry.Algorithm("trust")
	ctx := a.command.Context()
	if ctx == nil {
		ctx = context.Background()
	}
	_, err := trust.New(algos.Options{Memory: memory.RC11}).Explore(ctx, p.Program, func(*model.Execution) error { return algos.ErrStop })
	return err
}
