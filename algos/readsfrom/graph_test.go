package readsfrom_test

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/internal/rfgraph"
	"dporbench/algos/readsfrom"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/event"
)

var programs = flag.Int("programs", 15, "random programs of each kind whose graphs are checked")

// TestGraphs checks each graph visited for small random programs: that its witness is an order in which each read
// reads from the last write, that its clocks agree with porf, that hidden writes are overwritten, that no graph is
// visited twice, and that the order that decides revisits is the same for graphs with the same po and rf.
// docs/equivalences.md has the proof that uses these lemmas.
func TestGraphs(t *testing.T) {
	n := *programs
	if testing.Short() {
		n = 3
	}
	r := rand.New(rand.NewPCG(1, 0))
	for _, random := range []func(smallprog.Choices) smallprog.Program{
		smallprog.Random, smallprog.Accesses, smallprog.Contended, smallprog.Locking, smallprog.Rich, smallprog.Awaiting, smallprog.Making,
	} {
		for range n {
			p, orders := random(r), map[string]string{}
			for _, o := range []algos.Options{{}, {Order: algos.LastThread}, {Order: algos.RandomThread, Seed: r.Uint64()}} {
				if err := inspectAll(p, o, orders); err != nil {
					t.Fatalf("%v\n\t%v: %v", p, o.Order, err)
				}
			}
		}
	}
}

var errEnough = errors.New("enough has been seen")

// inspectAll explores p, or part of it, with a behaviour cache that is always full. It compares the orders of graphs with
// those in orders.
func inspectAll(p smallprog.Program, o algos.Options, orders map[string]string) error {
	built, seen := p.Build(), map[string]bool{}
	x := readsfrom.NewInspected(o, 1, func(g *rfgraph.Graph) error {
		text := textOf(g)
		if seen[text] {
			return fmt.Errorf("visited twice: %s", text)
		}
		if seen[text] = true; len(seen) > 5000 {
			return errEnough
		}
		if err := errors.Join(checkWitness(g), checkClocks(g), checkHidden(g), checkOrder(g, text, orders)); err != nil {
			return fmt.Errorf("%w: %s", err, text)
		}
		return nil
	})
	if _, err := x.Explore(context.Background(), built, func(*model.Execution) error { return nil }); !errors.Is(err, errEnough) {
		return err
	}
	return nil
}

// checkOrder compares the order of a graph with the order of the first one with the same po and rf.
func checkOrder(g *rfgraph.Graph, text string, orders map[string]string) error {
	order, ok := g.Solve(nil, nil)
	if !ok {
		return errors.New("there is no order")
	}
	names := ""
	for _, id := range order {
		names += " " + nameOf(g, id)
	}
	if first, seen := orders[text]; seen && first != names {
		return fmt.Errorf("its order is%s, and was%s", names, first)
	}
	orders[text] = names
	return nil
}

// textOf is po and rf of a graph.
func textOf(g *rfgraph.Graph) string {
	threads := make([]string, g.Threads())
	for id := range rfgraph.ID(g.Len()) {
		e := g.Event(id)
		threads[e.Thread] += fmt.Sprintf(" %v%d", e.Kind, e.Object)
		if e.Exclusive {
			threads[e.Thread] += "!"
		}
		if e.Kind == event.Read {
			threads[e.Thread] += "←" + nameOf(g, e.Source)
		}
	}
	return strings.Join(threads, " |")
}

func nameOf(g *rfgraph.Graph, w rfgraph.ID) string {
	if w == rfgraph.None {
		return "init"
	}
	return fmt.Sprintf("%d.%d", g.Event(w).Thread, g.Event(w).Index)
}

func checkWitness(g *rfgraph.Graph) error {
	order := g.Witness()
	if sorted := slices.Sorted(slices.Values(order)); len(order) != g.Len() || len(slices.Compact(sorted)) != g.Len() {
		return fmt.Errorf("the witness %v does not have each of %d events", order, g.Len())
	}
	done, last := make([]int32, g.Threads()), map[int32]rfgraph.ID{}
	for _, id := range order {
		e := g.Event(id)
		if done[e.Thread]++; done[e.Thread] != e.Index {
			return fmt.Errorf("%d comes too early in %v", id, order)
		}
		w, written := last[e.Object]
		if !written {
			w = rfgraph.None
		}
		switch e.Kind {
		case event.Read:
			if w != e.Source {
				return fmt.Errorf("%d does not read from the last write in %v", id, order)
			}
		case event.Write:
			if e.Exclusive && w != g.Event(readOf(g, id)).Source {
				return fmt.Errorf("%d is not right after its read in %v", id, order)
			}
			last[e.Object] = id
		case event.Join:
			if child := g.Last(event.ThreadID(e.Object)); child != rfgraph.None && done[e.Object] != g.Event(child).Index {
				return fmt.Errorf("%d joins too early in %v", id, order)
			}
		}
	}
	return nil
}

// readOf is the read of the update whose write is id.
func readOf(g *rfgraph.Graph, id rfgraph.ID) rfgraph.ID {
	e := g.Event(id)
	for r := id - 1; ; r-- {
		if f := g.Event(r); f.Thread == e.Thread && f.Index == e.Index-1 {
			return r
		}
	}
}

// checkClocks computes the events porf-before each event, in an order consistent with porf, and compares.
func checkClocks(g *rfgraph.Graph) error {
	before := map[rfgraph.ID]map[rfgraph.ID]bool{}
	last, spawned := make([]rfgraph.ID, g.Threads()), map[event.ThreadID]rfgraph.ID{}
	for t := range last {
		last[t] = rfgraph.None
	}
	for _, id := range g.Witness() {
		e, set := g.Event(id), map[rfgraph.ID]bool{id: true}
		after := func(other rfgraph.ID) {
			for f := range before[other] {
				set[f] = true
			}
		}
		after(last[e.Thread])
		if by, ok := spawned[e.Thread]; ok {
			after(by)
		}
		switch e.Kind {
		case event.Read:
			after(e.Source)
		case event.Join:
			after(last[e.Object])
			after(spawned[event.ThreadID(e.Object)])
		case event.Spawn:
			spawned[event.ThreadID(e.Object)] = id
		}
		before[id], last[e.Thread] = set, id
		for other := range rfgraph.ID(g.Len()) {
			if g.IsBefore(other, id) != set[other] {
				return fmt.Errorf("%d before %d in porf: %v, want %v", other, id, g.IsBefore(other, id), set[other])
			}
		}
	}
	return nil
}

// checkHidden compares Hides with its definition, for the next event of each thread.
func checkHidden(g *rfgraph.Graph) error {
	for t := range event.ThreadID(g.Threads()) {
		pred := g.Pred(t)
		for w := range rfgraph.ID(g.Len()) {
			e := g.Event(w)
			hides := e.Kind == event.Write && g.IsBefore(w, pred)
			for other := range w {
				f := g.Event(other)
				at := f.Object == e.Object && (f.Kind == event.Read || f.Kind == event.Write)
				hides = hides && (!at || g.IsBefore(other, w))
			}
			if g.Hides(w, pred) != hides {
				return fmt.Errorf("%d hides from %d: %v, want %v", w, pred, g.Hides(w, pred), hides)
			}
		}
	}
	return nil
}
