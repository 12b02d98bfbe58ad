package lemmas_test

import (
	"slices"

	"dporbench/frontends/smallprog"
)

// program has the statements of the threads: loads, stores, updates, CompareAndSwaps, operations on mutexes, choices
// and branches.
type program smallprog.Program

// state is the state after a sequence.
type state struct {
	rest      [][]smallprog.Statement // of each thread
	registers [][8]int64
	done      []int // events of each thread
	values    [8]int64
	locked    [8]bool
}

// after executes a sequence.
func (p program) after(s sequence) *state {
	n := len(p.Threads)
	st := &state{rest: slices.Clone(p.Threads), registers: make([][8]int64, n), done: make([]int, n)}
	for t := range n {
		st.settle(t)
	}
	for _, e := range s {
		st.execute(e)
	}
	return st
}

// settle takes branches until the thread is at an event.
func (st *state) settle(t int) {
	for len(st.rest[t]) > 0 && st.rest[t][0].Op == smallprog.If {
		s := st.rest[t][0]
		st.rest[t] = st.rest[t][1:]
		if st.registers[t][s.Register] == s.A {
			st.rest[t] = slices.Concat(s.Body, st.rest[t])
		}
	}
}

func (st *state) execute(e event) {
	s := st.rest[e.thread][0]
	register, value := &st.registers[e.thread][s.Register], &st.values[s.Object]
	switch s.Op {
	case smallprog.Load:
		*register = *value
	case smallprog.Store:
		*value = s.A
	case smallprog.StoreRegister:
		*value = *register + s.A
	case smallprog.Update:
		*value++
	case smallprog.CAS:
		*register = 0
		if *value == s.A {
			*register, *value = 1, s.B
		}
	case smallprog.Lock, smallprog.Unlock:
		st.locked[s.Object] = s.Op == smallprog.Lock
	case smallprog.Choose:
		*register = int64(e.object)
	}
	st.rest[e.thread] = st.rest[e.thread][1:]
	st.done[e.thread]++
	st.settle(e.thread)
}

// next is the next event of a thread, for a choice the one with the value 0; ok is false if there is none.
func (st *state) next(t int) (e event, ok bool) {
	if len(st.rest[t]) == 0 {
		return event{}, false
	}
	s := st.rest[t][0]
	e = event{thread: t, index: st.done[t], kind: write, object: s.Object}
	switch s.Op {
	case smallprog.Load:
		e.kind = read
	case smallprog.CAS:
		if st.values[s.Object] != s.A {
			e.kind = read
		}
	case smallprog.Lock:
		e.kind = lock
	case smallprog.Unlock:
		e.kind = unlock
	case smallprog.Choose:
		e.kind, e.object = choice, 0
	}
	return e, true
}

// alternatives are the events that e, which is next, may be: all values of a choice, or e alone.
func (st *state) alternatives(e event) sequence {
	all := sequence{e}
	if e.kind == choice {
		for value := 1; value < int(st.rest[e.thread][0].A); value++ {
			e.object = value
			all = append(all, e)
		}
	}
	return all
}

// enabled are all events that may come next.
func (st *state) enabled() (all sequence) {
	for t := range st.rest {
		if e, ok := st.next(t); ok && st.grants(e) {
			all = append(all, st.alternatives(e)...)
		}
	}
	return all
}

// pending are the Locks that are not granted.
func (st *state) pending() (all sequence) {
	for t := range st.rest {
		if e, ok := st.next(t); ok && !st.grants(e) {
			all = append(all, e)
		}
	}
	return all
}

func (st *state) grants(e event) bool { return e.kind != lock || !st.locked[e.object] }

// compares reports whether e is a CompareAndSwap.
func (p program) compares(before sequence, e event) bool {
	return p.after(before).rest[e.thread][0].Op == smallprog.CAS
}
