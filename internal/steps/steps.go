// Package steps records explorations one event at a time: the events that an algorithm executes, the races it finds, the
// events asleep and why, and its sleep sets, trees and tails meanwhile, each with the lines of its pseudo-code. A recording is data: the page goes
// through it forwards and back, and the command step writes it as text.
//
// It is made by an [algos.Watcher], and does not run the algorithm again in another way.
package steps

// Kind is the kind of a [Step].
type Kind string

// The kinds of steps.
const (
	Execute Kind = "execute" // E has become one event longer
	Ask     Kind = "ask"     // whether the last event of E is asleep: a walk of POP
	Race    Kind = "race"    // a race is found that will be reversed
	Branch  Kind = "branch"  // E is taken back, to explore something else from there
	Asleep  Kind = "asleep"  // an event is not explored, because a sleep set contains it
	Blocked Kind = "blocked" // a schedule is not explored, because its last event is asleep
	Barren  Kind = "barren"  // every enabled thread is asleep: redundant
	Output  Kind = "output"  // E is maximal
	Return  Kind = "return"  // E is taken back, and in POP the rest of an interrupted execution restored
)

// Recording is an exploration step by step.
type Recording struct {
	Program   string   `json:"program"`
	Algorithm string   `json:"algorithm"`
	Source    string   `json:"source"` // of the listing
	Listing   []Line   `json:"listing"`
	Threads   []string `json:"threads"`
	Nodes     []Node   `json:"nodes"` // the tree of all E, the empty one first
	Steps     []Step   `json:"steps"`
	Complete  bool     `json:"complete"` // the exploration has ended; otherwise there are more steps
}

// Node is an E: another E and one event.
type Node struct {
	Parent int     `json:"parent"` // its index; -1 for the empty E
	Thread int     `json:"thread"`
	Text   string  `json:"text"`   // of the event
	Before []int32 `json:"before"` // the positions of the events directly before it in happens-before
	Races  []int32 `json:"races"`  // and of the earlier ones that it races with
}

// Step is a step of an exploration.
type Step struct {
	Kind  Kind   `json:"kind"`
	Lines []int  `json:"lines"` // of the listing
	Text  string `json:"text"`  // a sentence
	Node  int    `json:"node"`  // E after it
	// Race are the positions in E of the two events of a race; the second is -1 if it is not in E.
	Race  []int `json:"race,omitempty"`
	Holds State `json:"holds"`
}

// State is an algos.State as text.
type State struct {
	Asleep    []After  `json:"asleep,omitempty"`    // sleep sets
	Waiting   []After  `json:"waiting,omitempty"`   // backtrack sets, wakeup trees; a line for each event, indented below the one before
	Schedules [][2]int `json:"schedules,omitempty"` // the positions in E of the first event and of the head of each schedule
	Tails     []Tail   `json:"tails,omitempty"`
	Walks     []Walk   `json:"walks,omitempty"`
	Sources   []string `json:"sources,omitempty"` // reads-from
	Order     []string `json:"order,omitempty"`   // coherence order
}

// After is something after the prefix of E of length At.
type After struct {
	At    int      `json:"at"`
	Lines []string `json:"lines"`
}

// Tail is the rest e·E2 of an interrupted execution E1·e·E2, where |E1| is At.
type Tail struct {
	At     int      `json:"at"`
	Events []string `json:"events"`
	Second string   `json:"second"` // e'
}

// Walk is a walk of POP along a tail.
type Walk struct {
	Text  string     `json:"text"`
	Steps []WalkStep `json:"steps"`
}

// WalkStep is a decision at an event.
type WalkStep struct {
	Line int    `json:"line"`
	Text string `json:"text"`
}
