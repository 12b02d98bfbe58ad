package steps

import (
	"math/rand/v2"
	"os"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/event"
)

// programs are some on which all lines of all algorithms are reached.
func programs(t *testing.T) []*model.Program {
	t.Helper()
	fig1, _ := benchmarks.Lookup("fig1")
	p, err := fig1.Program()
	if err != nil {
		t.Fatal(err)
	}
	all := []*model.Program{p}
	for _, text := range []string{
		"p: x=1 | q: a=x", "p: x=1; x=1 | q: a=x | r: b=x", "p: x=1; a=x | q: a=y; x=1 | r: a=x", "p: a=x | q: x=1",
		"p: update x | q: update x | r: a=x", "p: lock l; x=1; unlock l | q: lock l; a=x; unlock l", "p: go { x=1 }; a=x; join | q: x=2", "p: x=1; y=1 | q: a=y; b=x | r: x=2; c=y",
	} {
		all = append(all, smallprog.MustBuild(text))
	}
	return append(all, random(8)...)
}

// random returns random programs, the same each time.
func random(n int) (all []*model.Program) {
	r := rand.New(rand.NewPCG(63, 0))
	for range n {
		all = append(all, smallprog.MustBuild(smallprog.Accesses(r).String()))
	}
	return all
}

func record(t *testing.T, p *model.Program, name string) *Recording {
	t.Helper()
	a, _ := catalog.Lookup(name)
	r, err := Record(t.Context(), p, a, algos.Options{}, 0)
	if err != nil || !r.Complete {
		t.Fatalf("%s, %s: %v", p.Name(), name, err)
	}
	return r
}

// TestListingOfProof: the listing of POP is the algorithm that its proof is about.
func TestListingOfProof(t *testing.T) {
	text, err := os.ReadFile("../../docs/pop-proof.md")
	if err != nil {
		t.Fatal(err)
	}
	_, section, _ := strings.Cut(string(text), "\n## A.3 The algorithm\n")
	block := strings.Split(section, "```")[1]
	lines, err := Listing("pop")
	if err != nil {
		t.Fatal(err)
	}
	plain := func(text string) string { return strings.Join(strings.Fields(text), " ") }
	var want, got []string
	for row := range strings.Lines(strings.TrimSpace(block)) {
		want = append(want, plain(row))
	}
	for _, l := range lines {
		number := ""
		if l.Number > 0 {
			number = strconv.Itoa(l.Number)
		}
		got = append(got, plain(number+" "+l.Code))
	}
	if !slices.Equal(want, got) {
		t.Errorf("the listing is\n%s\nbut the proof has\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// TestLinesOfCode: each line that the code of an algorithm cites is in its listing.
func TestLinesOfCode(t *testing.T) {
	cited := regexp.MustCompile(`(?:line|lines) (\d+)(?: (?:to|and) (\d+))?`)
	lines, _ := Listing("pop")
	count := 0
	for _, file := range []string{"asleep.go", "comes.go", "asked.go"} {
		text, err := os.ReadFile("../../algos/pop/" + file)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range cited.FindAllStringSubmatch(string(text), -1) {
			for _, number := range m[1:] {
				n, err := strconv.Atoi(number)
				if err == nil && !slices.ContainsFunc(lines, func(l Line) bool { return l.Number == n }) {
					t.Errorf("%s cites line %d", file, n)
				}
				count++
			}
		}
	}
	if count < 10 {
		t.Errorf("only %d citations found", count)
	}
}

// TestLines: steps are at lines of the listing, and each numbered line is reached by some step.
func TestLines(t *testing.T) {
	for _, name := range Algorithms() {
		listing, _ := Listing(name)
		numbers := map[int]int{}
		for _, l := range listing {
			if l.Number > 0 {
				numbers[l.Number] = 0
			}
		}
		for _, p := range programs(t) {
			for i, s := range record(t, p, name).Steps {
				if len(s.Lines) == 0 || s.Text == "" {
					t.Errorf("%s, %s: step %d is %+v", p.Name(), name, i+1, s)
				}
				for _, n := range s.Lines {
					if _, ok := numbers[n]; !ok {
						t.Fatalf("%s, %s: step %d is at line %d", p.Name(), name, i+1, n)
					}
					numbers[n]++
				}
			}
		}
		for n, times := range numbers {
			if times == 0 {
				t.Errorf("%s: no step is at line %d", name, n)
			}
		}
	}
}

// TestExecutions: the steps lead to the executions of the exploration, in their order, and each step changes E as its kind says.
func TestExecutions(t *testing.T) {
	for _, name := range Algorithms() {
		a, _ := catalog.Lookup(name)
		for _, p := range programs(t) {
			var want []string // the threads of each execution
			stats, err := a.New(algos.Options{}).Explore(t.Context(), p, func(e *model.Execution) error {
				threads := ""
				for _, f := range e.Events() {
					threads += strconv.Itoa(int(f.Thread))
				}
				want = append(want, threads)
				return nil
			})
			if err != nil {
				t.Fatal(err)
			}
			r := record(t, p, name)
			var got []string
			redundant := int64(0)
			for i, s := range r.Steps {
				length := depth(r, s.Node)
				switch {
				case s.Kind == Output:
					got = append(got, threads(r, s.Node))
				case s.Kind == Barren:
					redundant++
				case s.Kind == Execute && name != "trust" && (i == 0 || r.Nodes[s.Node].Parent != lastE(r, i)):
					t.Errorf("%s, %s: step %d does not make E one event longer", p.Name(), name, i+1)
				}
				for _, place := range s.Race {
					if place >= length {
						t.Errorf("%s, %s: step %d has a race at %d of %d", p.Name(), name, i+1, place, length)
					}
				}
			}
			if !slices.Equal(got, want) || redundant != stats.Redundant {
				t.Errorf("%s, %s: executions %v and %d redundant, want %v and %d", p.Name(), name, got, redundant, want, stats.Redundant)
			}
		}
	}
}

func depth(r *Recording, node int) (n int) {
	for at := node; at > 0; at = r.Nodes[at].Parent {
		n++
	}
	return n
}

// threads are the threads of the events of a node's E.
func threads(r *Recording, node int) (text string) {
	for at := node; at > 0; at = r.Nodes[at].Parent {
		text = strconv.Itoa(r.Nodes[at].Thread) + text
	}
	return text
}

// lastE is E before step i, without questions about the next event.
func lastE(r *Recording, i int) int {
	for i--; r.Steps[i].Kind == Ask; i-- {
	}
	return r.Steps[i].Node
}

// watcher calls the functions that are not nil.
type watcher struct {
	state  func() algos.State
	at     func([]event.Event)
	asleep func([]event.Event)
}

func (w *watcher) Watch(state func() algos.State) { w.state = state }
func (w *watcher) At(e []event.Event) {
	if w.at != nil {
		w.at(e)
	}
}
func (w *watcher) Found(algos.Reversal)               {}
func (w *watcher) Begun([]event.Event, []event.Event) {}
func (w *watcher) Ended([]event.Event, algos.End)     {}
func (w *watcher) Asleep(e []event.Event, _ event.Event, _ func() string) {
	if w.asleep != nil {
		w.asleep(e)
	}
}

// TestWalks: each walk described ends as the decision of the algorithm does.
func TestWalks(t *testing.T) {
	a, _ := catalog.Lookup("pop")
	comes, not := 0, 0
	for _, p := range append(programs(t), random(200)...) {
		w := &watcher{}
		w.at = func([]event.Event) {
			for _, walk := range w.state().Walks {
				if not++; walk.Comes {
					t.Errorf("%s: a walk finds an event asleep that is explored", p.Name())
				}
			}
		}
		w.asleep = func([]event.Event) {
			walks := w.state().Walks
			if comes++; len(walks) == 0 || !walks[len(walks)-1].Comes {
				t.Errorf("%s: no walk finds an event asleep that is left out", p.Name())
			}
		}
		if _, err := a.New(algos.Options{Observer: w}).Explore(t.Context(), p, nil); err != nil {
			t.Fatal(err)
		}
	}
	t.Logf("%d walks find an event asleep, %d do not", comes, not)
	if comes < 50 || not < 50 {
		t.Error("too few walks")
	}
}

// TestUninfluenced: an exploration is the same whether it is watched or not, even if its state is asked for all the time.
func TestUninfluenced(t *testing.T) {
	for _, name := range Algorithms() {
		a, _ := catalog.Lookup(name)
		for _, p := range programs(t) {
			w := &watcher{}
			w.at = func([]event.Event) { w.state() }
			w.asleep = w.at
			watched, err := a.New(algos.Options{Observer: w}).Explore(t.Context(), p, nil)
			if err != nil {
				t.Fatal(err)
			}
			plain, err := a.New(algos.Options{}).Explore(t.Context(), p, nil)
			if err != nil {
				t.Fatal(err)
			}
			if watched != plain {
				t.Errorf("%s, %s: %+v, but watched %+v", p.Name(), name, plain, watched)
			}
		}
	}
}

// TestHolds: each algorithm holds something of its kind, and a wakeup tree has more than one event.
func TestHolds(t *testing.T) {
	p := smallprog.MustBuild("p: x=1; a=x | q: a=y; x=1 | r: a=x")
	held := func(name string, of func(State) int) (most int) {
		for _, s := range record(t, p, name).Steps {
			most = max(most, of(s.Holds))
		}
		return most
	}
	for name, of := range map[string]func(State) int{
		"sleepset": func(s State) int { return len(s.Asleep) }, "source": func(s State) int { return len(s.Waiting) },
		"optimal": func(s State) int { return len(s.Waiting) }, "pop": func(s State) int { return len(s.Tails) }, "trust": func(s State) int { return len(s.Sources) },
	} {
		if held(name, of) == 0 {
			t.Errorf("%s holds nothing", name)
		}
	}
	branching := held("optimal", func(s State) (lines int) {
		for _, w := range s.Waiting {
			lines = max(lines, len(w.Lines))
		}
		return lines
	})
	if branching < 2 {
		t.Error("no wakeup tree has two events")
	}
}

// TestLimit: a recording that is cut off says so.
func TestLimit(t *testing.T) {
	a, _ := catalog.Lookup("pop")
	r, err := Record(t.Context(), programs(t)[0], a, algos.Options{}, 30)
	if err != nil || len(r.Steps) != 30 || r.Complete {
		t.Errorf("%d steps, complete %v, %v", len(r.Steps), r.Complete, err)
	}
	if _, err := Record(t.Context(), programs(t)[0], a, algos.Options{Order: algos.LastThread}, 30); err == nil {
		t.Error("an order that cannot be watched is not refused")
	}
}
