package states_test

import (
	"errors"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"dporbench/algos/states"
	"dporbench/algos/states/statestest"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/memory"
)

var programs = flag.Int("programs", 150, "how many random programs of each kind are compared")

var seed = flag.Uint64("seed", 1, "their seed")

// TestSmallPrograms compares random programs of all kinds with what all their executions show.
func TestSmallPrograms(t *testing.T) {
	for name, kind := range kinds() {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			random := rand.New(rand.NewPCG(*seed, uint64(len(name))))
			compared, counted, raced := 0, 0, 0
			for n := range *programs {
				p := kind(random)
				algorithm, most := "pop", 500
				if n%4 == 0 { // in every order
					algorithm, most = "exhaustive", 3000
				}
				c, err := statestest.Compare(p.Build(), algorithm, statestest.Limits{Executions: most, States: 20_000, Time: 20 * time.Second})
				if errors.Is(err, statestest.ErrTooLarge) {
					continue
				}
				if err != nil {
					t.Fatalf("%v: %v", p, err)
				}
				compared++
				if c.Counted {
					counted++
				}
				if c.Raced {
					raced++
				}
			}
			if t.Logf("%d compared, %d counted, %d with races", compared, counted, raced); compared < *programs/2 || counted < compared/2 {
				t.Error("too few")
			}
			if strings.HasSuffix(name, "plain") && (raced < compared/10 || raced > compared*9/10) {
				t.Error("too few programs with races, or too few without")
			}
		})
	}
}

// TestStoreBuffers compares random programs under memory models with store buffers: no local state, state or final state of an execution is missing.
func TestStoreBuffers(t *testing.T) {
	kinds := map[string]func(smallprog.Choices) smallprog.Program{"random": smallprog.Random, "contended": smallprog.Contended, "awaiting": smallprog.Awaiting, "rich": smallprog.Rich, "making": smallprog.Making, "locking": smallprog.Locking}
	for _, m := range []memory.Model{memory.TSO, memory.PSO, memory.GenMCTSO} {
		for name, kind := range kinds {
			t.Run(m.String()+" "+name, func(t *testing.T) {
				t.Parallel()
				random, compared := rand.New(rand.NewPCG(*seed, uint64(len(name)))), 0
				for n := range *programs {
					p := kind(random)
					algorithm := []string{"pop", "exhaustive"}[n%2]
					_, err := statestest.Compare(p.Build(), algorithm, statestest.Limits{Memory: m, Executions: 1500, States: 20_000, Time: 20 * time.Second})
					if errors.Is(err, statestest.ErrTooLarge) {
						continue
					}
					if err != nil {
						t.Fatalf("%v: %v", p, err)
					}
					compared++
				}
				if t.Logf("%d compared", compared); compared < *programs/3 {
					t.Error("too few")
				}
			})
		}
	}
}

// TestUnlocksInBuffers: two ways lead to states that differ only in whether an Unlock or a Store waits in the buffer of p.
func TestUnlocksInBuffers(t *testing.T) {
	p, err := smallprog.Build("p: a=y; if a==0 { lock l; unlock l }; if a==1 { lock l; x=0 }; b=z | q: y=1; y=0; v=1; fence | r: a=v; if a==1 { lock l; u=1 }")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := statestest.Compare(p, "exhaustive", statestest.Limits{Memory: memory.GenMCTSO, Executions: 100_000, States: 20_000, Time: 20 * time.Second}); err != nil {
		t.Error(err)
	}
}

// kinds are the kinds of random programs: with accesses that are all sequentially consistent, and with others that may race.
func kinds() map[string]func(smallprog.Choices) smallprog.Program {
	all := map[string]func(smallprog.Choices) smallprog.Program{
		"random": smallprog.Random, "contended": smallprog.Contended, "accesses": smallprog.Accesses, "awaiting": smallprog.Awaiting, "rich": smallprog.Rich,
		"making": smallprog.Making, "locking": smallprog.Locking,
	}
	for _, mix := range smallprog.Mixes() {
		ordered := func(kind func(smallprog.Choices) smallprog.Program) func(smallprog.Choices) smallprog.Program {
			return func(c smallprog.Choices) smallprog.Program { return smallprog.Ordered(c, kind(c), mix) }
		}
		all["accesses "+mix.String()] = ordered(smallprog.Accesses)
		all["locking "+mix.String()] = ordered(smallprog.Locking)
		all["awaiting "+mix.String()] = ordered(smallprog.Awaiting)
		all["sections "+mix.String()] = ordered(func(c smallprog.Choices) smallprog.Program { return smallprog.Sectioned(c, smallprog.Accesses(c)) })
		all["started "+mix.String()] = ordered(func(c smallprog.Choices) smallprog.Program { return smallprog.Started(c, smallprog.Accesses(c)) })
		all["passing "+mix.String()] = func(c smallprog.Choices) smallprog.Program { return smallprog.Passing(c, mix) }
		all["classical "+mix.String()] = func(c smallprog.Choices) smallprog.Program { return smallprog.Classical(c, mix) }
	}
	return all
}

var _ = states.Decide

// TestPartsOfSmallPrograms: each part of the local state of a thread is needed.
func TestPartsOfSmallPrograms(t *testing.T) {
	for _, text := range []string{
		"p: a=x; if a==0 { go { y=1 } }; if a==1 { go { y=2 } }; b=z | q: x=1", // the code
		"p: a=x; if a==1 { b=z; y=1 }; b=z; y=2 | q: x=1",                      // the place
		"p: a=x; b=z; y=a+1 | q: x=1",                                          // registers
		"p: a=x; if a==1 { y=new }; y=0; b=z; y=new | q: x=1",                  // made variables
		"p: y=new; v=new; a=x; if a==0 { u=new }; *y=1; b=*y; z=b+1 | q: x=1",  // results since the statement began
	} {
		p, err := smallprog.Build(text)
		if err == nil {
			_, err = statestest.Compare(p, "pop", statestest.Limits{Executions: 500, States: 20_000, Time: 20 * time.Second})
		}
		if err != nil {
			t.Errorf("%s: %v", text, err)
		}
	}
}

// TestAccessesBehindRaces: with persistent sets, plain accesses of y are seen only behind races on x, but other orders have them first.
func TestAccessesBehindRaces(t *testing.T) {
	p, err := smallprog.Build("p: relaxed b=when y>=2 y+=-1 | q: relaxed b=await x!=1; plain y=b+1 | r: plain x=1; release y=b+1")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := statestest.Compare(p, "exhaustive", statestest.Limits{Executions: 500, States: 20_000, Time: 20 * time.Second}); err != nil {
		t.Error(err)
	}
}

// TestPassesBegin: each pass begins with the initial state. Here the first pass begins with the load of x, which nothing has been seen to conflict
// with: walks seldom reach the store.
func TestPassesBegin(t *testing.T) {
	p, err := smallprog.Build("p: a=x; assert a!=1 | q: y=1; v=1; v=2 | r: y=1; v=3; v=4 | s: y=1; v=5; v=6 | t: a=y; if a==0 { z=1; b=y; if b==0 { z=2; b=y; if b==0 { z=3 } } } | u: a=z; if a==3 { b=y; if b==0 { x=1 } }")
	if err != nil {
		t.Fatal(err)
	}
	for _, full := range []bool{true, false} {
		fails := false
		if _, err := states.Decide(t.Context(), p, states.Options{Full: full}, func(e states.Ended) error {
			fails = fails || e.Outcome == model.Failed
			return nil
		}); err != nil || !fails {
			t.Errorf("full %v: fails %v, error %v", full, fails, err)
		}
	}
}
