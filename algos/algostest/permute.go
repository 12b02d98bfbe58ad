package algostest

import (
	"dporbench/model"
	"dporbench/smallprog"
)

// declarations are other orders in which n threads may be declared: begun with
// another one and round to the first, and backwards. order[i] is the thread that
// is declared as the i-th.
func declarations(n int) [][]int {
	var orders [][]int
	for first := 1; first < n; first++ {
		order := make([]int, n)
		for i := range order {
			order[i] = (first + i) % n
		}
		orders = append(orders, order)
	}
	if n > 2 {
		order := make([]int, n)
		for i := range order {
			order[i] = n - 1 - i
		}
		orders = append(orders, order)
	}
	return orders
}

// permuted is p with its threads declared in another order.
func permuted(p smallprog.Program, order []int) smallprog.Program {
	threads := make([][]smallprog.Statement, len(order))
	for i, t := range order {
		threads[i] = p.Threads[t]
	}
	return smallprog.Program{Threads: threads}
}

// unpermuted turns events of permuted(p, order) into events of p. Threads that
// others start keep their numbers: they are no numbers of declared threads, and
// model.ClassKey calls them by who started them.
func unpermuted(order []int) func(events []model.Event) []model.Event {
	var renamed []model.Event
	name := func(t int32) int32 {
		if int(t) < len(order) {
			return int32(order[t])
		}
		return t
	}
	return func(events []model.Event) []model.Event {
		renamed = renamed[:0]
		for _, e := range events {
			e.Thread = model.ThreadID(name(int32(e.Thread)))
			if e.Kind.OnThread() {
				e.Object = name(e.Object)
			}
			renamed = append(renamed, e)
		}
		return renamed
	}
}
