package mutations

import (
	"testing"

	"dporbench/model/memory"
)

const expectingFile = "algos/sequence/expecting.go"

// expectingRules are the rules of docs/rules.md for CompareAndSwaps that fail from the buffer, each with the smallest
// program known to need it under tso-genmc.
var expectingRules = []rule{
	{point{
		name:    "R48: a write after which a CompareAndSwap waits ends a stretch",
		program: "p: x=0; a=cas(y,1,0) | q: a=cas(y,0,1)",
		classes: 2,
		undone:  one(expectingFile, "return !r.waitsAfter(w, at) })", "return true })"),
	}, "optimal"},
	{point{
		name:    "R48: even the last one",
		program: "p: x=0; a=cas(y,1,0) | q: a=cas(y,0,1); b=x",
		classes: 4,
		undone:  one(raceEndFile, "r.isExpectedEnd(int32(first)) {", "r.isExpectedEnd(int32(first)) && first < int(links.Write) {"),
	}, "pop"},
	{point{
		name:    "R48: not for a head",
		program: "p: x=0; a=cas(y,1,0) | q: a=cas(y,0,1); b=y",
		classes: 3,
		undone:  one(reversedBefore, "return t.isHead", "return false && t.isHead"),
	}, "pop"},
	{point{
		name:    "R48: only if it waits",
		program: "p: a=x | q: a=cas(x,0,1) | r: a=cas(x,1,0)",
		classes: 5,
		undone:  one(expectingFile, "return !ok || flush > w && !", "return !ok || flush >= order.None || !"),
	}, "pop"},
	{point{
		name:    "R49: a CompareAndSwap that has failed and would write",
		program: "p: a=cas(x,0,0) | q: a=cas(x,0,1)",
		classes: 2,
		undone:  one(expectingFile, "if !r.drains(i) {", "if true {"),
	}, "optimal"},
	{point{
		name:    "R49: before the flushes that it would wait for",
		program: "p: x=0; a=cas(y,0,0) | q: a=cas(y,0,1)",
		classes: 2,
		undone:  one(expectingFile, "int(flush) != at {", "int(flush) >= order.None {"),
	}, "source"},
	{point{
		name:    "R50: the walk waits for a CompareAndSwap",
		program: "p: x=0; a=cas(y,1,0) | q: a=y | r: y=1",
		classes: 5,
		undone:  one(dependentFile, "ok && expected == s.After && !x.drained(s, tau)", "ok && false && expected == 0"),
	}, "pop"},
	{point{
		name:    "R50: unless its buffer is empty",
		program: "p: a=x | q: a=cas(x,0,1) | r: a=cas(x,1,0)",
		classes: 5,
		undone:  one(dependentFile, "expected == s.After && !x.drained(s, tau)", "expected == s.After"),
	}, "pop"},
	{point{
		name:    "R58: a CompareAndSwap that waits for a flush that is asleep",
		program: "p: x=1 | q: y=1 | r: a=y; a=z; b=x | s: z=1; b=u; b=cas(x,1,0); b=y",
		classes: 35,
		undone:  one("algos/sequence/races.go", "r.machine.Expecting() && r.machine.NextStep(t).Compares()", "false && r.machine.NextStep(t).Compares()"),
	}, "source"},
}

// TestExpectingRules checks that each class of the programs is visited exactly once by all algorithms.
func TestExpectingRules(t *testing.T) { checkRules(t, expectingRules, memory.GenMCTSO) }

// TestExpectingRulesUndone undoes each rule in a copy of the source and checks that TestExpectingRules then fails for
// its algorithm.
func TestExpectingRulesUndone(t *testing.T) {
	undoRules(t, expectingRules, "TestExpectingRules")
}
