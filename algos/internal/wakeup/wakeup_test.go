package wakeup

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"dporbench/model/event"
	"dporbench/model/order"
)

// sequence parses events such as "pWx qRy", each the next one of its thread.
func sequence(text string) []event.Event {
	kinds := map[byte]event.Kind{'R': event.Read, 'W': event.Write, 'U': event.Update, 'L': event.Lock}
	var v []event.Event
	for word := range strings.FieldsSeq(text) {
		e := event.Event{Thread: event.ThreadID(word[0] - 'p'), Index: 1, Kind: kinds[word[1]], Access: event.Access{Object: int32(word[2] - 'x')}}
		for _, f := range v {
			if f.Thread == e.Thread {
				e.Index = f.Index + 1
			}
		}
		v = append(v, e)
	}
	return v
}

func word(e event.Event) string {
	return fmt.Sprintf("%c%c%c", 'p'+byte(e.Thread), " RWUL"[e.Kind], 'x'+byte(e.Object))
}

// leaves are the sequences of the leaves of t, from left to right.
func (p *Pool) leaves(t Tree) []string {
	var all []string
	for n := t.first; n != noNode; n = p.at(n).sibling {
		m := p.at(n)
		var words []string
		for _, e := range m.chain[m.from:m.to] {
			words = append(words, word(e.Event()))
		}
		w := strings.Join(words, " ")
		below := p.leaves(Tree{m.child})
		if len(below) == 0 {
			all = append(all, w)
		}
		for _, b := range below {
			all = append(all, w+" "+b)
		}
	}
	return all
}

// count is the number of events in t, found by walking it.
func (p *Pool) count(t Tree) int {
	count := 0
	for n := t.first; n != noNode; n = p.at(n).sibling {
		m := p.at(n)
		count += int(m.to-m.from) + p.count(Tree{m.child})
	}
	return count
}

// weakInitial reports whether e, the next event of its thread after E, may come first in v
// after E, up to equivalence and to a continuation of v: e.th ∈ WI[E](v). It may if it is
// independent of all of v (then it is not in v, and at is order.None), or of all that comes
// before it in v (then at is its place).
func weakInitial(e event.Event, v []event.Event) (at int, ok bool) {
	for i := range v {
		f := &v[i]
		if f.Thread == e.Thread {
			return i, true
		}
		if event.Dependent(e, *f) {
			return order.None, false
		}
	}
	return order.None, true
}

// events is a Sequence that follows the definition literally.
type events []event.Event

func (v *events) Descend(chain []Event) int {
	for n, e := range chain {
		at, ok := weakInitial(e.Event(), *v)
		if !ok {
			return n
		}
		if at != order.None {
			*v = slices.Delete(*v, at, at+1)
		}
	}
	return len(chain)
}

func (v *events) Rest() []event.Event { return *v }

func (p *Pool) insert(t *Tree, v []event.Event) {
	rest := events(v)
	p.Insert(t, &rest, nil)
}

func TestWeakInitial(t *testing.T) {
	for _, c := range []struct {
		event, v string
		at       int
		ok       bool
	}{
		{"pWx", "pWx", 0, true},
		{"pWx", "qWy pWx", 1, true},           // in v, and independent of what comes before it
		{"pWx", "qRx pWx", order.None, false}, // not so
		{"pWx", "qWy rRz", order.None, true},  // not in v, and independent of it
		{"pWx", "qWy rRx", order.None, false},
		{"pRx", "qRx pRx", 1, true},
		{"pRx", "qUx pRx", order.None, false},
		{"pLx", "qWx", order.None, true}, // the mutex and the variable of one number
		{"pLx", "qLx", order.None, false},
		{"pWx", "", order.None, true},
	} {
		at, ok := weakInitial(sequence(c.event)[0], sequence(c.v))
		if at != c.at || ok != c.ok {
			t.Errorf("%s in %q: got %d, %v, want %d, %v", c.event, c.v, at, ok, c.at, c.ok)
		}
	}
}

func TestInsert(t *testing.T) {
	for _, c := range []struct {
		doc    string
		insert []string
		want   []string
	}{
		{"a branch", []string{"pWx qRx"}, []string{"pWx qRx"}},
		{"siblings in the order of insertion", []string{"qWx", "pWx", "rWx"}, []string{"qWx", "pWx", "rWx"}},
		{"the same again", []string{"pWx qRx", "pWx qRx"}, []string{"pWx qRx"}},
		{"a prefix", []string{"pWx qRx", "pWx"}, []string{"pWx qRx"}},
		{"an extension: the leaf stands for it", []string{"pWx", "pWx qRx"}, []string{"pWx"}},
		{"an equivalent sequence", []string{"pWx qWy", "qWy pWx"}, []string{"pWx qWy"}},
		{"an equivalent beginning", []string{"pWx qWy rRx", "qWy rRx pWx"}, []string{"pWx qWy rRx", "qWy rRx pWx"}},
		{"branching below", []string{"pWx qWy rRy", "pWx rRy qWy"}, []string{"pWx qWy rRy", "pWx rRy qWy"}},
		{"branching below, up to equivalence", []string{"pWx qWy rRy", "rRy pWx qWy"}, []string{"pWx qWy rRy", "pWx rRy qWy"}},
		{"leftmost of two that would do", []string{"pWx", "qWx", "rWy pWx", "rWy qWx"}, []string{"pWx", "qWx"}},
		{"independent of all", []string{"pWx", "qWy"}, []string{"pWx"}},
		{"independent of the branch but not of a sibling", []string{"pWx qRy", "qRy rWy", "rWy"}, []string{"pWx qRy", "pWx rWy"}},
		{"reads before a write and after it", []string{"pRx qWx", "qWx pRx", "rRx qWx", "rRx pRx qWx"}, []string{"pRx qWx", "pRx rRx qWx", "qWx pRx", "rRx qWx"}},
		{"a CompareAndSwap that fails first and succeeds second", []string{"pRx qWx", "qWx pUx"}, []string{"pRx qWx", "qWx pUx"}},
		{"two CompareAndSwaps that fail", []string{"pRx qRx", "qRx pRx"}, []string{"pRx qRx"}},
		{"two of which the first one succeeds", []string{"pUx qRx", "qUx pRx"}, []string{"pUx qRx", "qUx pRx"}},
	} {
		var pool Pool
		var tree Tree
		for _, v := range c.insert {
			pool.insert(&tree, sequence(v))
		}
		if got := pool.leaves(tree); !slices.Equal(got, c.want) {
			t.Errorf("%s: got %q, want %q", c.doc, got, c.want)
		}
		if got, want := pool.Nodes(), pool.count(tree); got != want {
			t.Errorf("%s: counts %d nodes, there are %d", c.doc, got, want)
		}
	}
}

func TestTake(t *testing.T) {
	var pool Pool
	var tree Tree
	for _, v := range []string{"pWx qRx", "qRx rWx pWx", "qRx pWx", "rWx"} {
		pool.insert(&tree, sequence(v))
	}
	for _, want := range []struct {
		event        string
		below, still []string
	}{
		{"pWx", []string{"qRx"}, []string{"qRx rWx pWx", "qRx pWx", "rWx"}},
		{"qRx", []string{"rWx pWx", "pWx"}, []string{"rWx"}},
		{"rWx", nil, nil},
	} {
		e, below := pool.Take(&tree)
		if first := sequence(want.event)[0]; e.Thread != first.Thread || e.Event().Kind != first.Kind || !slices.Equal(pool.leaves(below), want.below) || !slices.Equal(pool.leaves(tree), want.still) {
			t.Errorf("took %v, below it %q, next to it %q, want %v", e, pool.leaves(below), pool.leaves(tree), want)
		}
		pool.drop(below)
	}
	if !tree.Empty() || pool.Nodes() != 0 {
		t.Errorf("%d nodes left of nothing", pool.Nodes())
	}
}

// drop takes everything from a tree.
func (p *Pool) drop(t Tree) {
	for !t.Empty() {
		_, below := p.Take(&t)
		p.drop(below)
	}
}

// TestPool checks that nodes are reused, and that a pool in use allocates
// nothing.
func TestPool(t *testing.T) {
	var pool Pool
	v, w := sequence("pWx qRx rWy"), sequence("qRx rWy pWx")
	scratch := make(events, 3)
	insert := func(t *Tree, v events) {
		scratch = scratch[:3]
		copy(scratch, v)
		pool.Insert(t, &scratch, nil)
	}
	allocations := testing.AllocsPerRun(100, func() {
		var tree Tree
		insert(&tree, v)
		insert(&tree, w)
		pool.drop(tree)
	})
	if allocations != 0 || len(pool.nodes) != 2 {
		t.Errorf("%v allocations and %d nodes, want 0 and 2", allocations, len(pool.nodes))
	}
}

// TestInsertCovers checks on random sequences the purpose of Insert: one of the
// leaves is compatible with the sequence, and no two leaves are compatible with
// each other.
func TestInsertCovers(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for range 3000 {
		var pool Pool
		var tree Tree
		for range 2 + r.IntN(4) {
			v := random(r)
			pool.insert(&tree, slices.Clone(v))
			all := pool.leaves(tree)
			if !slices.ContainsFunc(all, func(leaf string) bool { return compatible(sequence(leaf), v) }) {
				t.Fatalf("%q does not cover %v", all, v)
			}
			for i, a := range all {
				for _, b := range all[:i] {
					if compatible(sequence(a), sequence(b)) {
						t.Fatalf("%q: %q and %q overlap", all, b, a)
					}
				}
			}
		}
	}
}

// random returns a sequence of one event each of some of four threads; a thread always has
// the same event.
func random(r *rand.Rand) []event.Event {
	v := sequence("pWx qRx rWy sRy")
	r.Shuffle(len(v), func(i, j int) { v[i], v[j] = v[j], v[i] })
	return v[:1+r.IntN(len(v))]
}

// compatible is v ~ w: both can be continued so that they become equivalent. They cannot if
// one of two dependent events comes first in v and the other one in w; a missing event
// comes last.
func compatible(v, w []event.Event) bool {
	for _, e := range v {
		for _, f := range w {
			if event.Dependent(e, f) && comesFirst(v, e, f) && comesFirst(w, f, e) {
				return false
			}
		}
	}
	return true
}

func comesFirst(v []event.Event, e, f event.Event) bool {
	i, j := slices.Index(v, e), slices.Index(v, f)
	return i >= 0 && (j < 0 || i < j)
}
