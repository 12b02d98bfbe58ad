package smallprog

import "slices"

// Among the programs that differ only in names and in the order of the threads, the least
// one is enumerated: the one with its threads in descending order of length, and then with
// the lexicographically least sequence of letters. For a given order of the threads, that
// is the one in which names are used in order: x occurs before y and, among the values of a
// variable, 1 before 2. So a program is the least if its names are used in order, and no
// permutation of threads of equal length, with the names made to be in order, gives a
// lesser one.

// least reports whether no order of the threads gives a lesser program.
func (e *enumerator) least() bool { return !slices.ContainsFunc(e.orders, e.lesser) }

// lesser reports whether threads in that order, with names in order, make a lesser program.
func (e *enumerator) lesser(order []int) bool {
	var r renaming
	for t, from := range order {
		for i, c := range e.threads[from] {
			switch renamed := r.apply(c); {
			case renamed < e.threads[t][i]:
				return true
			case renamed > e.threads[t][i]:
				return false
			}
		}
	}
	return false
}

// renaming gives names, from 1, in the order of their first use. The zero value has given none.
type renaming struct {
	variables [len(variableNames)]int8
	mutexes   [len(mutexNames)]int8
	values    [len(variableNames)][mostValues]int8
	last      struct {
		variable, mutex int8
		value           [len(variableNames)]int8
	}
}

// apply returns c with its names renamed; r records new ones.
func (r *renaming) apply(c letter) letter {
	object := c.object()
	if c.op() == Choose || c.op() == Fence {
		return c // it has no name
	}
	if c.onMutex() {
		return newLetter(c.op(), rename(&r.mutexes[object], &r.last.mutex)-1, 0, 0)
	}
	x := rename(&r.variables[object], &r.last.variable) - 1
	a := r.value(object, c.a())
	return newLetter(c.op(), x, a, r.value(object, c.b())).with(c.order().Memory())
}

func rename(name, last *int8) int {
	if *name == 0 {
		*last++
		*name = *last
	}
	return int(*name)
}

// value renames a value of variable x; 0 stays.
func (r *renaming) value(x int, v int64) int64 {
	if v == 0 {
		return 0
	}
	return int64(rename(&r.values[x][v], &r.last.value[x]))
}
