package mutations

import (
	"testing"

	"dporbench/model/memory"
)

const (
	reversedBefore = "algos/internal/parsimonious/surroundings.go"
	guardNext      = "algos/trust/next.go"
	guardRules     = "algos/trust/await.go"
	graphAdd       = "algos/internal/graph/add.go"
	graphClocks    = "algos/internal/graph/clocks.go"
)

// awaitRules are the rules of docs/rules.md for awaits, and for the Locks of TruSt, each with the smallest program known to need it.
var awaitRules = []rule{
	{point{
		name:    "R10: an await races with the end of each stretch",
		program: "p: when x==0 x=1; x=0 | q: when x==0 x=0",
		classes: 2,
		undone:  one(waitingFile, "if holds && !held {", "if holds && !held && false {"),
	}, "optimal"},
	{point{
		name:    "R11: the past is without the edges that go away",
		program: "p: when x==0 x=1; x=0 | q: when x==0 x=0",
		classes: 2,
		undone:  one(waitingFile, "	past := r.Predecessors(second)\n	held", "	past := r.Predecessors(RaceEnd{second.Thread, 0, second.At, max(second.before, second.At)})\n	held"),
	}, "pop"},
	{point{
		name:    "R11: the schedule is without what goes away",
		program: "p: when x==0 x=1; x=0 | q: when x==0 x=0",
		classes: 2,
		undone:  one(raceEndFile, "first < int(links.Write) && !r.HasApply(first, at):", "first < int(links.Write) && r.Event(at).Kind == event.Lock:"),
	}, "pop"},
	{point{
		name:    "R12: an await pending forever is reversed",
		program: "p: x=1 | q: await x==0",
		classes: 2,
		undone:  one(racesFile, "range r.AppendStretchEnds(nil, t) {", "range r.AppendStretchEnds(nil, t)[:0] {"),
	}, "pop"},
	{point{
		name:    "R13: a plain race needs a value that satisfies",
		program: "p: x=1 | q: await x==1",
		classes: 1,
		undone:  one(waitingFile, "return r.isLastWrite(int(first), at) && !guard.Holds(r.ValueReversed(int(first), at))", "return false"),
	}, "pop"},
	{point{
		name:    "R14: the head of a schedule has had its stretches",
		program: "p: when x==0 x=1; x=0; b=x | q: when x==0 x=0",
		classes: 3,
		undone:  one(reversedBefore, "return t.isHead", "return false && t.isHead"),
	}, "pop"},
	{point{
		name:    "R15: what waits right after e is not in the way until the rest is done",
		program: "p: when x==0 x=1; x=0 | q: await x==0 | r: await x==0",
		classes: 4,
		undone:  one(dependentFile, "guard != nil && !guard.Holds(x.valueAfter(s, tau))", "guard != nil && false"),
	}, "pop"},
	{point{
		name:    "R16: its race is found on the path outside schedules",
		program: "p: b=await x<1 | q: y=1; a=await x==0 | r: a=await y>=0; update x; b=when y!=2 y=0",
		classes: 10,
		undone:  one(comesFile, "			if at < 0 {", "			if at < 0 && t.waits && len(t.rem) == 0 {\n				continue\n			}\n			if at < 0 {"),
	}, "pop"},
	{point{
		name:    "R16: where it is executed again",
		program: "p: when x==0 x=1; x=0 | q: await x==0 | r: await x==0",
		classes: 4,
		undone:  one(comesFile, " || same(&c.Event, f) {", " || !t.waits && same(&c.Event, f) {"),
	}, "pop"},
	{point{
		name:    "R16: pending awaits follow the execution",
		program: "p: x=1 | q: await x==0 | r: await x==0",
		classes: 4,
		undone:  one(dependentFile, " && s.Pending && ", " && s.Pending && false && "),
	}, "pop"},
	{point{
		name:    "R16: in the order of their threads",
		program: "p: x=1 | q: await x==0 | r: await x==0",
		classes: 4,
		undone:  one(dependentFile, " && x.Run.Machine.TriedBefore(x.At(int(t.head)).Thread, s.Second.Thread)", ""),
	}, "pop"},
	{point{
		name:    "R17: the value right after e is the one that the next write replaced",
		program: "p: when x==0 x=1; x=0 | q: await x==0 | r: await x==0",
		classes: 4,
		undone:  one(readerFile, "	if next == order.None {", "	if true {"),
	}, "pop"},
	{point{
		name:    "R18: backtracking points at the ends of stretches",
		program: "p: a=x; b=when y==0 y=0 | q: a=when y==0 y=1; b=y",
		classes: 2,
		undone:  one(backtrack, "for _, i := range x.ends {", "for _, i := range x.ends[:0] {"),
	}, "fgdpor"},
	{point{
		name:    "R4: pending awaits of blocked explorations",
		program: "p: a=cas(x,0,0) | q: y=b+0 | r: y=2; a=await y==2; x=a+0",
		classes: 5,
		undone:  one(racesFile, "guard != nil && !r.machine.Enabled(t) {", "guard != nil && !r.machine.Enabled(t) && r.machine.NextEnabled(event.NoThread) == event.NoThread {"),
	}, "source"},
	{point{
		name:    "R40: a Lock that never gets the mutex might have been first",
		program: "p: lock l | q: lock l",
		classes: 2,
		undone:  one(lock, "	return x.readEarlier(t, s)", "	return nil"),
	}, "trust"},
	{point{
		name:    "R40: a read that took the mutex in place is maximal",
		program: "p: a=x | q: lock l; go { update x }; unlock l | r: lock m; unlock m; lock l",
		classes: 3,
		undone:  one(maximal, "!x.isPrevious(w, e.Stamp, pred) && x.acquiredInPlace(e)", "!x.isPrevious(w, e.Stamp, pred) && x.acquiredInPlace(e) && false"),
	}, "trust"},
	{point{
		name:    "R41: an unmet read comes before no other write",
		program: "p: x=2; x=0; lock l | q: lock l; await x!=2",
		classes: 3,
		undone:  one(graphClocks, "if !g.events[reader].Unmet {", "if true {"),
	}, "trust"},
	{point{
		name:    "R41: an unmet read comes after its write",
		program: "p: x=1; x=0 | q: await x==0",
		classes: 2,
		undone:  one(graphAdd, "g.place(r, a, from, g.readAfter(t, a, w), None)", "g.place(r, a, from, from, None)"),
	}, "trust"},
	{point{
		name:    "R41: an unmet read is in no porf with its write",
		program: "p: x=0 | q: x=1 | r: await x==0; y=1 | s: cas(y,0,0)",
		classes: 9,
		undone:  one(graphAdd, "from, later = start, None", "later = None"),
	}, "trust"},
	{point{
		name:    "R42: what waits reads at the end",
		program: "p: x=1 | q: await x==0",
		classes: 2,
		undone:  one(guardNext, "		return x.nextUnmet()", "		return 0, operation.Step{}, false"),
	}, "trust"},
	{point{
		name:    "R42: it reads again from another last write",
		program: "p: when x==0 x=1; x=0; x=1 | q: await x==0",
		classes: 3,
		undone:  one(guardRules, "Unmet && x.Graph.Later(x.Graph.Event(r).Source) == graph.None", "Unmet"),
	}, "trust"},
	{point{
		name:    "R43: the end of the stretch revisits an await",
		program: "p: x=1 | q: await x==0",
		classes: 2,
		undone:  one(guardRules, "	return x.inStretch(s, stamp, w)", "	return s.Enabled(value) && x.inStretch(s, stamp, w)"),
	}, "trust"},
	{point{
		name:    "R43: nothing beyond it does",
		program: "p: when x==0 x=1; x=0 | q: await x==0",
		classes: 2,
		undone:  one(guardRules, "	return x.inStretch(s, stamp, w)", "	return true"),
	}, "trust"},
	{point{
		name:    "R43: an earlier write satisfies",
		program: "p: x=0 | q: x=1 | r: await x==1",
		classes: 3,
		undone:  one(guardRules, "		return s.Enabled(value)\n", "		return true\n"),
	}, "trust"},
	{point{
		name:    "R44: nothing else ends the stretch",
		program: "p: x=0 | q: x=1 | r: await x==0",
		classes: 5,
		undone:  one(guardRules, "	first := x.firstAfter(w)\n", "	return false\n	first := x.firstAfter(w)\n"),
	}, "trust"},
	{point{
		name:    "R45: what a revisit keeps is settled",
		program: "p: x=0 | q: x=1 | r: await x==0; y=1 | s: cas(y,0,0)",
		classes: 9,
		undone:  one(guardRules, " && !x.isSettled(r)", ""),
	}, "trust"},
	{point{
		name:    "R46: an unmet read is maximal",
		program: "p: x=2; x=0; lock l | q: lock l; await x!=2",
		classes: 3,
		undone:  one("algos/trust/maximal.go", "(e.Unmet || x.isLast", "(x.isLast"),
	}, "trust"},
}

// TestAwaitRules checks that each class of the programs is visited exactly once by all
// algorithms.
func TestAwaitRules(t *testing.T) { checkRules(t, awaitRules, memory.SC) }

// TestAwaitRulesUndone undoes each rule in a copy of the source and checks that TestAwaitRules
// then fails for its algorithm.
func TestAwaitRulesUndone(t *testing.T) { undoRules(t, awaitRules, "TestAwaitRules") }
