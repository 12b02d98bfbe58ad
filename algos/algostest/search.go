package algostest

import (
	"errors"
	"slices"
	"time"

	"dporbench/algos"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"

	"pgregory.net/rapid"
)

// search is a claim about the exploration of every program, and how to look for
// counterexamples.
type search struct {
	name     string
	programs int // to be tried
	random   func(smallprog.Choices) smallprog.Program
	options  func(smallprog.Choices) []algos.Options
	// test returns the problem, if any, with the exploration of a program, unless the program has more than atMost
	// executions.
	test   func(k kit, p smallprog.Program, o []algos.Options, atMost int) (f *violation, tried bool)
	atMost int
}

// searches are the claims about every algorithm that does not sample. Programs compared with the
// oracle must be small enough for it.
var searches = []search{
	{"random programs", 4000, smallprog.Random, inAllOrders, kit.againstOracle, 500},
	{"loads and stores", 2000, smallprog.Accesses, inAllOrders, kit.againstOracle, 500},
	{"chains of CompareAndSwap", 4000, smallprog.Contended, inRandomOrders, kit.againstOracle, 500},
	{"locks", 500, smallprog.Locking, inAllOrders, kit.againstOracle, 100},
	{"richer statements", 2000, smallprog.Rich, inAllOrders, kit.againstOracle, 500},
	{"variables made at run time", 1500, smallprog.Making, inAllOrders, kit.againstOracle, 300},
	{"any order", 500, smallprog.Random, inRandomOrders, kit.againstItself, 1500},
}

// awaitSearches are the claims about programs with Awaits and Whens.
var awaitSearches = []search{
	{"awaits", 3000, smallprog.Awaiting, inAllOrders, kit.againstOracle, 300},
}

// bufferSearches are the claims about memory models with store buffers. Smaller programs than these did not show
// every mistake. With -rapid.checks, they can be tried on many more programs.
var bufferSearches = []search{
	{"tso", 400, smallprog.Buffered, under(memory.TSO, inAllOrders), kit.againstOracle, 300},
	{"tso, all statements", 200, smallprog.Random, under(memory.TSO, inAllOrders), kit.againstOracle, 300},
	{"tso, locks", 50, smallprog.Locking, under(memory.TSO, inAllOrders), kit.againstOracle, 100},
	{"tso, any order", 50, smallprog.Buffered, under(memory.TSO, inRandomOrders), kit.againstItself, 300},
	{"variables made, tso", 40, smallprog.Making, under(memory.TSO, inAllOrders), kit.againstOracle, 200},
	{"variables made, pso", 40, smallprog.Making, under(memory.PSO, inAllOrders), kit.againstOracle, 200},
	{"pso", 200, smallprog.Buffered, under(memory.PSO, inAllOrders), kit.againstOracle, 300},
}

// commutingSearches are the claims about a memory model in which updates commute.
var commutingSearches = []search{
	{"commuting updates", 2000, smallprog.Applying, under(memory.CommutingSC, inAllOrders), kit.againstOracle, 300},
	{"commuting updates, any order", 100, smallprog.Applying, under(memory.CommutingSC, inRandomOrders), kit.againstItself, 300},
}

// graphSearches are the claims about memory models under which executions are graphs.
var graphSearches = []search{
	{"rc11", 200, ordered(smallprog.Buffered, smallprog.MixAll), under(memory.RC11, inAllOrders), kit.againstOracle, 300},
	{"rc11, fences", 200, ordered(smallprog.Buffered, smallprog.MixFences), under(memory.RC11, inAllOrders), kit.againstOracle, 300},
	{"rc11, messages", 100, passing, under(memory.RC11, inAllOrders), kit.againstOracle, 300},
	{"rc11, all statements", 100, ordered(smallprog.Random, smallprog.MixAll), under(memory.RC11, inAllOrders), kit.againstOracle, 300},
	{"ra", 100, smallprog.Buffered, under(memory.RA, inAllOrders), kit.againstOracle, 300},
	{"sra", 100, smallprog.Buffered, under(memory.SRA, inAllOrders), kit.againstOracle, 300},
	{"relaxed", 100, smallprog.Buffered, under(memory.AllRelaxed, inAllOrders), kit.againstOracle, 300},
}

// ordered returns programs whose accesses have memory orders.
func ordered(random func(smallprog.Choices) smallprog.Program, m smallprog.Mix) func(smallprog.Choices) smallprog.Program {
	return func(c smallprog.Choices) smallprog.Program { return smallprog.Ordered(c, random(c), m) }
}

func passing(c smallprog.Choices) smallprog.Program { return smallprog.Passing(c, smallprog.MixFences) }

// boundedSearches are the claims about an algorithm that is Bounded.
var boundedSearches = []search{
	{"bounded", 250, smallprog.Random, bounded, kit.againstOracle, 300},
	{"bounded, loads and stores", 250, smallprog.Accesses, bounded, kit.againstOracle, 300},
	{"bounded, locks", 80, smallprog.Locking, bounded, kit.againstOracle, 100},
}

// sampled is the claim about an algorithm that samples. Less can go wrong with it, and each program takes longer.
var sampled = search{"random programs", 100, smallprog.Random, inAllOrders, kit.againstOracle, 500}

// These are the claims about an algorithm whose exploration can be split into tasks.
var (
	taskSearches = []search{
		{"random tasks", 400, smallprog.Random, inAllOrders, kit.inTasks, 200},
		{"tasks that make variables", 60, smallprog.Making, inAllOrders, kit.inTasks, 100},
		{"tasks of awaits", 100, smallprog.Awaiting, inAllOrders, kit.inTasks, 100},
	}
	bufferTasks = []search{
		{"tasks under tso", 60, smallprog.Buffered, under(memory.TSO, inAllOrders), kit.inTasks, 100},
		{"tasks under pso", 60, smallprog.Random, under(memory.PSO, inAllOrders), kit.inTasks, 100},
	}
	commutingTasks = []search{
		{"tasks of commuting updates", 60, smallprog.Applying, under(memory.CommutingSC, inAllOrders), kit.inTasks, 100},
	}
	graphTasks = []search{
		{"tasks under rc11", 60, ordered(smallprog.Buffered, smallprog.MixAll), under(memory.RC11, inAllOrders), kit.inTasks, 100},
	}
)

func inAllOrders(c smallprog.Choices) []algos.Options {
	return []algos.Options{{Order: algos.FirstThread}, {Order: algos.LastThread}, randomOrder(c)}
}

func inRandomOrders(c smallprog.Choices) []algos.Options {
	options := make([]algos.Options, 4)
	for i := range options {
		options[i] = randomOrder(c)
	}
	return options
}

// under returns options for explorations under that memory model.
func under(m memory.Model, options func(smallprog.Choices) []algos.Options) func(smallprog.Choices) []algos.Options {
	return func(c smallprog.Choices) []algos.Options {
		chosen := options(c)
		for i := range chosen {
			chosen[i].Memory = m
		}
		return chosen
	}
}

// bounded returns options for explorations in all orders, with one bound of at most three preemptions.
func bounded(c smallprog.Choices) []algos.Options {
	options := inAllOrders(c)
	most := algos.AtMost(c.IntN(4))
	for i := range options {
		options[i].Preemptions = most
	}
	return options
}

func randomOrder(c smallprog.Choices) algos.Options {
	return algos.Options{Order: algos.RandomThread, Seed: uint64(c.IntN(1 << 16))}
}

type finding struct {
	program   smallprog.Program
	violation *violation
	origin    string // where the program comes from
}

// find looks for a counterexample to s and shrinks it: first the random choices, then the
// program. The error says that too few programs could be tried.
func (k kit) find(s search) (*finding, error) {
	var found *finding
	var options []algos.Options
	err := quickCheck(s.programs, func(t *rapid.T) {
		if found != nil && found.violation.late {
			return
		}
		p, o := s.random(drawn{t}), s.options(drawn{t})
		violation, tried := s.test(k, p, o, s.atMost)
		if !tried {
			t.Skip("too large")
		}
		if violation != nil {
			found, options = &finding{p, violation, "program generated from -rapid.seed=" + seed() + " and shrunk"}, o
			t.FailNow()
		}
	})
	if found == nil {
		return nil, err
	}
	return k.shrink(s, found, options), nil
}

func (k kit) shrink(s search, found *finding, options []algos.Options) *finding {
	until := time.Now().Add(15 * time.Second)
	smallprog.Shrink(found.program, func(q smallprog.Program) bool {
		if found.violation.late || time.Now().After(until) {
			return false
		}
		violation, _ := s.test(k, q, options, s.atMost)
		if violation != nil {
			found = &finding{q, violation, found.origin}
		}
		return violation != nil
	})
	return found
}

// hardPrograms are small programs on which an algorithm, or a plausible variant of one, went wrong.
// Random programs rarely or never show the same mistakes; some of these show theirs in only one of
// fifty random orders.
var hardPrograms = []string{
	// Threads are first seen in another order if only a part is explored.
	"q: b=x; if b==1 { go { y=2; d=y } } | r: x=1 | p: c=z; go { x=1; y=1; e=y }",
	// The points of package pop, and smaller programs for some (reference/errata).
	"p: x=1; y=1 | q: a=x; b=y; c=x",
	"p: x=1; y=1 | q: a=x | r: b=x; y=b+1; c=x",
	"p: x=1; y=2 | q: a=x; b=y; c=x | r: y=1; d=x",
	"p: x=1; x=2 | q: a=x | r: b=x",
	"p: x=1; update y | q: a=y; b=x | r: c=y; d=x; y=1; e=x",
	"p: a=x; b=y | q: a=x; b=y | r: x=1 | s: y=1",
	"p: lock l; unlock l | q: a=x; lock l; unlock l | r: lock l; unlock l; x=1",
	"p: go { x=1 }; join; a=x",
	"p: x=1 | q: cas(x,1,1) | r: a=x",
	"p: cas(x,2,2) | q: cas(x,2,0); update y | r: a=y; b=x | s: x=2",
	"p: cas(x,0,1) | q: cas(x,1,2) | r: cas(x,2,3)",
	"p: x=2; x=1 | q: a=x | r: cas(x,2,1)",
	"p: x=2; a=x | q: cas(x,2,1) | r: b=x",
	"p: b=y; cas(x,2,1) | q: x=1 | r: y=2; cas(x,1,0) | s: b=x",
	// Shortcuts in packages optimal and fgdpor that lose classes.
	"p: b=x | q: a=x | r: update z; b=z | s: z=b+2 | t: update x",
	"p: go { b=y }; y=a+1 | q: b=cas(y,1,2) | r: x=1 | s: a=x; a=swap(x,1)",
	"p: update x | q: update y | r: z=a+1; a=x | s: a=y; y=2; z=b+1",
	"p: a=y; a=x | q: b=x | r: x=0",
	// Locks that are never granted, among others.
	"p: lock l | q: lock l | r: lock l; unlock l",
	"p: lock l | q: b=x | r: lock l; unlock l | s: x=1; lock l",
	"p: go { lock l }; join; lock l | q: lock l; a=x; unlock l | r: x=1",
	// Updates that take each other's value.
	"p: update x | q: update x | r: update x",
	"p: x=2 | q: a=x | r: update x | s: update x",
	// Choices.
	"p: a=cmpxchg(x,0,0) | q: a=x | r: a=choose(2); a=x",
	"p: a=x; a=choose(2) | q: x=0",
	"p: a=x | q: x=0 | r: a=choose(2)",
}

// hardAwaits are more hard programs, with Awaits and Whens.
var hardAwaits = []string{
	"p: x=1; x=0 | q: await x==1",
	"p: await x==1 | q: await x==0 | r: x=1; x=0",
	"p: a=await x==1 | q: b=await x!=2 | r: update x; x=2",
	"p: a=await x!=1 | q: x=b+1 | r: a=await x!=1",
	"p: when x==0 x=1; when x==1 x=0 | q: when x==0 x=1; when x==1 x=0",
	"p: a=when x==0 x+=-1 | q: b=await x==0 | r: update x; x=1",
}

// hardPrograms returns the hard programs that the algorithm explores.
func (k kit) hardPrograms() []string {
	if k.Awaits {
		return slices.Concat(hardPrograms, hardAwaits)
	}
	return hardPrograms
}

// hardUnderTSO are small programs, each of which some algorithm explores wrongly without one of the rules for store
// buffers (docs/rules.md).
var hardUnderTSO = []string{
	"p: x=1; a=x",
	"p: x=1; a=x | q: x=1",
	"p: x=1; a=x | q: x=1; a=x; x=1",
	"p: x=1; a=x | q: x=1 | r: x=0",
	"p: x=1; a=x | q: a=cas(x,1,0) | r: a=x",
	"p: x=1; a=x; b=y | q: x=1 | r: y=1; x=1",
	"p: a=x | q: b=y | r: x=0; b=cas(y,1,0) | s: y=1",
	"p: a=cas(x,2,0) | q: a=cas(x,1,0) | r: x=1; a=x",
	"p: x=0 | q: x=1; a=x | r: update x",
	"p: a=x; a=x; b=y | q: x=1; a=x; a=y | r: y=1",
	"p: x=1; y=1; lock l; unlock l | q: lock l; a=y; unlock l; b=x",
	"p: go { x=1; y=1 }; join; a=x; y=2 | q: y=3; b=y; c=x",
}

// hard compares the algorithm with the oracle on hard programs, in a hundred random orders as well.
func (k kit) hard() error { return k.inManyOrders(k.hardPrograms(), 100, memory.SC) }

func (k kit) hardUnderTSO() error { return k.inManyOrders(hardUnderTSO, 20, memory.TSO) }

func (k kit) inManyOrders(programs []string, n uint64, m memory.Model) error {
	const atMost = 1000
	options := []algos.Options{{Order: algos.FirstThread, Memory: m}, {Order: algos.LastThread, Memory: m}}
	for seed := range n {
		options = append(options, algos.Options{Order: algos.RandomThread, Seed: seed, Memory: m})
	}
	for _, text := range programs {
		p := smallprog.MustParse(text)
		if violation, _ := k.againstOracle(p, options, atMost); violation != nil {
			return errors.New(k.report(&finding{p, violation, "program known to be hard"}))
		}
	}
	return nil
}
