package states_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"dporbench/algos/states"
	"dporbench/frontends/cprog"
	"dporbench/model"
	"dporbench/model/behaviour"
	"dporbench/model/event"
	"dporbench/model/machine"
)

// TestFairLivelocks: which programs have an execution that never ends though every thread that can move does, and which cannot end any more.
func TestFairLivelocks(t *testing.T) {
	for name, want := range map[string]string{
		"polite": "fair", "dekker-without-turn": "fair", "withheld": "fair", "doomed": "doomed", "order": "doomed",
		"flag": "", "ttas": "", "peterson": "", "dekker": "", "hindered": "", "spurious": "",
	} {
		p, err := cprog.Load(filepath.Join("testdata/fair", name+".c"), cprog.Options{Spurious: true, Races: cprog.Ignore})
		if err != nil {
			t.Fatal(err)
		}
		for _, full := range []bool{true, false} {
			if got := livelockOf(t, p, states.Options{Full: full, Workers: 2, MaxStates: 3000}); got != want {
				t.Errorf("%s, full %v: %q, want %q", name, full, got, want)
			}
		}
	}
}

// TestRandomFairLivelocks compares random programs with loops with a definition of fair livelocks that asks each set of threads whether it may be the one
// that moves forever.
func TestRandomFairLivelocks(t *testing.T) {
	random, found := rand.New(rand.NewPCG(*seed, 11)), map[string]int{}
	for range *programs {
		text := looping(random)
		p, err := cprog.Parse("random.c", text, cprog.Options{Races: cprog.Ignore})
		if err != nil {
			t.Fatal(err)
		}
		g, err := states.NewGraph(t.Context(), p, states.Options{MaxStates: 250})
		if err != nil {
			continue // too large
		}
		got, want := livelockOf(t, p, states.Options{}), ""
		if hasFairLivelock(g) {
			want = "fair"
		}
		if slices.ContainsFunc(g.States, func(s states.State) bool { return s.Doomed }) {
			want = "doomed"
		}
		if found[got]++; got != want {
			t.Errorf("%s: %q, and by the definitions %q", text, got, want)
		}
		g.Close()
	}
	if t.Log(found); found["fair"] < *programs/100 || found["doomed"] < *programs/10 || found[""] < *programs/5 {
		t.Error("too few")
	}
}

// livelockOf returns which kind of livelock is found, and checks the execution that shows a fair one.
func livelockOf(t *testing.T, p *model.Program, o states.Options) (kind string) {
	t.Helper()
	var fair states.Ended
	r, err := states.Decide(t.Context(), p, o, func(e states.Ended) error {
		switch {
		case e.Outcome != model.Livelocked || e.Final:
		case e.Repeats > 0:
			kind, fair = "fair", e
			fair.Events = slices.Clone(e.Events)
		default:
			kind = "doomed"
		}
		return nil
	})
	if err != nil || r.Unknown != "" || r.Doomed != (kind == "doomed") {
		t.Errorf("%+v, error %v", r, err)
	}
	if kind == "fair" {
		checkRound(t, p, fair)
	}
	return kind
}

// checkRound checks that the last events lead back to the same values of objects, and that each thread that can move meanwhile does.
func checkRound(t *testing.T, p *model.Program, e states.Ended) {
	t.Helper()
	r, err := machine.NewReplay(p, behaviour.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	defer r.Close()
	begin := len(e.Events) - e.Repeats
	if _, err := r.Run(e.Events[:begin]); err != nil {
		t.Fatal(err)
	}
	first, can, moved := slices.Clone(r.ObjectValues()), map[event.ThreadID]bool{}, map[event.ThreadID]bool{}
	for _, e := range e.Events[begin:] {
		for u := r.NextEnabled(event.NoThread); u != event.NoThread; u = r.NextEnabled(u) {
			can[u] = true
		}
		moved[e.Thread] = true
		if _, err := r.Follow(e); err != nil {
			t.Fatal(err)
		}
	}
	if !maps.Equal(can, moved) || !slices.Equal(r.ObjectValues(), first) {
		t.Errorf("threads %v can move, and %v do; values %v become %v", can, moved, first, r.ObjectValues())
	}
}

// hasFairLivelock reports whether an infinite execution has, from some state on, moves of all threads that can move there, again and again.
func hasFairLivelock(g *states.Graph) bool {
	for set := 1; set < 1<<len(g.Threads); set++ {
		outside := map[int]bool{} // states in which others can move
		for _, m := range g.Moves {
			outside[m.From] = outside[m.From] || set>>m.Thread&1 == 0
		}
		after, before := map[int][]int{}, map[int][]int{}
		for _, m := range g.Moves {
			if !outside[m.From] && !outside[m.To] {
				after[m.From], before[m.To] = append(after[m.From], m.To), append(before[m.To], m.From)
			}
		}
		for n := range g.States {
			forward, back, moves := reached(n, after), reached(n, before), 0
			for _, m := range g.Moves {
				if forward[m.From] && back[m.From] && forward[m.To] && back[m.To] && !outside[m.From] {
					moves |= 1 << m.Thread
				}
			}
			if moves == set {
				return true
			}
		}
	}
	return false
}

func reached(n int, next map[int][]int) map[int]bool {
	seen, todo := map[int]bool{n: true}, []int{n}
	for len(todo) > 0 {
		n, todo = todo[0], todo[1:]
		for _, m := range next[n] {
			if !seen[m] {
				seen[m], todo = true, append(todo, m)
			}
		}
	}
	return seen
}

// looping returns a random program of two or three threads with loops that end where variables have the right values, and perhaps a lock.
func looping(r *rand.Rand) string {
	pick := func(all ...string) string { return all[r.IntN(len(all))] }
	variable := func() string { return pick("x", "y") }
	var b strings.Builder
	b.WriteString("#include <pthread.h>\n#include <stdatomic.h>\natomic_int x, y; pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;\n")
	statement := func() string {
		switch r.IntN(6) {
		case 0:
			return "pthread_mutex_lock(&m); " + variable() + " = 1; pthread_mutex_unlock(&m); "
		case 1:
			return "if (" + variable() + ") break; "
		case 2:
			return "if (!" + variable() + ") break; "
		}
		return fmt.Sprintf("%s = %d; ", variable(), r.IntN(2))
	}
	threads := 2 + r.IntN(2)
	for i := range threads {
		fmt.Fprintf(&b, "static void *t%d(void *a) { ", i)
		for range 1 + r.IntN(2) {
			if r.IntN(4) == 0 {
				fmt.Fprintf(&b, "%s = %d; ", variable(), r.IntN(2))
				continue
			}
			b.WriteString("do { ")
			for range 1 + r.IntN(3) {
				b.WriteString(statement())
			}
			b.WriteString("} while (" + pick("", "!") + variable() + "); ")
		}
		b.WriteString("return 0; }\n")
	}
	b.WriteString("int main() { pthread_t t[3]; ")
	for i := range threads {
		fmt.Fprintf(&b, "pthread_create(&t[%d], 0, t%d, 0); ", i, i)
	}
	return b.String() + "}\n"
}
