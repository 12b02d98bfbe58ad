package mutations

import (
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/pop"
	"dporbench/smallprog"
)

// point is a correction of the published algorithm, or an extension of it, with
// a program that shows the need: without the point, which undone takes out of
// the source, some class of the program is lost or repeated.
type point struct {
	name    string
	program string
	classes int
	undone  []edit
}

const (
	expressionFile   = "algos/internal/characterization/expression.go"
	characteriseFile = "algos/internal/characterization/mkschedchar.go"
	scheduleFile     = "algos/internal/parsimonious/schedule.go"
	sequenceFile     = "algos/sequence/reader.go"
	orderFile        = "model/happens_before.go"
)

var points = []point{
	{
		name:    "1: R holds the schedule's own head",
		program: "p: x=1; a=y | q: b=x; y=b+1; c=x",
		classes: 5,
		undone:  []edit{{expressionFile, "x.after(p, r.Head) || ", "x.after(p, r.Head) && false || "}},
	},
	{
		name:    "2a: R collects reads that touch nothing",
		program: "p: x=1; y=1 | q: a=x | r: b=x; y=b+1; c=x",
		classes: 10,
		undone: []edit{
			{expressionFile, collectRead, ""},
			{expressionFile, updP, updP + collectRead},
		},
	},
	{
		name:    "2b: R collects reads that are not fresh",
		program: "p: x=1; y=2 | q: a=x; b=y; c=x | r: y=1; d=x",
		classes: 22,
		undone: []edit{
			{expressionFile, collectRead, ""},
			{expressionFile, updP, `	l := x.updP(s, r, p, as)
	if l == untouched || x.fresh(r, p, headsBeforePlace(r, l)) {
` + collectRead + `	}
	if l != untouched {
`},
		},
	},
	{
		name:    "3: the second event is the head of the last schedule",
		program: "p: x=1; x=2 | q: a=x | r: b=x",
		classes: 9,
		undone:  []edit{{characteriseFile, "return isSecond(r, l) || r.Tail[l].Event.Kind.Commutes()", "return !isSecond(r, l) && r.Tail[l].Event.Kind.Commutes()"}},
	},
	{
		name:    "4: a write of an inner variable spares what is in D",
		program: "p: x=1; update y | q: a=y; b=x | r: c=y; d=x; y=1; e=x",
		classes: 26,
		undone:  []edit{{expressionFile, "if isHead && own != outer && ", "if !x.isBefore(in.ended, p) && isHead && own != outer && "}},
	},
	{
		name:    "5: a Lock races with the Lock before it",
		program: "p: lock l; unlock l | q: lock l; unlock l",
		classes: 2,
		undone:  []edit{{orderFile, "if lock != None && !o.within(clock, lock) {", "if false {"}},
	},
	{
		name:    "5: the past of a Lock is without the Unlock before it",
		program: "p: lock l; unlock l | q: a=x; lock l; unlock l | r: lock l; unlock l; x=1",
		classes: 9,
		undone:  []edit{{sequenceFile, "first < int(links.Write) && !r.HasApply(first, at) {", "first < int(links.Write) && r.Event(at).Kind != model.Lock {"}},
	},
	{
		name:    "6: a Lock pending forever is reversed",
		program: "p: lock l | q: lock l",
		classes: 2,
		undone:  []edit{{sequenceFile, "r.machine.WaitsForLock(t); waits {", "r.machine.WaitsForLock(t); waits && false {"}},
	},
	{
		name:    "7: Join races with nothing",
		program: "p: go { x=1 }; join; a=x",
		classes: 1,
		undone:  []edit{{orderFile, "o.join(clock, links.Write)", "o.joinRace(clock, links.Write)"}},
	},
	{
		name:    "8: the head's kind is determined again",
		program: "p: x=2 | q: cas(x,2,1) | r: a=x",
		classes: 5,
		undone:  []edit{{scheduleFile, "s.Head, _ = t.Run.Machine.Next(s.Thread)", "s.Head = s.Tail[len(s.Tail)-1].Event"}},
	},
	{
		name:    "9: the kind against P is that right after e",
		program: "p: x=1 | q: cas(x,1,1) | r: a=x",
		classes: 5,
		undone:  []edit{{expressionFile, "if cas && expected == r.After {", "if _ = expected; cas && e.Kind == model.Update {"}},
	},
	{
		name:    "9: e done as a read is no head",
		program: "p: cas(x,2,2) | q: cas(x,2,0); update y | r: a=y; b=x | s: x=2",
		classes: 23,
		undone:  []edit{{expressionFile, "if x.after(p, r.First()) {", "if false {"}},
	},
	{
		name:    "10: P ends with the second event",
		program: "p: cas(x,0,1) | q: cas(x,1,2) | r: cas(x,2,3)",
		classes: 5,
		undone:  []edit{{expressionFile, "return c.Place != parsimonious.AtHead", "return false"}},
	},
	{
		name:    "11: writes that may become reads again",
		program: "p: x=2; x=1 | q: a=x | r: cas(x,2,1)",
		classes: 10,
		undone:  []edit{{characteriseFile, "return s.IsRead() || s.HeadCAS", "return s.IsRead()"}},
	},
	{
		name:    "12: races of a read with a CompareAndSwap",
		program: "p: x=2; a=x | q: cas(x,2,1) | r: b=x",
		classes: 8,
		undone:  []edit{{expressionFile, "(!isRead(first) || as.kind == model.Update)", "true"}},
	},
	{
		name:    "13: a read that is gone may still be in conflict right after e",
		program: "p: b=y; cas(x,2,1) | q: x=1 | r: y=2; cas(x,1,0) | s: b=x",
		classes: 26,
		undone:  []edit{{expressionFile, "!(removed && x.after(p, c))", "!removed"}},
	},
	{
		name:    "choice: two values conflict in P",
		program: "p: a=cmpxchg(x,0,0) | q: a=x | r: a=choose(2); a=x",
		classes: 8,
		undone:  []edit{{expressionFile, "c.Kind == model.Choice && c.Object != e.Object", "false"}},
	},
	{
		name:    "choice: another value is the head of a schedule",
		program: "p: a=x; a=choose(2) | q: x=0",
		classes: 4,
		undone: []edit{{scheduleFile, "if err = t.pushHead(s); err != nil {", `if s.First().Kind == model.Choice {
		err = t.Push(s.Thread, Inside)
	} else {
		err = t.pushHead(s)
	}
	if err != nil {`}},
	},
}

const (
	collectRead = `	if as.head {
		s.reads = append(s.reads, x.RefAt(p)) // lines 19 to 25 and 39; correction 2
	}
`
	updP = `	if l := x.updP(s, r, p, as); l != untouched {
`
)

// TestPoints checks that each class of the programs is visited exactly once.
func TestPoints(t *testing.T) {
	for _, point := range points {
		t.Run(point.name, func(t *testing.T) {
			p := smallprog.MustBuild(point.program)
			want, err := algostest.Oracle(p)
			if err != nil {
				t.Fatal(err)
			}
			if len(want) != point.classes {
				t.Errorf("the oracle finds %d classes, want %d", len(want), point.classes)
			}
			for _, o := range orders(1000) {
				got, _, err := algostest.Explore(pop.New(o), p)
				if err != nil {
					t.Fatal(err)
				}
				if d := got.Difference(want); d != "" {
					t.Fatalf("%s\norder %v, seed %d: %s", point.program, o.Order, o.Seed, d)
				}
			}
		})
	}
}

// orders are the options for both ends of the thread order and for n random
// ones.
func orders(n uint64) []algos.Options {
	options := []algos.Options{{Order: algos.FirstThread}, {Order: algos.LastThread}}
	for seed := range n {
		options = append(options, algos.Options{Order: algos.RandomThread, Seed: seed})
	}
	return options
}

// TestPointsUndone undoes each point in a copy of the source and checks that
// TestPoints then fails: that the point is needed, and that its test would
// notice if it went missing.
func TestPointsUndone(t *testing.T) {
	if testing.Short() {
		t.Skip("builds the tests once for each point")
	}
	for _, point := range points {
		t.Run(point.name, func(t *testing.T) { mustFail(t, point.undone, "TestPoints", point.name) })
	}
}

func pattern(name string) string {
	name = strings.ReplaceAll(name, " ", "_")
	return strings.ReplaceAll(name, "'", "\\'")
}
