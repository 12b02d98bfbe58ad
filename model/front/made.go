package front

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Variables that threads make at run time are identified by the lineage of the thread, the allocation they
// belong to, and their place in it. That is their address: a number that is the same in every execution in
// which the thread makes them, and in every exploration.
//
// Their numbers are assigned when the variables are first seen. The first one is NumVars + NumMutexes, so
// that one slice can hold something for each variable and each mutex. Numbers belong to the program, so all its
// explorations give a variable the same one.

// MaxMade bounds how many variables the threads of a program may make, over all its executions.
const MaxMade = 1 << 20

// madeVariables records the variables that threads have been seen to make.
type madeVariables struct {
	mu      sync.RWMutex
	numbers map[block]int32 // of the first variable of each
	all     []madeVariable
	at      map[int64]place // of those with an address
}

// block is n variables that a thread makes at once. Blocks of different executions may share an address and
// still differ.
type block struct {
	address, n int64
	size       int64 // 0 except in translators' programs; see Location
	name       string
	initial    int64
}

func (b block) String() string {
	if b.n > 1 {
		return fmt.Sprintf("%d variables %s = %d", b.n, b.name, b.initial)
	}
	return fmt.Sprintf("%s = %d", b.name, b.initial)
}

// madeVariable is the kth variable of a block, from 0.
type madeVariable struct {
	block
	k int64
}

func (v madeVariable) label() string {
	if v.n == 1 {
		return v.name
	}
	return element(v.name, int(v.k))
}

func compareMade(a, b madeVariable) int {
	return cmp.Or(cmp.Compare(a.address+a.k, b.address+b.k), cmp.Compare(a.address, b.address), cmp.Compare(a.n, b.n),
		cmp.Compare(a.size, b.size), cmp.Compare(a.initial, b.initial), strings.Compare(a.name, b.name))
}

// place records what has been seen at an address.
type place struct {
	x     int32 // the variable seen first
	many  bool  // there are others
	known bool  // a thread has asked for an address of the block
}

// settle records b at its addresses, unless a thread has asked for one of them.
func (m *madeVariables) settle(b block, x, first int32) (problem string) {
	if b.size > 0 {
		return ""
	}
	for k := range b.n {
		if there := m.at[b.address+k]; there.known {
			return ambiguous(m.all[there.x-first].block, b)
		}
	}
	for k := range b.n {
		there, seen := m.at[b.address+k]
		if !seen {
			there.x = x + int32(k)
		}
		there.many = seen
		m.at[b.address+k] = there
	}
	return ""
}

// ambiguous describes the problem with a and b, made in different executions at one address.
func ambiguous(a, b block) string {
	return fmt.Sprintf("makes %v in one execution and %v in another, and takes their address, which is the same: "+
		"give variables whose addresses are taken one name and one initial value in all executions, and Store what depends on them", a, b)
}

// other returns a block other than b with a variable at that address.
func (m *madeVariables) other(b block, address int64) block {
	i := slices.IndexFunc(m.all, func(v madeVariable) bool { return v.block != b && v.address+v.k == address })
	return m.all[i].block
}

func element(name string, i int) string { return name + "[" + strconv.Itoa(i) + "]" }
