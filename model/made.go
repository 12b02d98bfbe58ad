package model

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"sync"
)

// Variables that threads make at run time are known by the lineage of the thread, and by which of
// its allocations they belong to and where in it. That is their address: a number that is the same in every
// execution in which the thread makes them, and in every exploration.
//
// Their numbers are not: they are given as the variables are met. So that whoever keeps something for each variable and
// each mutex may do so in one slice, they come after those of the declared variables and, in number, the
// mutexes: the first one is NumVars + NumMutexes. Numbers belong to the program, so all explorations of it give a variable the
// same one.

// MaxMade is how many variables the threads of a program may make in all of its executions together.
const MaxMade = 1 << 20

// madeVariables are those that threads have been seen to make.
type madeVariables struct {
	mu      sync.RWMutex
	numbers map[block]int32 // of the first variable of each
	all     []madeVariable
	at      map[int64]place // of those with an address
}

// block is what a thread makes at once: n variables. Those of different executions may have one address and be
// different otherwise.
type block struct {
	address, n int64
	size       int64 // 0 but for translators' programs; see Location
	name       string
	initial    int64
}

func (b block) String() string {
	if b.n > 1 {
		return fmt.Sprintf("%d variables %s = %d", b.n, b.name, b.initial)
	}
	return fmt.Sprintf("%s = %d", b.name, b.initial)
}

// madeVariable is the kth of a block, from 0.
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

// place is what has been seen at an address.
type place struct {
	x     int32 // the variable met first
	many  bool  // there are others
	known bool  // a thread has asked for an address of the block
}

// firstMade is the number of the first variable that is made.
func (p *Program) firstMade() int32 { return int32(len(p.vars) + len(p.mutexes)) }

// Made is how many variables the threads have been seen to make.
func (p *Program) Made() int {
	p.made.mu.RLock()
	defer p.made.mu.RUnlock()
	return len(p.made.all)
}

// madeAt is the variable with that number, which threads make.
func (p *Program) madeAt(x int32) madeVariable {
	p.made.mu.RLock()
	defer p.made.mu.RUnlock()
	return p.made.all[x-p.firstMade()]
}

// numberOf is the number of the first variable of b; problem says why it has none.
func (p *Program) numberOf(b block) (x int32, problem string) {
	m := &p.made
	m.mu.RLock()
	x, known := m.numbers[b]
	m.mu.RUnlock()
	if known {
		return x, ""
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if x, known = m.numbers[b]; known {
		return x, ""
	}
	if int64(len(m.all))+b.n > MaxMade {
		return 0, fmt.Sprintf("makes %s: the executions of program %s make more than %d different variables: bound its loops", b.name, p.name, MaxMade)
	}
	if m.numbers == nil {
		m.numbers, m.at = map[block]int32{}, map[int64]place{}
	}
	x = p.firstMade() + int32(len(m.all))
	if problem := m.settle(b, x, p.firstMade()); problem != "" {
		return 0, problem
	}
	m.numbers[b] = x
	for k := range b.n {
		m.all = append(m.all, madeVariable{b, k})
	}
	return x, ""
}

// settle notes b at its addresses, unless a thread has asked for one of those.
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
		there, met := m.at[b.address+k]
		if !met {
			there.x = x + int32(k)
		}
		there.many = met
		m.at[b.address+k] = there
	}
	return ""
}

// ambiguous is for a and b, which are made in different executions and have one address.
func ambiguous(a, b block) string {
	return fmt.Sprintf("makes %v in one execution and %v in another, and takes their address, which is the same: "+
		"give variables whose addresses are taken one name and one initial value in all executions, and Store what depends on them", a, b)
}

// addressOf is the address of variable x, which from then on may be that of no other.
func (p *Program) addressOf(x int32) (address int64, problem string) {
	if int(x) < len(p.vars) {
		return int64(x) + 1, ""
	}
	m := &p.made
	m.mu.Lock()
	defer m.mu.Unlock()
	v := m.all[x-p.firstMade()]
	if v.size > 0 || m.at[v.address+v.k].known {
		return v.address + v.k, ""
	}
	for at := v.address; at < v.address+v.n; at++ {
		if m.at[at].many {
			return 0, ambiguous(v.block, m.other(v.block, at))
		}
	}
	for at := v.address; at < v.address+v.n; at++ {
		m.at[at] = place{x: m.at[at].x, known: true}
	}
	return v.address + v.k, ""
}

// other is another block than b with something at that address.
func (m *madeVariables) other(b block, address int64) block {
	i := slices.IndexFunc(m.all, func(v madeVariable) bool { return v.block != b && v.address+v.k == address })
	return m.all[i].block
}

// variableAt is the variable with that address.
func (p *Program) variableAt(address int64) (x int32, ok bool) {
	if address > 0 && address <= int64(len(p.vars)) {
		return int32(address - 1), true
	}
	p.made.mu.RLock()
	defer p.made.mu.RUnlock()
	there := p.made.at[address]
	return there.x, there.known
}

// isMade reports whether threads make the object of e.
func (p *Program) isMade(e Event) bool { return e.Kind.OnVariable() && e.Object >= p.firstMade() }

// canonical is the number of variable x if it is declared, and otherwise one that does not depend on
// which variables have been met.
func (p *Program) canonical(x int32) uint64 {
	if x < p.firstMade() {
		return uint64(x)
	}
	v := p.madeAt(x)
	sum := Mix(Mix(Mix(uint64(v.address+v.k), uint64(v.size)), uint64(v.initial)), uint64(v.n))
	for _, c := range []byte(v.name) {
		sum = Mix(sum, uint64(c))
	}
	return sum
}

// CanonicalObject is the Object of e, unless that is a variable that a thread makes: then it is another number,
// which is the same in all explorations.
func (p *Program) CanonicalObject(e Event) uint64 {
	if p.isMade(e) {
		return p.canonical(e.Object)
	}
	return uint64(e.Object)
}

// compareVars orders variables in a way that does not depend on which have been met.
func (p *Program) compareVars(x, y int32) int {
	if first := p.firstMade(); x < first || y < first {
		return cmp.Compare(x, y)
	}
	return compareMade(p.madeAt(x), p.madeAt(y))
}
