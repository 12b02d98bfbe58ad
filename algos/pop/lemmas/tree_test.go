package lemmas_test

import (
	"math/rand/v2"
	"slices"
)

// exploration builds T(E) for each node E, from the leaves up, and checks the claims at each node.
type exploration struct {
	program  program
	order    []int      // of the threads
	random   *rand.Rand // if not nil, the threads are in another order at each node
	anyOrder bool       // read-schedules that replace one event are explored in any order, not in POP's
	mutant   mutant
	claims   []claim
	checked  int    // the number of checks so far
	wrong    string // the first claim that does not hold, and where
	nodes    int    // so far; the exploration is given up when there are too many
}

// mostNodes is the largest number of nodes that can be compared with all traces.
const mostNodes = 1500

func (x *exploration) givenUp() bool { return x.wrong != "" || x.nodes > mostNodes }

// mutant is a change of the exploration, or of the walk.
type mutant int

const (
	original         mutant = iota
	withoutNew              // nothing is bad after a schedule that was not before
	withoutFreshness        // races with events of schedules are reversed, too
	walkWithoutB            // the walk does not see conflicts with events outside of schedules
	walkWithoutC            // nor schedules that come before one on its way
)

// reached is a node E of the tree, with everything found about it.
type reached struct {
	node      *node
	bad       bad
	choice    event       // choice(E)
	generated []*schedule // Gen(E, e), in the order in which they are explored
	children  []*schedule // the generated ones that are not rejected
	tree      []*node     // T(E), in its order; E is the first
	traces    []sequence  // all continuations that are ok, one of each class, if the claims ask for them
}

// claim is a statement about every node. check adds the cases it has examined to checked; the error says where the
// claim does not hold.
type claim struct {
	name   string
	traces bool // it asks for traces
	check  func(x *exploration, r *reached) error
}

// explore returns T(E), in POP's order.
func (x *exploration) explore(e *node, b bad) []*node {
	s := e.sequence()
	enabled := x.program.after(s).enabled()
	if x.nodes++; len(enabled) == 0 || x.givenUp() {
		return []*node{e}
	}
	c, ok := x.choose(s, enabled, b)
	if !ok {
		x.wrong = "(N): every event is bad after " + shown(s)
		return []*node{e}
	}
	r := &reached{node: e, bad: b, choice: c, tree: []*node{e}}
	sub := x.explore(e.extended(c), b)
	x.generateAll(r, sub)
	for i, sc := range r.generated {
		if b.oks(s, sc.events) {
			r.children = append(r.children, sc)
			r.tree = append(r.tree, x.explore(e.reversed(sc), x.badAfter(r, i))...)
		}
	}
	r.tree = append(r.tree, sub...)
	x.check(r)
	return r.tree
}

// choose is choice(E): the first event, in the order of the threads, that is not bad.
func (x *exploration) choose(s, enabled sequence, b bad) (c event, ok bool) {
	order := x.order
	if x.random != nil {
		order = x.random.Perm(len(order))
	}
	for _, t := range order {
		i := slices.IndexFunc(enabled, func(f event) bool { return f.thread == t && b.by(s.then(f)) == nil })
		if i >= 0 {
			return enabled[i], true
		}
	}
	return event{}, false
}

// generateAll finds Gen(E, e), in the order of the nodes that generate them: the nodes of T(E·e), which is sub. The
// other values of a choice are like schedules that E·e generates.
func (x *exploration) generateAll(r *reached, sub []*node) {
	s := r.node.sequence()
	for _, other := range x.program.after(s).alternatives(r.choice)[1:] {
		r.generated = append(r.generated, &schedule{at: len(s), prefix: s, first: r.choice, events: sequence{other}, depth: r.node.depth + 1})
	}
	for _, m := range sub {
		r.generated = append(r.generated, x.generate(m, len(s))...)
	}
	if x.anyOrder {
		x.random.Shuffle(len(r.generated), func(i, j int) {
			r.generated[i], r.generated[j] = r.generated[j], r.generated[i]
		})
	}
}

// badAfter is B after the schedule with number i: the events that were bad before and, if it is a read-schedule, the
// events that complete a read-schedule explored before it.
func (x *exploration) badAfter(r *reached, i int) bad {
	sc := r.generated[i]
	if !sc.isRead() || x.mutant == withoutNew {
		return r.bad
	}
	keys := map[string]bool{}
	for _, earlier := range r.generated[:i] {
		if earlier.isRead() {
			keys[earlier.events.key()] = true
		}
	}
	return append(r.bad[:len(r.bad):len(r.bad)], forbidden{sc, keys})
}

func (x *exploration) check(r *reached) {
	for _, c := range x.claims {
		if x.givenUp() {
			return
		}
		if c.traces && r.traces == nil {
			r.traces = x.program.traces(r.node.sequence(), r.bad)
		}
		if err := c.check(x, r); err != nil {
			x.wrong = c.name + ": " + err.Error() + ", after " + shown(r.node.sequence()) + " with " + r.choice.String()
		}
	}
}
