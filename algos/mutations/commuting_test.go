package mutations

import (
	"testing"

	"dporbench/model/memory"
)

const (
	commutingOrder = "model/order/commuting.go"
	commutingFile  = "algos/sequence/commuting.go"
)

// commutingRules are the rules of docs/rules.md for updates that commute, each with the smallest
// program known to need it under sc-commuting.
var commutingRules = []rule{
	{point{
		name:    "R33: the schedule of an Apply is a read-schedule",
		program: "p: a=x | q: x+=0 | r: x+=0",
		classes: 4,
		undone:  one(scheduleFile, "return s.Head.Kind.Commutes()", "return s.Head.Kind == event.Read"),
	}, "pop"},
	{point{
		name:    "R33: and an Apply may be asleep",
		program: "p: x+=0 | q: x+=0 | r: a=x",
		classes: 4,
		undone:  one(eager, "!t.At(last).Kind.Commutes() || !sleep.Asleep()", "t.At(last).Kind != event.Read || !sleep.Asleep()"),
	}, "pop"},
	{point{
		name:    "R34: it comes before heads of its kind alone",
		program: "p: x+=0 | q: x+=0 | r: a=x",
		classes: 4,
		undone:  one(asleepFile, "e.Kind == s.Head.Kind && ", "e.Kind == event.Read && "),
	}, "pop"},
	{point{
		name:    "R35: a CompareAndSwap sees the Applies before it",
		program: "p: a=cas(x,0,0) | q: x-=1; b=x | r: x+=0",
		classes: 7,
		undone:  one(dependentFile, "value = op.Apply(value, operand)", "_, _ = op, operand"),
	}, "pop"},
	{point{
		name:    "R31: an access comes after all of the phase before it",
		program: "p: x+=0; a=x | q: x+=0",
		classes: 2,
		undone:  one(commutingOrder, "		w = o.beforeInPhase(w)", "		w = None"),
	}, "pop"},
	{point{
		name:    "R32: a race keeps the edges from the rest of a phase",
		program: "p: a=x; x+=0 | q: a=x | r: x+=0",
		classes: 7,
		undone:  one(raceEndFile, " && !r.HasApply(first, at)", ""),
	}, "source"},
	{point{
		name:    "R32: also in a program that waits for something else",
		program: "p: a=x; x+=0; a=x; a=await y==0 | q: x+=0; x+=0",
		classes: 6,
		undone:  one(racesFile, " || r.HasApply(w, at)", ""),
	}, "pop"},
	{point{
		name:    "R39: backtracking points before the last write",
		program: "p: x+=0; a=x | q: x+=0",
		classes: 2,
		undone:  one(backtrack, "if !x.Commuting() {", "if true {"),
	}, "fgdpor"},
	{point{
		name:    "R37: a CompareAndSwap that is moved sees the rest of a phase",
		program: "p: x-=0 | q: x+=1; a=x | r: b=cas(x,0,0)",
		classes: 7,
		undone:  one(reverse, "x.ValueReversed(first, second) == expected", "x.Run.Machine.Overwritten(first) == expected"),
	}, "optimal"},
	{point{
		name:    "R38: what comes first in a sequence",
		program: "p: x+=0 | q: a=x | r: a=x",
		classes: 4,
		undone:  one("algos/optimal/optimal.go", "optimal.Buffered() || optimal.Commuting()", "optimal.Buffered()"),
	}, "optimal"},
	{point{
		name:    "R36: an Apply of its kind leaves a head in force",
		program: "p: x+=0; x+=0 | q: a=x; x+=0 | r: a=x",
		classes: 15,
		undone:  one(commutingFile, "	if r.Commuting() {", "	if false {"),
	}, "pop"},
	{point{
		name:    "R36: and a stored schedule",
		program: "p: x+=0; x+=0 | q: x+=0 | r: a=x",
		classes: 6,
		undone:  one(commutingFile, "	if r.Commuting() {", "	if false {"),
	}, "pop-naive"},
	{point{
		name:    "R55: an await races with all of a phase",
		program: "p: x+=1 | q: x+=0; await x>=1",
		classes: 1,
		undone:  one("algos/sequence/waiting.go", " || r.Commuting() && r.At(first).Kind.Applies()", ""),
	}, "pop"},
	{point{
		name:    "R55: as the others leave it",
		program: "p: x+=0 | q: x+=1; await x>=1",
		classes: 2,
		undone:  one("algos/sequence/waiting.go", "!guard.Holds(r.ValueReversed(int(first), at))", "!guard.Holds(r.machine.Overwritten(int(first)))"),
	}, "optimal"},
	{point{
		name:    "R56: and the Applies of its schedule",
		program: "p: x+=0; x+=1 | q: x+=1; await x>=1 | r: a=x",
		classes: 15,
		undone:  one(dependentFile, "!guard.Holds(x.valueAfter(s, tau))", "!guard.Holds(s.After)"),
	}, "pop"},
	{point{
		name:    "R57: backtracking points at all of a phase",
		program: "p: await x>=1 | q: x+=1 | r: x+=1",
		classes: 3,
		undone:  one(backtrack, "	if x.Commuting() {", "	if false {"),
	}, "fgdpor"},
}

// TestCommutingRules checks that each class of the programs is visited exactly once by all
// algorithms that support commuting updates.
func TestCommutingRules(t *testing.T) { checkRules(t, commutingRules, memory.CommutingSC) }

// TestCommutingRulesUndone undoes each rule in a copy of the source and checks that
// TestCommutingRules then fails for its algorithm.
func TestCommutingRulesUndone(t *testing.T) { undoRules(t, commutingRules, "TestCommutingRules") }
