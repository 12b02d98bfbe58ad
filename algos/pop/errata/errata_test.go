// Package errata shows, for each correction of Algorithm 2 of the POP paper, a program
// on which a class is lost or repeated without it. It generates the page
// reference/errata/errata.md, and compares the corrected Algorithm 2, as plain as it
// is printed, with the implementation that package pop uses.
package errata_test

import (
	"dporbench/algos"
	"dporbench/algos/pop/algorithm2"
	"dporbench/frontends/smallprog"
)

// erratum is a correction, with programs on which it is needed.
type erratum struct {
	correction algorithm2.Corrections
	title      string
	example    example
	more       []example
	printed    string // the statement of the paper, and where it stands
	wrong      string // its consequence on the example
	instead    string // the correction, and where it is made
	smaller    string // the results known on smaller programs
}

// example is a program and the order in which it is explored.
type example struct {
	program string
	order   algos.Options
}

func (e example) explore(made algorithm2.Corrections) run {
	return explore(made, smallprog.MustParse(e.program), e.order)
}

var errata = []erratum{
	{
		correction: algorithm2.OwnHead,
		title:      "R holds the schedule's own head",
		example:    example{program: "p: x=1; y=1 | q: a=x; b=y; c=x"},
		printed:    "All augmenting sets of a new expression are empty (the text before Algorithm 2; line 6).",
		wrong: "⟨a=x⟩ reverses the race with x=1, and its P is ⟨y=1⟩. After it b=y is put into the C of y=1, and c=x " +
			"depends on b=y: it is blocked, since R is empty. But c=x follows a=x, so it is the head of no read-x-schedule. " +
			"The class in which q runs before p is lost.",
		instead: "MkSchedChar(σ, …) puts hd(σ) into the R of its expressions; those inherited have their own heads in theirs (`sleepSet.newExpression`).",
		smaller: "None of up to 4 accesses, 4 threads and 3 variables.",
	},
	{
		correction: algorithm2.ReadsUntouched,
		title:      "R collects reads that touch nothing",
		example:    example{program: "p: x=1; y=1 | q: a=x | r: b=x; c=y; d=x"},
		printed:    "A read of x that is independent of P does not join R (line 36, and with it line 27).",
		wrong: "After ⟨a=x⟩, whose P is ⟨y=1⟩, b=x touches nothing; c=y is put into the C of y=1, and d=x is blocked though it " +
			"follows b=x, another read of x. The class in which q and r run before p is lost.",
		instead: "Every read of x that is not blocked joins R (`update.updP`).",
		smaller: "None of up to 5 accesses, 5 threads and 2 variables, nor of up to 4 accesses, 4 threads and 3 variables.",
	},
	{
		correction: algorithm2.ReadsNotFresh,
		title:      "R collects reads that are not fresh",
		example:    example{program: "p: x=1; y=1 | q: a=x; b=y; c=x | r: y=1; d=x"},
		printed:    "Nor does a read of x that touches P but does not follow the heads before (lines 37 and 40).",
		wrong: "In E = x=1·{y=1 of r}·y=1·a=x·b=y·c=x·d=x the race of x=1 and d=x is reversed. After σ, which is r, a=x is taken out " +
			"of P; it does not follow the head in P, so line 40 it is, and R stays as it was. b=y is in conflict with the y=1 of p; " +
			"c=x follows it, and the head as well, and is blocked though it follows a=x. The class in which q runs between r and p is lost.",
		instead: "As in 2a.",
		smaller: "None: it takes three reads of x and a write of it, and for a schedule in E2 two accesses of another variable, " +
			"one of them a write. On no program of these 6 accesses, of up to 6 threads, is a class lost or repeated.",
	},
	{
		correction: algorithm2.SecondIsHead,
		title:      "The second event may be the head of the last schedule",
		example:    example{program: "p: x=1; x=1 | q: a=x | r: b=x"},
		printed:    "E2 = w_0·σ_1·w_1···σ_m·w_m·e', with e' in no schedule (line 3), and SchedChar is inherited from σ_1 to σ_m (line 6).",
		wrong: "b=x is reversed with the second x=1, after which a=x must not come before it: that class has been explored with a=x " +
			"first. Then b=x is reversed further, with the first x=1. It is now e' and the head of a schedule, whose SchedChar " +
			"is dropped; so a=x may come after it, and the class in which both reads come first is explored again.",
		instead: "If e' is a head, it ends σ_m: σ_m's SchedChar is inherited like the others', and P_m ends before σ_m (`sleepSet.mkSchedChar`).",
		smaller: "None of up to 3 accesses, 3 threads and 3 variables. This is also the smallest of the programs without CompareAndSwap " +
			"on which the algorithm as printed is wrong.",
	},
	{
		correction: algorithm2.KeepsD,
		title:      "A write of an inner variable spares what is in D",
		example:    example{"p: a=x; b=y | q: a=x; b=y | r: x=1 | s: y=1", algos.Options{Order: algos.RandomThread, Seed: 13}},
		more: []example{
			{"p: a=x; x=1; b=y | q: a=x; b=y | r: y=1; x=1", algos.Options{Order: algos.RandomThread, Seed: 26}},
			{program: "p: x=1; update y | q: a=y; b=x | r: c=y; d=x; y=1; e=x"},
		},
		printed: "A write of y discards all expressions that contain ▷y, at any depth (line 11).",
		wrong: "In y=1·x=1·… both reads of x are put before x=1, first q's, then p's; so ⟨a=x⟩ of q goes before ⟨a=x⟩ of p, and " +
			"the expression P[ψ']▷y, with ψ' over x, is made when p's two reads are put before y=1: q's two must not come there as well. " +
			"When q's a=x has come, it is in D, and all that is missing is q's b=y. But x=1, " +
			"which may well come between the two, discards the expression, and the class in which all reads come before the writes is " +
			"explored again.",
		instead: "A write of the outermost variable discards an expression. One of an inner variable ends that inner expression, and the outer " +
			"one is discarded only if its D is empty (`update.survives`).",
		smaller: "None: it takes two reads and a write of both variables, the first event of a race, the head of its schedule, and the head of one " +
			"that goes before. No program of 3 threads and 6 accesses shows it, in any order of its threads or 100 random ones; the second is one of 7. " +
			"Where the order is that of the threads, none of up to 7 accesses, 5 threads and 2 variables does, whatever their order; the third has 8.",
	},
	{
		correction: algorithm2.KindOfHead,
		title:      "The head's kind is that before e",
		example:    example{program: "p: x=1 | q: cas(x,1,1) | r: a=x"},
		printed:    "σ is a read-schedule if e'.T = R (line 9 of Algorithm 1), where e' is an event of E1·e·E2.",
		wrong: "After x=1 q's CompareAndSwap writes; moved before x=1 it fails, and reads. No expression is made for it, a=x may come " +
			"after it, and the class in which both come before x=1, explored with a=x first as well, is repeated.",
		instead: "The kind of hd(σ) is determined in the state after E1 and the rest of σ (rule R6; `MarkedSequence.AppendSchedule`, `sleepSet.isReadSchedule`).",
		smaller: "None of up to 2 accesses, 2 threads, 2 variables and 4 values.",
	},
	{
		correction: algorithm2.KindAfterFirst,
		title:      "Against P, the kind is that right after e",
		example:    example{program: "p: x=1 | q: a=x | r: cas(x,1,1)"},
		printed:    "e ↔ e_l compares the kinds that e has now and that e_l had in w (line 34).",
		wrong: "After ⟨a=x⟩, r's CompareAndSwap fails: two reads, no conflict. But right after x=1 it is a write, and in conflict with a=x: its " +
			"schedule is one of those explored elsewhere, with a=x behind it. The class in which both come before x=1 is repeated.",
		instead: "An expression remembers e and the value of x right after e. A CompareAndSwap of x counts against P with the kind that this " +
			"value gives it, and against the sets C with the one it has (rule R7; `update.kindAgainst`).",
		smaller: "As for 8.",
	},
	{
		correction: algorithm2.FirstNoHead,
		title:      "e itself is no head",
		example:    example{program: "p: x=1 | q: cas(x,1,1) | r: a=x"},
		printed:    "Any read of x that is in conflict with P is the head of a conflicting schedule (lines 34 to 38).",
		wrong: "⟨a=x⟩ is reversed first with q's CompareAndSwap, which writes, and then with x=1. The expression made for the first of these is " +
			"inherited by the second. Afterwards the CompareAndSwap comes as a read. It is the very e that a=x was put before, and " +
			"it is blocked; the class in which both come before x=1 is lost.",
		instead: "e, and what follows it, leaves an expression as it is (`update.updSE`).",
		smaller: "As for 8.",
	},
	{
		correction: algorithm2.EndsWithSecond,
		title:      "P ends with the second event",
		example:    example{program: "p: x=1 | q: cas(x,1,1) | r: a=x"},
		printed:    "P_m is w without σ, and does not contain e' (line 4).",
		wrong: "⟨cas(x,1,1)⟩ reverses the race with x=1, and its P is empty: nothing is in conflict with that. But a=x, right after x=1, is in " +
			"conflict with the CompareAndSwap, which wrote there. The class in which both come before x=1 is repeated.",
		instead: "P_m ends with e', in the kind it had in E, unless e' was the head of a schedule there (`sleepSet.mkSchedChar`).",
		smaller: "As for 8.",
	},
	{
		correction: algorithm2.WritesInherit,
		title:      "A CompareAndSwap that writes has a characterisation",
		example:    example{program: "p: x=1; b=x | q: cas(x,1,0) | r: cas(x,1,0)"},
		printed:    "Only schedules whose head is a read get a SchedChar (line 9 of Algorithm 1).",
		wrong: "q's CompareAndSwap is put before b=x, where it writes, and then before x=1, where it fails, and reads. Right after x=1, r's would be in " +
			"conflict with it: the schedule in which r's comes first is explored elsewhere. This follows from the first of the two races; but what that " +
			"gave was a write, so nothing was kept to be inherited by the second. r's may come after q's, and the class in which both fail is explored twice.",
		instead: "A schedule whose head is a CompareAndSwap that writes keeps a SchedChar, outside SSChar, for the case that this head is " +
			"reversed further (`sleepSet.started`).",
		smaller: "None of up to 3 accesses, 4 threads, one variable and 4 values, nor of 2 variables, 3 threads and 3 values.",
	},
	{
		correction: algorithm2.OnlyWriters,
		title:      "After a read, only what would write is a head",
		example:    example{program: "p: x=1; b=x | q: cas(x,1,0) | r: a=x"},
		printed:    "Every read of x can be the head of a schedule that P▷x characterises (line 37); nothing is said of an e that is a read.",
		wrong: "q's CompareAndSwap is put before b=x, where it writes, and then before x=1, where it reads. The expression from the race with b=x " +
			"is inherited, and P ends with a write: a=x is in conflict with it and blocked. But reads do not race, so a=x has taken the " +
			"place of b=x nowhere. The class in which both come before x=1 is lost.",
		instead: "Where e is a read, the heads are only those CompareAndSwaps that would write right after it; other reads are neither blocked " +
			"nor collected in R (`update.isRead`).",
		smaller: "As for 11.",
	},
	{
		correction: algorithm2.RemovedConflicts,
		title:      "What has been removed from P may still be in conflict",
		example:    example{"p: b=y; cas(x,2,1) | q: x=1 | r: y=2; cas(x,1,0) | s: b=x", algos.Options{Order: algos.RandomThread, Seed: 4}},
		more: []example{
			{"p: x=1 | q: y=1; a=x | r: b=x; if b==0 { z=1 }; c=y | s: d=y; e=x", algos.Options{Order: algos.RandomThread, Seed: 259}},
		},
		printed: "An event of P that is executed is removed (line 35); what comes after it in E need not be compared with it.",
		wrong: "A schedule with p's CompareAndSwap as its head reverses the race with x=1, and b=x is in its P. Afterwards b=x comes and is removed; then r's " +
			"CompareAndSwap, which fails, and does not follow b=x, since both read. Right after x=1 it would have written, and been " +
			"in conflict with b=x: its schedule has been explored elsewhere. It is not blocked, and a class is repeated.",
		instead: "An event removed from P keeps its place, and is in conflict with a CompareAndSwap that does not follow it (`update.conflicts`).",
		smaller: "None of up to 4 accesses, 3 threads, one variable and 3 values, nor of up to 3 accesses, 4 threads and 4 values, nor of 3 threads, 2 variables and 3 values, " +
			"nor of up to 5 accesses, 3 or 4 threads, one variable and 2 values. It need not be the smallest.",
	},
	{
		correction: algorithm2.RestOfSchedule,
		title:      "What is inherited has not seen the rest of the schedule",
		example:    example{program: "p: x=1 | q: y=1 | r: z=1 | s: a=y; b=z; c=x | t: z=1; d=y; e=x"},
		more:       []example{{program: "p: x=1 | q: y=1 | r: z=1; u=1 | s: b=y; c=u; a=x | t: z=2; d=y; f=x"}},
		printed: "P_(i-1)[φ_i]▷x has φ_i as SchedChar(σ_i) has it (line 6): it characterises what must not come after σ_i. But what it is updated " +
			"with next comes after all of σ (line 8 of Algorithm 1).",
		wrong: "On the second program, σ = b=y·z=1·u=1·c=u·a=x inherits from ⟨b=y⟩ that no schedule with the head d=y may be completed that is " +
			"in conflict with z=1·u=1. σ itself goes on with z=1·u=1, so t's z=2 and d=y, after σ, are in no conflict with them. They " +
			"are taken to be, d=y joins D, f=x is blocked, and its class is lost; another one is repeated for the same reason.",
		instead: "What is inherited from σ_i is first updated with the events of σ that come after σ_i (`sleepSet.withRest`).",
		smaller: "None: on all 464,942 programs of loads, stores and updates of up to 6 accesses, 5 threads and 3 variables, in 3 orders, no decision " +
			"depends on it, nor on 1,186,071 random programs of 7 and 8 accesses. It takes a schedule within a schedule, and a thread that " +
			"is in conflict with what follows the inner one. The implementation that the paper's authors published explores 86 executions of the " +
			"first program, too.",
	},
}
