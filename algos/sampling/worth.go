package sampling

import (
	"slices"

	"dporbench/model/event"
)

// worth is what prefixes were worth in earlier passes: how many maximal executions each unit of
// their weight led to.
type worth struct {
	alike  map[uint64]outcome // by level and node.alike
	asleep map[uint64]outcome // by level and the size of the sleep set
	level  map[int]outcome
}

type outcome struct {
	weight, mass float64
	nodes        float64
}

func newWorth() *worth {
	return &worth{alike: map[uint64]outcome{}, asleep: map[uint64]outcome{}, level: map[int]outcome{}}
}

// least is the least that anything counts as worth, relative to the mean: nodes worth nothing so far may
// not stay so.
const least = 0.02

// of is the worth of a unit of the weight of n.
func (w *worth) of(n *node) float64 {
	all := w.level[int(n.level)]
	if all.weight == 0 {
		return 1
	}
	mean := all.mass / all.weight
	if mean == 0 {
		return 1
	}
	value := w.asleep[asleepKey(n)].with(mean)
	value = w.alike[event.Mix(n.alike, uint64(n.level))].with(value)
	return max(value, least*mean)
}

// with is the outcome for each unit of weight, where expected counts as much as one node.
func (o outcome) with(expected float64) float64 {
	if o.weight == 0 {
		return expected
	}
	return (o.nodes*o.mass/o.weight + expected) / (o.nodes + 1)
}

func asleepKey(n *node) uint64 {
	return uint64(n.level)<<32 | uint64(n.asleep.to-n.asleep.from)
}

func (w *worth) learn(p *pass) {
	for _, e := range slices.Backward(p.edges) {
		if to := &p.nodes[e.to]; e.from != none {
			p.nodes[e.from].mass += e.weight * to.mass / to.before
		}
	}
	for i := range p.nodes {
		n := &p.nodes[i]
		add(w.level, int(n.level), n)
		add(w.asleep, asleepKey(n), n)
		add(w.alike, event.Mix(n.alike, uint64(n.level)), n)
	}
}

// remembered bounds how many outcomes are kept, of 32 bytes each.
const remembered = 200_000

func add[K comparable](to map[K]outcome, key K, n *node) {
	o, known := to[key]
	if !known && len(to) >= remembered {
		return
	}
	to[key] = outcome{o.weight + n.before, o.mass + n.mass, o.nodes + 1}
}

// alive is the part of the nodes kept that led to maximal executions.
func (p *pass) alive() float64 {
	kept, alive := 0.0, 0.0
	for i := range p.nodes {
		if n := &p.nodes[i]; n.weight > 0 {
			kept++
			if n.mass > 0 {
				alive++
			}
		}
	}
	return alive / kept
}
