package objects

import "dporbench/model"

func stacks() []Object {
	operations := []Operation{{"push", Value}, {"pop", Nothing}}
	const source = "Treiber: Systems Programming: Coping with Parallelism, IBM RJ 5118, 1986"
	return []Object{
		{Name: "treiber", Doc: "a stack as a list whose head is compared and swapped", Source: source, Spec: "stack",
			Operations: operations, declare: treiber(false)},
		{Name: "treiber-torn", Doc: "the same, but pop stores the new head instead of comparing and swapping it", Source: source, Spec: "stack", Broken: true,
			Operations: operations, declare: treiber(true)},
	}
}

// treiber is a stack of nodes, each with a value and the address of the next node. Nothing is freed, so no head comes back.
func treiber(torn bool) func(*model.Program, Client) calls {
	return func(p *model.Program, _ Client) calls {
		top := p.Var("top", 0)
		return func(t *model.Thread, name string, args []int64) []int64 {
			if name == "push" {
				node := t.NewVars("node", 2, 0)
				t.Store(node[0], args[0])
				for {
					old := t.Load(top)
					t.Store(node[1], old)
					if t.CompareAndSwap(top, old, node[0].Address()) {
						return nil
					}
				}
			}
			for {
				old := t.Load(top)
				if old == 0 {
					return nil
				}
				next := t.Load(t.At(old + 1))
				if torn {
					t.Store(top, next)
				} else if !t.CompareAndSwap(top, old, next) {
					continue
				}
				return []int64{t.Load(t.At(old))}
			}
		}
	}
}
