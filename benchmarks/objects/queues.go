package objects

import "dporbench/model"

func queues() []Object {
	operations := []Operation{{"enqueue", Value}, {"dequeue", Nothing}}
	const (
		ms = "Michael, Scott: Simple, Fast, and Practical Non-Blocking and Blocking Concurrent Queue Algorithms, PODC 1996"
		hw = "Herlihy, Wing: Linearizability: A Correctness Condition for Concurrent Objects, TOPLAS 1990"
	)
	return []Object{
		{Name: "ms-queue", Doc: "a queue as a list with a dummy node, whose tail may lag", Source: ms, Spec: "queue",
			Operations: operations, declare: michaelScott(false)},
		{Name: "ms-queue-torn", Doc: "the same, but dequeue stores the new head instead of comparing and swapping it", Source: ms, Spec: "queue", Broken: true,
			Operations: operations, declare: michaelScott(true)},
		{Name: "hw-queue", Doc: "a queue as an array, in which dequeue waits for a value", Source: hw, Spec: "queue",
			Operations: operations, declare: herlihyWing(false)},
		{Name: "hw-queue-torn", Doc: "the same, but dequeue loads a place and clears it in two steps", Source: hw, Spec: "queue", Broken: true,
			Operations: operations, declare: herlihyWing(true)},
	}
}

func michaelScott(torn bool) func(*model.Program, Client) calls {
	return func(p *model.Program, _ Client) calls {
		// The address of the dummy is 0: it is declared, not allocated.
		first := p.Var("dummy.next", 0)
		head, tail := p.Var("head", 0), p.Var("tail", 0)
		next := func(t *model.Thread, node int64) model.Var {
			if node == 0 {
				return first
			}
			return t.At(node + 1)
		}
		return func(t *model.Thread, name string, args []int64) []int64 {
			if name == "enqueue" {
				node := t.NewVars("node", 2, 0)
				t.Store(node[0], args[0])
				for {
					last := t.Load(tail)
					after := t.Load(next(t, last))
					if after != 0 {
						t.CompareAndSwap(tail, last, after)
						continue
					}
					if t.CompareAndSwap(next(t, last), 0, node[0].Address()) {
						t.CompareAndSwap(tail, last, node[0].Address())
						return nil
					}
				}
			}
			for {
				old, last := t.Load(head), t.Load(tail)
				after := t.Load(next(t, old))
				if after == 0 {
					return nil
				}
				if old == last {
					t.CompareAndSwap(tail, last, after)
					continue
				}
				value := t.Load(t.At(after))
				if torn {
					t.Store(head, after)
				} else if !t.CompareAndSwap(head, old, after) {
					continue
				}
				return []int64{value}
			}
		}
	}
}

// herlihyWing is an array with a place for each enqueue of the client. If dequeue finds nothing, it stops as at a false assume:
// its vain search makes no difference to others.
func herlihyWing(torn bool) func(*model.Program, Client) calls {
	return func(p *model.Program, c Client) calls {
		items, back := p.Vars("items", c.Calls(), 0), p.Var("back", 0)
		take := func(t *model.Thread, item model.Var) int64 { return t.Swap(item, 0) }
		if torn {
			take = func(t *model.Thread, item model.Var) int64 {
				v := t.Load(item)
				t.Store(item, 0)
				return v
			}
		}
		return func(t *model.Thread, name string, args []int64) []int64 {
			if name == "enqueue" {
				t.Store(items[t.Add(back, 1)], args[0])
				return nil
			}
			for _, item := range items[:t.Load(back)] {
				if v := take(t, item); v != 0 {
					return []int64{v}
				}
			}
			t.Assume(false)
			return nil
		}
	}
}
