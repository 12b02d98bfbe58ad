package algostest

import (
	"dporbench/model"
	"dporbench/smallprog"
)

// declarations returns other orders in which to declare n threads: all rotations,
// and the reverse. order[i] is the thread declared as the i-th.
func declarations(n int) [][]int {
	var orders [][]int
	add := func(threadAt func(i int) int) {
		order := make([]int, n)
		for i := range order {
			order[i] = threadAt(i)
		}
		orders = append(orders, order)
	}
	for first := 1; first < n; first++ {
		add(func(i int) int { return (first + i) % n })
	}
	if n > 2 {
		add(func(i int) int { return n - 1 - i })
	}
	return orders
}

func permuted(p smallprog.Program, order []int) smallprog.Program {
	threads := make([][]smallprog.Statement, len(order))
	for i, t := range order {
		threads[i] = p.Threads[t]
	}
	return smallprog.Program{Threads: threads}
}

// unpermuted turns events of permuted(p, order) into events of p. Threads started
// by others keep their numbers, since model.ClassKey names them by their parents.
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
