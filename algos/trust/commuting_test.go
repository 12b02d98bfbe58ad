package trust_test

import (
	"fmt"
	"maps"
	"math/bits"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/exhaustive"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

// Why TruSt does not explore under sc-commuting (docs/commuting.md): its steps do not reach every class, whatever event
// is added next. Here they are taken on graphs of Applies and reads of one variable. A read comes after a set of the
// Applies, its sources. Nothing needs to be maximal, so more graphs are reached than TruSt would visit, some of them
// repeatedly. As in TruSt, a revisit is by one write, and keeps the events added before the read or porf-before the
// write.

type access struct {
	thread, index int
	applies       bool
}

// grown is a graph. The accesses are in the order in which they were added.
type grown struct {
	accesses []access
	sources  []uint // of each read: the accesses, by their places
}

func (g *grown) with(a access) *grown {
	return &grown{append(slices.Clone(g.accesses), a), append(slices.Clone(g.sources), 0)}
}

// orders returns, for each access, the accesses before it in program order or by a read (porf) and in happens-before
// (hb), itself included. ok is false if hb has a cycle.
func (g *grown) orders() (porf, hb []uint, ok bool) {
	n := len(g.accesses)
	porf, hb = make([]uint, n), make([]uint, n)
	for i, a := range g.accesses {
		porf[i] = 1 << i
		for j, b := range g.accesses {
			if a.thread == b.thread && b.index < a.index {
				porf[i] |= 1 << j
			}
		}
		porf[i] |= g.sources[i]
		hb[i] = porf[i]
		for j, b := range g.accesses {
			if a.applies && !b.applies && g.sources[j]>>i&1 == 0 {
				hb[i] |= 1 << j
			}
		}
	}
	for range n {
		for i := range n {
			for j := range n {
				if porf[i]>>j&1 == 1 {
					porf[i] |= porf[j]
				}
				if hb[i]>>j&1 == 1 {
					hb[i] |= hb[j]
				}
			}
		}
	}
	for i := range n {
		for j := range i {
			if hb[i]>>j&1 == 1 && hb[j]>>i&1 == 1 {
				return porf, hb, false
			}
		}
	}
	return porf, hb, true
}

// keep is g restricted to a set of accesses.
func (g *grown) keep(set uint) *grown {
	kept := new(grown)
	for i := range g.accesses {
		if set>>i&1 == 0 {
			continue
		}
		var sources uint
		for j := range g.accesses {
			if (g.sources[i]&set)>>j&1 == 1 {
				sources |= 1 << bits.OnesCount(set&(1<<j-1))
			}
		}
		kept.accesses, kept.sources = append(kept.accesses, g.accesses[i]), append(kept.sources, sources)
	}
	return kept
}

// class lists the Applies that each read comes after.
func (g *grown) class() string {
	var reads []string
	for i, a := range g.accesses {
		if a.applies {
			continue
		}
		var from []string
		for j, b := range g.accesses {
			if g.sources[i]>>j&1 == 1 {
				from = append(from, fmt.Sprint(b.thread, ".", b.index))
			}
		}
		slices.Sort(from)
		reads = append(reads, fmt.Sprint(a.thread, ".", a.index, from))
	}
	slices.Sort(reads)
	return strings.Join(reads, " ")
}

// reach adds the classes reached from g to classes, and the graphs on the way to met. Threads are strings of reads and
// Applies, r and +; the first in order that has not ended is extended next.
func (g *grown) reach(threads []string, order []int, met, classes map[string]bool) {
	if text := fmt.Sprint(*g); met[text] {
		return
	} else {
		met[text] = true
	}
	done := make([]int, len(threads))
	for _, a := range g.accesses {
		done[a.thread]++
	}
	for _, t := range order {
		if done[t] == len(threads[t]) {
			continue
		}
		for _, h := range g.add(access{t, done[t], threads[t][done[t]] == '+'}) {
			h.reach(threads, order, met, classes)
		}
		return
	}
	classes[g.class()] = true
}

// add lists the graphs that result from adding a.
func (g *grown) add(a access) (all []*grown) {
	n := len(g.accesses)
	take := func(h *grown) {
		if _, _, ok := h.orders(); ok {
			all = append(all, h)
		}
	}
	if !a.applies {
		for sources := range uint(1) << n {
			if g.onlyApplies(sources) {
				h := g.with(a)
				h.sources[n] = sources
				take(h)
			}
		}
		return all
	}
	added := g.with(a)
	take(added)
	porf, _, _ := added.orders()
	for r := range g.accesses {
		if g.accesses[r].applies || porf[n]>>r&1 == 1 {
			continue
		}
		set := porf[n] | (1<<r - 1) | 1<<r
		if slices.ContainsFunc(g.sources[:r], func(sources uint) bool { return sources&^set != 0 }) {
			continue // an earlier read would lose a source
		}
		kept := added.keep(set)
		from := slices.Index(kept.accesses, g.accesses[r])
		last := len(kept.accesses) - 1 // where a is
		for sources := range uint(1) << last {
			if kept.onlyApplies(sources) {
				h := kept.keep(1<<(last+1) - 1)
				h.sources[from] = sources | 1<<last
				take(h)
			}
		}
	}
	return all
}

func (g *grown) onlyApplies(set uint) bool {
	for i, a := range g.accesses {
		if set>>i&1 == 1 && !a.applies {
			return false
		}
	}
	return true
}

// TestRevisitsByOneApply: a read that is added before two Applies that are not ordered cannot come after both. In the
// second program, every order of the threads begins with such a read.
func TestRevisitsByOneApply(t *testing.T) {
	for _, c := range []struct {
		program string
		threads []string
		lost    func(order []int) bool
	}{
		{"x+=1 | x+=1 | a=x", []string{"+", "+", "r"}, func(order []int) bool { return order[0] == 2 }},
		{"a=x; x+=1 | a=x; x+=1 | a=x; x+=1", []string{"r+", "r+", "r+"}, func([]int) bool { return true }},
	} {
		oracle, _, err := algostest.Explore(exhaustive.New(algos.Options{Memory: memory.CommutingSC}), smallprog.MustBuild(c.program))
		if err != nil {
			t.Fatal(err)
		}
		all := len(oracle)
		for _, order := range [][]int{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}} {
			classes := map[string]bool{}
			new(grown).reach(c.threads, order, map[string]bool{}, classes)
			if len(classes) > all || (len(classes) < all) != c.lost(order) {
				t.Errorf("%s, threads in the order %v: %d of %d classes: %q", c.program, order, len(classes), all, slices.Sorted(maps.Keys(classes)))
			}
		}
	}
}
