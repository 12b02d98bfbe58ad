package mutations

import (
	"testing"

	"dporbench/model/memory"
)

const (
	bufferOrder = "model/order/buffered.go"
	written     = "algos/optimal/written.go"
)

// bufferRules are the rules of docs/rules.md for store buffers, each with the smallest program known to
// need it under TSO.
var bufferRules = []rule{
	{point{
		name:    "R19: a Load of an own store has no edge from its flush",
		program: "p: x=1; a=x",
		classes: 1,
		undone:  one(bufferOrder, "if !e.ReadsOwn() {", "if true {"),
	}, "pop"},
	{point{
		name:    "R20: a flush takes over the reads of its store",
		program: "p: x=1; a=x | q: x=1",
		classes: 3,
		undone:  one(bufferOrder, "		*x = accesses{at, None}\n		if e.IsFlush() {", "		*x = accesses{at, None}\n		if false {"),
	}, "pop"},
	{point{
		name:    "R21: races in the order of positions",
		program: "p: x=1; a=x; b=y | q: x=1 | r: y=1; x=1",
		classes: 19,
		undone:  one(bufferOrder, "	for ; r > x.write; r =", "	for ; r != None; r ="),
	}, "pop"},
	{point{
		name:    "R30: backtracking points at reads of a buffer",
		program: "p: update x | q: y=1; x=1; a=x",
		classes: 3,
		undone:  one(backtrack, "if next.Kind.Writes() && x.Buffered() {", "if false {"),
	}, "fgdpor"},
	{point{
		name:    "R22: first the Load behind the flush comes after the write",
		program: "p: x=1; a=x | q: x=1",
		classes: 3,
		undone:  one(bufferOrder, "b.ownReadFirst(clock, x), x.read", "false, x.read"),
	}, "pop"},
	{point{
		name:    "R22: but a race for Optimal-DPOR",
		program: "p: y=1 | q: b=y; x=2 | r: x=1; a=await x!=2; b=y",
		classes: 10,
		undone:  one("algos/optimal/reverse.go", "if x.Buffered() {", "if false {"),
	}, "optimal"},
	{point{
		name:    "R22: unless the write waits before the flush",
		program: "p: x=1; a=x | q: when x==1 x=2",
		classes: 2,
		undone:  one("algos/optimal/values.go", "guard != nil && !guard.Holds(", "guard != nil && false && !guard.Holds("),
	}, "optimal"},
	{point{
		name:    "R22: not if it stands before the flush",
		program: "p: x=1; a=x | q: x=1",
		classes: 3,
		undone:  one(bufferOrder, "for r := x.read; r > x.write; r", "for r := x.read; r != None; r"),
	}, "pop"},
	{point{
		name:    "R25: a sleeping Load is promoted",
		program: "p: x=1; a=x | q: x=1",
		classes: 3,
		undone:  one("algos/sequence/sleepsets.go", "f.Promoted(e)", "f"),
	}, "source"},
	{point{
		name:    "R26: a Load is promoted along a sequence",
		program: "p: x=1; a=x | q: x=1; a=x; x=1",
		classes: 8,
		undone:  one(written, "e = e.Promoted(f) // rule R26", "_ = f"),
	}, "optimal"},
	{point{
		name:    "R27: a Load whose store is flushed later reads the buffer",
		program: "p: x=1; a=x | q: x=1 | r: x=0",
		classes: 12,
		undone:  one(written, "			e.Kind = event.BufferRead\n", ""),
	}, "optimal"},
	{point{
		name:    "R23: a Lock comes after the flushes that it waits for",
		program: "p: lock l; unlock l | q: x=1; lock l",
		classes: 2,
		undone:  one(raceEndFile, "	return threadPast\n}", "	return int(r.Links(at).Thread)\n}"),
	}, "source"},
	{point{
		name:    "R23: and a pending one",
		program: "p: lock l | q: x=1; lock l",
		classes: 2,
		undone:  one(racesFile, "			return RaceEnd{t, 0, order.None, threadPast}\n", ""),
	}, "source"},
	{point{
		name:    "R28: a CompareAndSwap before a read stays what it is",
		program: "p: x=1; a=x | q: a=cas(x,1,0) | r: a=x",
		classes: 8,
		undone:  one(reverse, "!ok || !x.At(first).Kind.Writes():", "!ok:"),
	}, "optimal"},
	{point{
		name:    "R29: a Load on the way and a write in τ",
		program: "p: a=x; update x | q: update y; a=x | r: b=x | s: b=y | t: y=1; b=y",
		classes: 36,
		undone:  one(dependentFile, "return x.Clock(int(q))[c.Flusher()] >= int32(c.Ref)", "return event.Conflicting(kind, e.Object, c.Kind, c.Object)"),
	}, "pop"},
	{point{
		name:    "R29: a Load in τ and a write on the way",
		program: "p: x=0; a=x; a=y | q: y=a+0; a=y | r: y=1; update x; x=0; y=2; b=x",
		classes: 141,
		undone:  one(dependentFile, "return s.FlushedBefore(l, e.Flusher(), int32(e.Ref))", "return event.Conflicting(kind, e.Object, c.Kind, c.Object)"),
	}, "pop"},
	{point{
		name:    "R29: a Load on the way and a CompareAndSwap that would write right after e",
		program: "p: a=cas(x,2,0) | q: a=cas(x,1,0) | r: x=1; a=x",
		classes: 8,
		undone:  one(dependentFile, "!e.Kind.Writes():", "!e.Kind.Writes() && false:"),
	}, "pop"},
	{point{
		name:    "R29: what is flushed there is before it in E1·e·E2",
		program: "p: a=cas(x,1,0); b=x; b=x | q: a=cas(y,0,0); c=x | r: d=y; x=1; c=x; y=1",
		classes: 30,
		undone:  one(dependentFile, "return s.FlushedBefore(max(l, 1), c.Flusher(), int32(c.Ref))", "return false"),
	}, "pop"},
	{point{
		name:    "R29: a Load in τ is in no schedule in place of itself",
		program: "p: a=cas(x,1,0) | q: a=cas(y,0,0) | r: b=y; a=cas(x,1,0) | s: x=1; b=x; b=y",
		classes: 33,
		undone:  one(dependentFile, "	case same(e, c): // so no schedule in place of an event has that event\n		return true\n", ""),
	}, "pop"},
	{point{
		name:    "R47: a Load reads nothing before its last own store",
		program: "p: x=0 | q: x=1; a=x | r: update x",
		classes: 12,
		undone:  one("algos/internal/graph/buffers.go", "own != None && g.Before(later, own)", "own != None && own == later"),
	}, "trust"},
	{point{
		name:    "R24: no await comes before its last own store",
		program: "p: b=x; x=2; a=x; b=await x!=2 | q: x=1; a=when x>=2 x=2",
		classes: 6,
		undone:  one(waitingFile, " && !r.flushes(second.Thread, w)", ""),
	}, "optimal"},
	{point{
		name:    "R23: and a pending When",
		program: "p: y=a+0; update x; y=1; x=a+2 | q: y=2; x=0; a=when y==2 y=0",
		classes: 11,
		undone:  one(racesFile, "if e, _ := r.machine.Next(t); e.Waits() {", "if false {"),
	}, "optimal"},
	{point{
		name:    "R30: and for a When",
		program: "p: b=x; x=2; a=x; b=await x!=2 | q: x=1; a=when x>=2 x=2",
		classes: 6,
		undone:  one(backtrack, "if next.Kind.Writes() && x.Buffered() && guard.Holds(x.Run.Machine.Value(next.Object)) {", "if false {"),
	}, "fgdpor"},
}

// TestBufferRules checks that each class of the programs is visited exactly once by all algorithms that
// support store buffers.
func TestBufferRules(t *testing.T) { checkRules(t, bufferRules, memory.TSO) }

// TestBufferRulesUndone undoes each rule in a copy of the source and checks that TestBufferRules then fails for
// its algorithm.
func TestBufferRulesUndone(t *testing.T) { undoRules(t, bufferRules, "TestBufferRules") }
