package export

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"dporbench/model/front"
	"dporbench/model/operation"
)

// place describes what a thread does from some node on. Nodes with the same continuation share
// one place: threads that wait for any of many values continue alike after most of them.
type place struct {
	number int
	op     string
	object int32
	a, b   int64
	text   string
	child  int32
	start  *place
	passes []passed // of an await or a when: one for each value that lets it continue
	next   []branch
}

type passed struct{ seen, written int64 }

// branch says where a thread continues after some of the values that its operation may return.
type branch struct {
	values []int64
	to     *place
}

type merger struct {
	values [][]int64 // of each variable, in order
	places map[string]*place
}

func (r *Recorder) newMerger() *merger {
	m := &merger{places: map[string]*place{}}
	if made := (*front.Program)(r.program).Made(); made > 0 { // threads may be at operations on variables that no execution has accessed
		r.meet(int32(r.program.NumVars() + r.program.NumMutexes() + made - 1))
	}
	for _, known := range r.values {
		m.values = append(m.values, slices.Sorted(maps.Keys(known)))
	}
	return m
}

func (m *merger) merge(n *node) (*place, error) {
	p := &place{op: n.step.Op(), object: n.step.Object, a: n.step.A, b: n.step.B, text: n.text, child: n.child}
	switch {
	case p.op == "the end":
		p.a, p.object = n.step.Result(), 0
	case p.op == "go" || p.op == "join":
		if p.child == 0 {
			return nil, fmt.Errorf("thread %d is joined by one that has not started it: this cannot be exported", p.object)
		}
		p.object, p.a, p.b = 0, 0, 0
	case p.op == "a failure":
		p.a = 0
	case n.step.Guard() != nil:
		p.passes = m.passing(n.step)
	}
	if n.start != nil {
		start, err := m.merge(n.start)
		if err != nil {
			return nil, err
		}
		p.start = start
	}
	for _, e := range n.next {
		to, err := m.merge(e.to)
		if err != nil {
			return nil, err
		}
		i := slices.IndexFunc(p.next, func(b branch) bool { return b.to == to })
		if i < 0 {
			i = len(p.next)
			p.next = append(p.next, branch{to: to})
		}
		p.next[i].values = append(p.next[i].values, e.returned)
	}
	return m.unique(p), nil
}

func (m *merger) passing(s operation.Step) (all []passed) {
	for _, v := range m.values[s.Object] {
		if s.Enabled(v) {
			all = append(all, passed{v, s.Written(v)})
		}
	}
	return all
}

// unique returns the first place that was equal to p.
func (m *merger) unique(p *place) *place {
	var key strings.Builder
	fmt.Fprintf(&key, "%s %d %d %d %d %q %v", p.op, p.object, p.a, p.b, p.child, p.text, p.passes)
	if p.start != nil {
		fmt.Fprintf(&key, " starts %d", p.start.number)
	}
	for _, b := range p.next {
		fmt.Fprintf(&key, " %v to %d", b.values, b.to.number)
	}
	if known, ok := m.places[key.String()]; ok {
		return known
	}
	p.number = len(m.places) + 1
	m.places[key.String()] = p
	return p
}
