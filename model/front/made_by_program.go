package front

import (
	"cmp"
	"fmt"

	"dporbench/model/event"
)

// The facts of a program about the variables that its threads make.

// FirstMade returns the number of the first variable made by a thread.
func (p *Program) FirstMade() int32 { return int32(len(p.vars) + len(p.mutexes)) }

// Made returns the number of different variables that threads have been seen to make.
func (p *Program) Made() int {
	p.made.mu.RLock()
	defer p.made.mu.RUnlock()
	return len(p.made.all)
}

// madeAt returns variable x, which a thread has made.
func (p *Program) madeAt(x int32) madeVariable {
	p.made.mu.RLock()
	defer p.made.mu.RUnlock()
	return p.made.all[x-p.FirstMade()]
}

// numberOf returns the number of the first variable of b; problem says why it has none.
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
	x = p.FirstMade() + int32(len(m.all))
	if problem := m.settle(b, x, p.FirstMade()); problem != "" {
		return 0, problem
	}
	m.numbers[b] = x
	for k := range b.n {
		m.all = append(m.all, madeVariable{b, k})
	}
	return x, ""
}

// addressOf returns the address of variable x, which no other variable may have from now on.
func (p *Program) addressOf(x int32) (address int64, problem string) {
	if int(x) < len(p.vars) {
		return int64(x) + 1, ""
	}
	m := &p.made
	m.mu.Lock()
	defer m.mu.Unlock()
	v := m.all[x-p.FirstMade()]
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

// variableAt returns the variable with that address.
func (p *Program) variableAt(address int64) (x int32, ok bool) {
	if address > 0 && address <= int64(len(p.vars)) {
		return int32(address - 1), true
	}
	p.made.mu.RLock()
	defer p.made.mu.RUnlock()
	there := p.made.at[address]
	return there.x, there.known
}

// IsMade reports whether the object of e is a variable made by a thread.
func (p *Program) IsMade(e event.Event) bool { return e.Kind.OnVariable() && e.Object >= p.FirstMade() }

// Canonical returns the number of variable x if it is declared, and otherwise one that does not
// depend on which variables have been seen.
func (p *Program) Canonical(x int32) uint64 {
	if x < p.FirstMade() {
		return uint64(x)
	}
	v := p.madeAt(x)
	sum := event.Mix(event.Mix(event.Mix(uint64(v.address+v.k), uint64(v.size)), uint64(v.initial)), uint64(v.n))
	for _, c := range []byte(v.name) {
		sum = event.Mix(sum, uint64(c))
	}
	return sum
}

// CanonicalObject returns the Object of e or, if that is a variable made by a thread, a number that is the
// same in all explorations.
func (p *Program) CanonicalObject(e event.Event) uint64 {
	if p.IsMade(e) {
		return p.Canonical(e.Object)
	}
	return uint64(e.Object)
}

// CompareVars compares variables, independently of which have been seen.
func (p *Program) CompareVars(x, y int32) int {
	if first := p.FirstMade(); x < first || y < first {
		return cmp.Compare(x, y)
	}
	return compareMade(p.madeAt(x), p.madeAt(y))
}
