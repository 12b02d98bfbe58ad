package lemmas_test

// mark says how an event came into a sequence.
type mark byte

const (
	outside mark = iota // by itself
	inside              // in a schedule, not as its head
	atHead              // as the head of a schedule; or as a choice of a value other than 0, which is like one
)

type item struct {
	event
	mark     mark
	schedule *schedule // of a head
}

// schedule is a record: a schedule that a node has generated.
type schedule struct {
	at     int      // |E1|
	prefix sequence // E1
	first  event    // e
	tail   []item   // E2
	events sequence // σ, with the kinds that its events have after E1
	depth  int      // of nested reversals, if it is explored as soon as it is found
}

func (s *schedule) head() event  { return s.events.last() }
func (s *schedule) isRead() bool { return s.head().kind == read }

// node is a node of the tree: a sequence with marks.
type node struct {
	items []item
	depth int // of the last schedule on the way to it, in which it is explored
}

func (n *node) sequence() sequence {
	s := make(sequence, len(n.items))
	for i, it := range n.items {
		s[i] = it.event
	}
	return s
}

// extended is n with another event.
func (n *node) extended(e event) *node {
	return &node{append(n.items[:len(n.items):len(n.items)], item{event: e}), n.depth}
}

// reversed is n with a schedule.
func (n *node) reversed(s *schedule) *node {
	items := n.items[:len(n.items):len(n.items)]
	for _, e := range s.events {
		items = append(items, item{event: e, mark: inside})
	}
	items[len(items)-1].mark, items[len(items)-1].schedule = atHead, s
	return &node{items, s.depth}
}

// fresh reports whether the last event is not inside a schedule, and all heads from place from on are in its past.
func (n *node) fresh(from int, past uint64) bool {
	if n.items[len(n.items)-1].mark == inside {
		return false
	}
	return n.headsWithin(from, past)
}

func (n *node) headsWithin(from int, past uint64) bool {
	for i := from; i < len(n.items); i++ {
		if n.items[i].mark == atHead && past>>i&1 == 0 {
			return false
		}
	}
	return true
}
