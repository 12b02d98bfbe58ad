package mutations

import "testing"

const (
	observedFile = "algos/observers/reverse.go"
	sleeperFile  = "algos/observers/sleep.go"
)

// observersPoints are what optimal DPOR with observers rests on, each with a program that has that many observed classes
// and shows the need.
var observersPoints = []point{
	{
		name:    "the reversal of two writes ends with their observer",
		program: "p: x=1 | q: x=2 | r: a=x",
		classes: 5,
		undone:  one(observedFile, "	v.add(x.seeing(r.observer, h.written(r.first)))\n", ""),
	},
	{
		name:    "and has what happens before the observer",
		program: "p: x=1; y=1 | q: x=2 | r: a=y; b=x",
		classes: 8,
		undone:  one(observedFile, "		default:\n			v.add(h.events[k])\n", ""),
	},
	{
		name:    "but not what happens after another observer",
		program: "p: x=1 | q: x=2 | r: a=x; y=1 | s: b=x; c=y",
		classes: 34,
		undone:  one(observedFile, " || v.observed(h, k)", ""),
	},
	{
		name:    "an observer that compares and swaps finds what the first one has written",
		program: "p: x=0; a=x | q: x=1; a=cas(x,0,0)",
		classes: 5,
		undone:  one(observedFile, "x.seeing(r.observer, h.written(r.first))", "h.events[r.observer]"),
	},
	{
		name:    "a write that sleeps does so past another write",
		program: "p: x=0; x=0; a=x | q: x=0",
		classes: 3,
		undone:  one(sleeperFile, "		s.overtaken = true\n", "		return awake\n"),
	},
	{
		name:    "it may go on behind that",
		program: "p: x=1 | q: x=2 | r: a=x",
		classes: 5,
		undone:  one(sleeperFile, "		s.unobserved = true\n", "		return redundant\n"),
	},
	{
		name:    "if it is observed before the next write",
		program: "p: x=1 | q: x=2 | r: x=3; a=x",
		classes: 8,
		undone:  one(sleeperFile, "	case s.unobserved && e.Kind == event.Write:\n		return redundant\n", ""),
	},
}

func TestObservers(t *testing.T) { checkPoints(t, "observers", observersPoints) }

func TestObserversUndone(t *testing.T) { checkUndone(t, "TestObservers", observersPoints) }
