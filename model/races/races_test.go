package races_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
	"dporbench/model/races"
)

// explored returns the races that an algorithm finds in all classes, by the names that the oracle gives to accesses.
func explored(t *testing.T, p *model.Program, algorithm string, m model.Memory) map[string]bool {
	t.Helper()
	explorer, err := catalog.New(algorithm, algos.Options{Memory: m})
	if err != nil {
		t.Fatal(err)
	}
	replay, err := races.NewReplay(p, behaviour.Limits{Memory: m})
	if err != nil {
		t.Fatal(err)
	}
	defer replay.Close()
	found := map[string]bool{}
	stats, err := explorer.Explore(t.Context(), p, func(e *model.Execution) error {
		again, err := replay.Find(e.Events())
		if err != nil {
			return err
		}
		if !slices.Equal(e.Races(), again) {
			t.Errorf("%s: %v: races %v, by a replay %v", p.Name(), e.Events(), e.Races(), again)
		}
		for _, r := range again {
			found[pair(name(replay.Machine, r.First), name(replay.Machine, r.Second))] = true
		}
		if raced := len(again) > 0 && e.Outcome() != model.Failed && !e.Outcome().IsStuck(); raced != (e.Outcome() == model.Raced) {
			t.Errorf("%s: %v: %v, with %d races", p.Name(), e.Events(), e.Outcome(), len(again))
		}
		return nil
	})
	if err != nil {
		t.Fatalf("%s: %v", p.Name(), err)
	}
	// Executions race even if they are not visited.
	if alone, err := explorer.Explore(t.Context(), p, nil); err != nil || alone.Counts != stats.Counts {
		t.Errorf("%s: %+v, %v, if not visited, %+v otherwise", p.Name(), alone.Counts, err, stats.Counts)
	}
	if stats.Raced > 0 && len(found) == 0 {
		t.Errorf("%s: %d raced without a race", p.Name(), stats.Raced)
	}
	return found
}

// name returns the oracle's name for the i-th event of the machine's execution.
func name(m *machine.Machine, i int) string {
	e := m.Events()[i]
	t := e.Thread
	if e.IsFlush() {
		t = e.Issuer()
	}
	return fmt.Sprintf("%s:%d", path(m, t), m.OrderedAt(i).Place)
}

func path(m *machine.Machine, t event.ThreadID) string {
	parent, n := m.SpawnPath(t)
	if n == 0 {
		return smallprog.ThreadName(int(t))
	}
	return fmt.Sprintf("%s.%d", path(m, parent), n)
}

const mostInterleavings = 20_000

// check compares the races of p with the races of the oracle.
func check(t *testing.T, p smallprog.Program, algorithm string, m model.Memory) (checked, raced bool) {
	t.Helper()
	want, complete := naive(p, m, mostInterleavings)
	if !complete {
		return false, false
	}
	got := explored(t, p.Build(), algorithm, m)
	if !maps.Equal(got, want) {
		small := smallprog.Shrink(p, func(p smallprog.Program) bool {
			want, complete := naive(p, m, mostInterleavings)
			return complete && !maps.Equal(explored(t, p.Build(), algorithm, m), want)
		})
		want, _ := naive(small, m, mostInterleavings)
		t.Fatalf("%v, %s under %v: races\n%v, want\n%v", small, algorithm, m,
			slices.Sorted(maps.Keys(explored(t, small.Build(), algorithm, m))), slices.Sorted(maps.Keys(want)))
	}
	return true, len(want) > 0
}

// TestAgainstDefinition: the races found in the classes that algorithms explore are the races by the definition in all
// interleavings. DPORBENCH_RACES says how many programs to try.
func TestAgainstDefinition(t *testing.T) {
	programs := 300
	if text := os.Getenv("DPORBENCH_RACES"); text != "" {
		programs, _ = strconv.Atoi(text)
	}
	seed, _ := strconv.ParseUint(os.Getenv("DPORBENCH_RACES_SEED"), 10, 64)
	r := rand.New(rand.NewPCG(29, seed))
	of := []struct {
		algorithm string
		memory    model.Memory
	}{
		{"pop", model.SC}, {"optimal", model.SC}, {"pop", model.TSO}, {"source", model.SC}, {"pop", model.PSO}, {"trust", model.SC}, {"pop", model.SC},
	}
	checked, raced := 0, 0
	for i := range programs {
		p := racyProgram(r)
		c := of[i%len(of)]
		ok, race := check(t, p, c.algorithm, c.memory)
		if ok {
			checked++
		}
		if race {
			raced++
		}
	}
	t.Logf("%d programs checked, %d of them with races", checked, raced)
	if checked < programs*9/10 || raced < programs/10 || raced > programs*19/20 {
		t.Errorf("%d of %d programs checked, %d with races", checked, programs, raced)
	}
}

// TestOrders: the synchronisation by the memory orders of C11, rule by rule, in passing a message; and the oracle
// agrees.
func TestOrders(t *testing.T) {
	for text, raced := range map[string]bool{
		"p: plain x=1 | q: plain a=x":                                                                          true,
		"p: plain a=x | q: plain a=x":                                                                          false,
		"p: relaxed x=1 | q: plain a=x":                                                                        true,
		"p: relaxed x=1 | q: relaxed x=1":                                                                      false,
		"p: lock l; plain x=1; unlock l | q: lock l; plain a=x":                                                false,
		"p: lock l; plain x=1; unlock l | q: lock m; plain a=x":                                                true,
		"p: go { plain x=1 }; plain a=x":                                                                       true,
		"p: plain x=1; go { plain a=x }; join; plain x=1":                                                      false,
		"p: plain x=1; y=1 | q: a=y; if a==1 { plain b=x }":                                                    false,
		"p: plain x=1; release y=1 | q: acquire a=y; if a==1 { plain b=x }":                                    false,
		"p: plain x=1; release y=1 | q: relaxed a=y; if a==1 { plain b=x }":                                    true,
		"p: plain x=1; relaxed y=1 | q: acquire a=y; if a==1 { plain b=x }":                                    true,
		"p: plain x=1; plain y=1 | q: acquire a=y; if a==1 { plain b=x }":                                      true,
		"p: plain x=1; release fence; relaxed y=1 | q: acquire a=y; if a==1 { plain b=x }":                     false,
		"p: plain x=1; acquire fence; relaxed y=1 | q: acquire a=y; if a==1 { plain b=x }":                     true,
		"p: plain x=1; release y=1 | q: relaxed a=y; acquire fence; if a==1 { plain b=x }":                     false,
		"p: plain x=1; release y=1 | q: relaxed a=y; release fence; if a==1 { plain b=x }":                     true,
		"p: plain x=1; release fence; relaxed y=1 | q: relaxed a=y; fence; if a==1 { plain b=x }":              false,
		"p: release fence; plain x=1; relaxed y=1 | q: acquire a=y; if a==1 { plain b=x }":                     true,
		"p: plain x=1; release y=1; relaxed y=2 | q: acquire a=y; if a==2 { plain b=x }":                       false, // release sequence,
		"p: plain x=1; release y=1 | q: relaxed add(y,1) | r: acquire a=y; if a==2 { plain b=x }":              false, // also through others' updates
		"p: plain x=1; release y=1 | q: relaxed y=2 | r: acquire a=y; if a==2 { plain b=x }":                   true,  // but not their stores,
		"p: plain x=1; release y=1; plain y=2 | q: acquire a=y; if a==2 { plain b=x }":                         true,  // nor plain ones
		"p: plain x=1; release y=1 | q: relaxed add(y,1); relaxed y=3 | r: acquire a=y; if a==3 { plain b=x }": true,
		"p: plain x=1; release add(y,1) | q: release add(y,2) | r: acquire a=y; if a==3 { plain b=x }":         false,
		"p: plain x=1; release add(y,1); relaxed y=7 | q: add(y,2) | r: acquire a=y; if a==7 { plain b=x }":    false,
		"p: plain x=1; release y=1 | q: acquire/relaxed a=cas(y,2,3); b=y; plain b=x":                          true,
		"p: plain x=1; release y=1 | q: acq_rel/relaxed a=cmpxchg(y,2,3); if a==1 { plain b=x }":               true,
		"p: plain x=1; release y=1 | q: relaxed/acquire a=cmpxchg(y,2,3); if a==1 { plain b=x }":               false,
		"p: plain x=1; release y=1 | q: acquire a=cmpxchg(y,1,3); if a==1 { plain b=x }":                       false,
		"p: plain x=1; release fence; acquire fence; relaxed y=1 | q: acquire a=y; if a==1 { plain b=x }":      false,
		"p: plain a=swap(x,1) | q: plain b=x":                                                                  true,
		"p: plain a=swap(x,1) | q: plain b=swap(x,2)":                                                          true,
		"p: a=swap(x,1) | q: plain b=swap(x,2)":                                                                true,
		"p: plain x=1; plain a=swap(y,1) | q: acquire b=y; if b==1 { plain c=x }":                              true,
		"p: plain x=1; release y=1 | q: plain a=swap(y,2); if a==1 { plain b=x }":                              true, // acquires nothing,
		"p: plain x=1; release y=1 | q: plain a=swap(y,2) | r: acquire a=y; if a==2 { plain b=x }":             true, // and releases nothing
		"p: plain a=swap(x,1); release y=1 | q: acquire b=y; if b==1 { plain c=swap(x,2) }":                    false,
		// A When that changes nothing has failed, if it has an order for failure.
		"p: plain x=1; y=1 | q: acq_rel/relaxed a=when y>=0 y=1; if a==1 { plain b=x }":                         true,
		"p: plain x=1; y=1 | q: acq_rel/acquire a=when y>=0 y=1; if a==1 { plain b=x }":                         false,
		"p: plain x=1; y=1 | q: acq_rel/relaxed a=when y>=0 y=2; if a==1 { plain b=x }":                         false,
		"p: plain x=1; y=1 | q: acq_rel a=when y>=0 y=1; if a==1 { plain b=x }":                                 false,
		"p: plain x=1; y=1 | q: acq_rel/relaxed a=when y>=0 y+=0; acquire fence; if a==1 { plain b=x }":         false,
		"p: plain x=1; acq_rel/relaxed when y>=0 y=0; relaxed z=1 | q: relaxed a=z; b=y; if a==1 { plain c=x }": true, // it releases nothing,
		"p: plain x=1; acq_rel/relaxed when y>=0 y=3; relaxed z=1 | q: relaxed a=z; b=y; if a==1 { plain c=x }": false,
		"p: plain x=1; release y=1 | q: acq_rel/relaxed when y==1 y=1 | r: a=y; if a==1 { plain b=x }":          false, // and ends no release sequence
		"p: plain a=x | q: acq_rel/relaxed when x>=0 x=0":                                                       false, // it is a read
		"p: plain x=1 | q: acq_rel/relaxed when x>=0 x=1":                                                       true,
		// A variable protected only at one access, or only by threads that end, may still race.
		"p: lock l; unlock l; plain x=1 | q: lock l; plain x=2; unlock l":          true,
		"p: lock l; lock m; plain x=1; unlock m; plain x=2 | q: lock m; plain x=3": true,
		"p: lock l; lock m; plain x=1; unlock m; plain x=2 | q: lock l; plain x=3": false,
		"p: go { lock l; plain x=1; unlock l }; join; plain x=2":                   false,
		"p: go { go { plain x=1 } }; join; plain x=2":                              true,
		"p: go { b=y; if b==1 { go { plain x=1 } } }; y=1; join; plain x=2":        true,
		"p: plain x=1; go { relaxed x=2 }; plain x=3":                              true,
		"p: plain x=1; go { relaxed x=2 }; join; plain x=3":                        false,
		// A load from its own buffer acquires nothing from memory.
		"p: plain a=x; release y=1 | q: relaxed b=y; if b==1 { plain y=1 }; b=y; plain x=1": true,
		// A thread with the events before a fence in its past need not have in it the events that the fence has
		// acquired.
		"p: plain x=1; release y=1 | q: relaxed a=y; release z=1; acq_rel fence; relaxed z=2 | r: acquire b=z; acquire c=z; if c==2 { plain d=x }": true,
		// A release before an acquire does not release the events that the acquire acquires.
		"p: plain x=1; release y=1 | q: relaxed a=y; release fence; acquire fence; relaxed z=1 | r: acquire b=z; acquire c=y; if b==1 { plain d=x }": true,
		"p: plain x=1; release y=1 | q: relaxed a=y; acq_rel fence; if a==1 { relaxed z=1 } | r: acquire b=z; if b==1 { plain d=x }":                 false,
		"p: plain x=1; release y=1 | q: relaxed a=y; release fence; acquire fence; if a==1 { relaxed z=1 } | r: acquire b=z; if b==1 { plain d=x }":  true,
	} {
		p := smallprog.MustParse(text)
		found, complete := naive(p, model.SC, 1<<20)
		if !complete || raced != (len(found) > 0) {
			t.Errorf("%s: the oracle has races %v, complete: %v", text, found, complete)
		}
		for _, algorithm := range []string{"pop", "trust", "optimal"} {
			if got := explored(t, p.Build(), algorithm, model.SC); !maps.Equal(got, found) {
				t.Errorf("%s, %s: races %v, want %v", text, algorithm, got, found)
			}
		}
		for _, m := range []model.Memory{model.TSO, model.PSO} {
			check(t, p, "pop", m)
		}
	}
}

// TestNoAllocations: once warm, finding the races of executions that differ allocates nothing.
func TestNoAllocations(t *testing.T) {
	for _, m := range []model.Memory{model.SC, model.TSO} {
		p := smallprog.MustBuild("p: plain x=1; release y=1; lock l; plain z=1; unlock l | q: relaxed a=y; acquire fence; plain b=x; lock l; plain z=2; unlock l; add(y,1)")
		replay, err := races.NewReplay(p, behaviour.Limits{Memory: m})
		if err != nil {
			t.Fatal(err)
		}
		defer replay.Close()
		explorer, err := catalog.New("pop", algos.Options{Memory: m})
		if err != nil {
			t.Fatal(err)
		}
		var all [][]event.Event
		_, err = explorer.Explore(t.Context(), p, func(e *model.Execution) error {
			all = append(all, slices.Clone(e.Events()))
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		findAll := func() {
			for _, events := range all {
				if _, err := replay.Find(events); err != nil {
					t.Fatal(err)
				}
			}
		}
		findAll()
		if n := testing.AllocsPerRun(20, findAll); n > 0 {
			t.Errorf("under %v: %v allocations for %d executions", m, n, len(all))
		}
	}
}
