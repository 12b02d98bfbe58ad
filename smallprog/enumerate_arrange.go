package smallprog

import "iter"

// Arrangements are the program with its threads in every order, as it is first.
// They share their statements.
func (p Program) Arrangements() iter.Seq[Program] {
	return func(yield func(Program) bool) {
		arrange(nil, p.Threads, yield)
	}
}

// arrange calls yield for each order of those left behind those placed, until
// it returns false.
func arrange(placed, left [][]Statement, yield func(Program) bool) bool {
	if len(left) == 0 {
		return yield(Program{Threads: placed})
	}
	for i, body := range left {
		rest := append(left[:i:i], left[i+1:]...)
		if !arrange(append(placed[:len(placed):len(placed)], body), rest, yield) {
			return false
		}
	}
	return true
}
