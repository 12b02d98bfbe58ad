package smallprog

// Among the programs that differ only in names and in the order of the threads, the least
// one is enumerated: the one with its threads in descending order of length, and then with
// the lexicographically least sequence of letters. For a given order of the threads, that
// is the one in which names are used in order: x occurs before y and, among the values of a
// variable, 1 before 2. So a program is the least if its names are used in order, and no
// permutation of threads of equal length, with the names made to be in order, gives a
// lesser one.

// names are the names used so far.
type names struct {
	variables, mutexes int
	values             [len(variableNames)]int64 // the largest one, by variable
}

// with adds the names in c. It fails if they are not in order.
func (n names) with(c letter) (names, bool) {
	objects := &n.variables
	if c.onMutex() {
		objects = &n.mutexes
	}
	if c.object() > *objects {
		return n, false
	}
	*objects = max(*objects, c.object()+1)
	if c.onMutex() {
		return n, true
	}
	largest := &n.values[c.object()]
	for _, v := range [...]int64{c.a(), c.b()} {
		if v > *largest+1 {
			return n, false
		}
		*largest = max(*largest, v)
	}
	return n, true
}

// least reports whether no order of the threads gives a lesser program.
func (e *enumerator) least() bool {
	for _, order := range e.orders {
		if e.lesser(order) {
			return false
		}
	}
	return true
}

// lesser reports whether the program becomes less with its threads in that order and its
// names in order.
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

// renaming assigns new names, counted from 1, in the order in which they are requested. 0
// means that there is none yet.
type renaming struct {
	variables [len(variableNames)]int
	mutexes   [len(mutexNames)]int
	values    [len(variableNames)][mostValues]int64
	last      struct {
		variable, mutex int
		value           [len(variableNames)]int64
	}
}

func (r *renaming) apply(c letter) letter {
	object := c.object()
	if c.onMutex() {
		return newLetter(c.op(), rename(&r.mutexes[object], &r.last.mutex), 0, 0)
	}
	x := rename(&r.variables[object], &r.last.variable)
	a := r.value(object, c.a())
	return newLetter(c.op(), x, a, r.value(object, c.b()))
}

func rename(name, last *int) int {
	if *name == 0 {
		*last++
		*name = *last
	}
	return *name - 1
}

// value renames a value of variable x; 0 stays.
func (r *renaming) value(x int, v int64) int64 {
	if v == 0 {
		return 0
	}
	name := &r.values[x][v]
	if *name == 0 {
		r.last.value[x]++
		*name = r.last.value[x]
	}
	return *name
}
