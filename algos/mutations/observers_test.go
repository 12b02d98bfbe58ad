package mutations

import "testing"

const (
	observedFile = "algos/observers/reverse.go"
	sleeperFile  = "algos/observers/sleep.go"
	observedWait = "algos/observers/awaits.go"
	observedEnd  = "algos/observers/ending.go"
	observedPart = "algos/internal/observed/part.go"
)

// observersPoints are what optimal DPOR with observers rests on, each with a program that shows the need, and the
// number of its observed classes.
var observersPoints = []point{
	{
		name:    "the reversal of two writes ends with their observer",
		program: "p: x=1 | q: x=2 | r: a=x",
		classes: 5,
		undone:  one(observedFile, "	v.add(last)\n	return last, true", "	return last, true"),
	},
	{
		name:    "and has what happens before the observer",
		program: "p: x=1; y=1 | q: x=2 | r: a=y; b=x",
		classes: 8,
		undone:  one(observedFile, "		default:\n			v.add(h.Events[k])\n", ""),
	},
	{
		name:    "but not what happens after another observer",
		program: "p: x=1 | q: x=2 | r: a=x; y=1 | s: b=x; c=y",
		classes: 34,
		undone:  one(observedFile, " || h.IsBehind(v.observers, k)", ""),
	},
	{
		name:    "an observer that compares and swaps finds what the first one has written",
		program: "p: x=0; a=x | q: x=1; a=cas(x,0,0)",
		classes: 5,
		undone:  one(observedFile, "x.seeing(v.observers[o], x.valueAfter(r.First, h.Events[r.First].Object))", "h.Events[v.observers[o]]"),
	},
	{
		name:    "a write that sleeps does so past another write",
		program: "p: x=0; x=0; a=x | q: x=0",
		classes: 3,
		undone:  one(sleeperFile, "		s.overtaken = true\n", "		return awake\n"),
	},
	{
		name:    "it may continue after that",
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
	{
		name:    "R51: an await comes before all writes whose order is open",
		program: "p: x=1 | q: x=1 | r: await x==0",
		classes: 2,
		undone:  one(observedWait, "	x.move(a, p.Writes, false)\n", ""),
	},
	{
		name:    "R51: or before one of them, which comes after the others",
		program: "p: x=0; x=0 | q: x=1; await x==1",
		classes: 4,
		undone:  one(observedWait, "	x.move(a, nil, false)\n", ""),
	},
	{
		name:    "R51: or after that one",
		program: "p: x=1 | q: x=2 | r: await x==1",
		classes: 3,
		undone:  one(observedWait, "	x.moveBehind(a, p.Writes)\n", ""),
	},
	{
		name:    "R51: their order is open if the variable has not been read since",
		program: "p: x=0; await x==0 | q: x=0",
		classes: 3,
		undone:  one(observedPart, "case accesses && e.Kind != event.Write:", "case false:"),
	},
	{
		name:    "R51: unless that leads to what has been explored",
		program: "p: x=0 | q: await x==0",
		classes: 2,
		undone:  one(observedWait, "if !v.weakInitial(sleeper{Event: p.Events[p.First]}) {", "{"),
	},
	{
		name:    "R52: an await that waits does not come before the write that it waits for",
		program: "p: x=1 | q: await x==1",
		classes: 1,
		undone:  one(observedFile, ", !x.waited(r.Second)", ", true"),
	},
	{
		name:    "R52: nor is it an observer of another one",
		program: "p: x=0; await x==0 | q: x=1",
		classes: 3,
		undone:  one(observedFile, "return !x.waited(o) })", "return true })"),
	},
	{
		name:    "R53: an await may have waited at each set of writes",
		program: "p: x=0; y=0; x=0 | q: x=2; a=y; await x==2",
		classes: 6,
		undone:  one(observedWait, "			x.moveBehind(a, writes[i+1:])\n", "			_ = i\n"),
	},
	{
		name:    "R54: a write is the last one if it leaves a thread waiting",
		program: "p: x=1; await x==1 | q: x=2",
		classes: 3,
		undone:  one(observedWait, "			x.reverseEnding()\n", ""),
	},
	{
		name:    "R54: other orders of its class are not maximal",
		program: "p: x=1; await x==1 | q: x=2",
		classes: 3,
		undone:  one(observedEnd, "	return v.arrange(v.tried, from+1)", "	return true"),
	},
	{
		name:    "R54: if nothing else can continue",
		program: "p: x=0; a=x | q: x=1; when x==0 x=0",
		classes: 4,
		undone:  one(observedEnd, "		if v.goesOn(t) {", "		if v.goesOn(t) && false {"),
	},
	{
		name:    "R54: since its thread fell asleep",
		program: "p: a=x; x=0; await x==0 | q: x=1",
		classes: 4,
		undone:  one("algos/observers/sleep.go", ", from: int32(len(s.from) - 1)", ""),
	},
}

func TestObservers(t *testing.T) { checkPoints(t, "observers", observersPoints) }

func TestObserversUndone(t *testing.T) { checkUndone(t, "TestObservers", observersPoints) }
