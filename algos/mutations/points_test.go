package mutations

import (
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/algostest"
	"dporbench/algos/pop"
	"dporbench/frontends/smallprog"
)

// point is a line of POP's decision procedure (docs/pop-proof.md) or a rule of docs/rules.md, whose number
// begins its name, with a program that shows the need: without the point, which undone removes from the
// source, some class of the program is lost or repeated.
type point struct {
	name    string
	program string
	classes int
	undone  []edit
}

const (
	asleepFile    = "algos/pop/asleep.go"
	comesFile     = "algos/pop/comes.go"
	dependentFile = "algos/pop/dependent.go"
	scheduleFile  = "algos/internal/parsimonious/schedule.go"
	raceEndFile   = "algos/sequence/race_end.go"
	waitingFile   = "algos/sequence/waiting.go"
	readerFile    = "algos/sequence/reader.go"
	racesFile     = "algos/sequence/races.go"
	orderFile     = "model/order/sequential.go"
)

var points = []point{
	{
		name:    "R1: a Lock races with the Lock before it",
		program: "p: lock l; unlock l | q: lock l; unlock l",
		classes: 2,
		undone:  one(orderFile, "if lock != None && !o.within(clock, lock) {", "if false {"),
	},
	{
		name:    "R2: the past of a Lock is without the Unlock before it",
		program: "p: lock l; unlock l | q: a=x; lock l; unlock l | r: lock l; unlock l; x=1",
		classes: 9,
		undone:  one(raceEndFile, "first < int(links.Write) && !r.HasApply(first, at):", "first < int(links.Write) && r.Event(at).Kind != event.Lock:"),
	},
	{
		name:    "R3: a Lock pending forever is reversed",
		program: "p: lock l | q: lock l",
		classes: 2,
		undone:  one(racesFile, "r.machine.WaitsForLock(t); waits {", "r.machine.WaitsForLock(t); waits && false {"),
	},
	{
		name:    "R5: Join races with nothing",
		program: "p: go { x=1 }; join; a=x",
		classes: 1,
		undone:  one(orderFile, "o.join(clock, links.Write)", "o.joinRace(clock, links.Write)"),
	},
	{
		name:    "R6: the head's kind is determined again",
		program: "p: x=2 | q: cas(x,2,1) | r: a=x",
		classes: 5,
		undone:  one(scheduleFile, "s.Head = t.Event(s.HeadAt)", "s.Head = s.Second"),
	},
	{
		name:    "line 11: no other access in τ",
		program: "p: x=1; a=y | q: b=x; y=b+1; c=x",
		classes: 5,
		undone:  one(asleepFile, "x.dependent(q, x.At(int(q)).Kind, s, 0) {", "outer > 0 && x.dependent(q, x.At(int(q)).Kind, s, 0) {"),
	},
	{
		name:    "line 16: e' may be in conflict with a CompareAndSwap right after e",
		program: "p: cas(x,0,1) | q: cas(x,1,2) | r: cas(x,2,3)",
		classes: 5,
		undone:  one(comesFile, "if !x.executes(&t, s, l) ||", "if l < len(s.Tail)-1 && !x.executes(&t, s, l) ||"),
	},
	{
		name:    "line 18: what remains may precede an event that is in both",
		program: "p: x=1 | q: y=1 | r: z=1; u=1 | s: b=y; c=u; a=x | t: z=2; d=y; f=x",
		classes: 64,
		undone:  one(comesFile, "		if x.dependent(q, x.kindIn(t, q), s, l) {", "		if x.dependent(q, x.kindIn(t, q), s, l) && !slices.ContainsFunc(t.rem[i:], func(q int32) bool { return same(x.At(int(q)), c) }) {"),
	},
	{
		name:    "line 17, A: contained",
		program: "p: a=x | q: a=x | r: x=1",
		classes: 4,
		undone:  one(comesFile, " || same(&c.Event, f) {", " || f == nil {"),
	},
	{
		name:    "line 18, B: in conflict",
		program: "p: a=x; b=y | q: a=y | r: y=1; x=1",
		classes: 6,
		undone:  one(comesFile, "if !x.executes(&t, s, l) || same", "if !x.executes(&t, s, l) {\n				return 0\n			} else if same"),
	},
	{
		name:    "line 20, C: inherited",
		program: "p: x=1; x=1 | q: a=x | r: a=x",
		classes: 9,
		undone:  one(comesFile, "if x.anyComes(t, s.HeadedBy(l)) {", "if x.anyComes(t, s.HeadedBy(l)) && false {"),
	},
	{
		name:    "line 20: g has no other access of y in its past",
		program: "p: x=1; a=x; b=y | q: y=1 | r: a=x; b=y",
		classes: 8,
		undone:  one(asleepFile, "x.dependent(q, x.At(int(q)).Kind, s, 0) {", "outer == 0 && x.dependent(q, x.At(int(q)).Kind, s, 0) {"),
	},
	{
		name:    "line 20: g is not e itself",
		program: "p: a=x | q: a=cas(x,1,1) | r: a=cas(x,0,1)",
		classes: 5,
		undone:  one(comesFile, "!same(e, inner.First()) && ", ""),
	},
	{
		name:    "line 20: nor the head of the other schedule",
		program: "p: a=x; b=y | q: x=1; a=y | r: y=1",
		classes: 8,
		undone:  one(comesFile, " && !same(e, &inner.Head)", ""),
	},
	{
		name:    "line 21: the schedule is not in τ",
		program: "p: a=x; b=y | q: a=y | r: y=1; x=1",
		classes: 6,
		undone:  one(comesFile, "				return 0 // line 21", "				continue // line 21"),
	},
	{
		name:    "line 20: also where a CompareAndSwap writes that may become a read again",
		program: "p: x=2; x=1 | q: a=x | r: cas(x,2,1)",
		classes: 10,
		undone:  one(dependentFile, "inner.IsRead() || inner.HeadCAS", "inner.IsRead()"),
	},
	{
		name:    "line 22: a schedule that is in τ",
		program: "p: x=1; update y | q: a=y; b=x | r: c=y; d=x; y=1; e=x",
		classes: 26,
		undone:  one(comesFile, "return x.Before(int(q), head) })", "return false && x.Before(int(q), head) })"),
	},
	{
		name:    "R7: the kind right after e",
		program: "p: x=1 | q: cas(x,1,1) | r: a=x",
		classes: 5,
		undone:  one(dependentFile, "} else if cas {", "} else if cas && expected != expected {"),
	},
	{
		name:    "R9: two values are in conflict",
		program: "p: a=cmpxchg(x,0,0) | q: a=x | r: a=choose(2); a=x",
		classes: 8,
		undone:  one(dependentFile, "{ return e.Object == c.Object }", "{ return true }"),
	},
	{
		name:    "R8: another value is the head of a schedule",
		program: "p: a=x; a=choose(2) | q: x=0",
		classes: 4,
		undone:  one(races, "!past.Has(*t.At(after.HeadAt))", "!past.Has(*t.At(after.HeadAt)) && t.Run.Machine.ValuesAt(after.HeadAt) < 2"),
	},
}

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

// orders returns options for both ends of the thread order and for n random orders.
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
