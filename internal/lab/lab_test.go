package lab

import (
	"slices"
	"strings"
	"testing"
	"time"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/model"
)

// plain has nothing of another module.
var plain Laboratory

// TestExplore: the results are the algorithm's counts.
func TestExplore(t *testing.T) {
	x := Experiment{Kind: "benchmark", Text: "exp-mem3", Params: []int{4}}
	for _, a := range catalog.All() {
		p, m, err := x.Load()
		if err != nil {
			t.Fatal(err)
		}
		want, err := a.New(algos.Options{Memory: m}).Explore(t.Context(), p, nil)
		if err != nil {
			t.Fatal(err)
		}
		got := x.Explore(a.Name, Bounds{}, nil)
		if got.Counts["executions"] != want.Executions || got.Counts["events"] != want.Events || got.Counts["redundant"] != want.Redundant ||
			got.Largest != want.Peak.Largest() || !got.Complete {
			t.Errorf("%s: got %+v, want %+v", a.Name, got, want)
		}
		last := got.Curve[len(got.Curve)-1]
		if last != [2]int64{want.Executions, want.Peak.Largest()} {
			t.Errorf("%s: the curve ends at %v", a.Name, last)
		}
	}
}

// TestBounds: an exploration ends at each of its bounds, and says so.
func TestBounds(t *testing.T) {
	large := Experiment{Kind: "benchmark", Text: "exp-mem3", Params: []int{12}}
	for _, c := range []struct {
		algorithm string
		bounds    Bounds
		stopped   string
	}{
		{"pop", Bounds{Executions: 1000}, "stopped at the bound on executions"},
		{"pop", Bounds{Events: 10_000}, "stopped at the bound on events"},
		{"sleepset", Bounds{Seconds: 0.05}, "stopped after 0.05 s"},
		{"exhaustive", Bounds{Megabytes: 60, Seconds: 60}, "stopped at 60 MB of memory"},
	} {
		reports := 0
		r := large.Explore(c.algorithm, c.bounds, func(Run) { reports++ })
		if r.Stopped != c.stopped || r.Complete || !r.Ended || r.Counts["executions"] == 0 {
			t.Errorf("%s within %+v: %+v", c.algorithm, c.bounds, r)
		}
		if c.bounds.Executions > 0 && r.Counts["executions"] != c.bounds.Executions {
			t.Errorf("%d executions, want %d", r.Counts["executions"], c.bounds.Executions)
		}
		if r.Seconds > 1 && reports == 0 {
			t.Errorf("%s: %g s without a report", c.algorithm, r.Seconds)
		}
		if len(r.Curve) > mostPoints+1 {
			t.Errorf("%d points", len(r.Curve))
		}
	}
}

// TestNoFlags: a loop of C that does not end is refused in words of the page, which has no flags.
func TestNoFlags(t *testing.T) {
	x := Experiment{Kind: "c", Text: "#include <pthread.h>\nint x;\nvoid *f(void *a) { int i = 0; while (!x) i++; return 0; }\n" +
		"int main(void) { pthread_t t; pthread_create(&t, 0, f, 0); x = 1; pthread_join(t, 0); return 0; }\n"}
	for _, text := range []string{x.Explore("pop", Bounds{Seconds: 20}, nil).Failed, x.Trees([]string{"pop"}, 10).Failed, x.Steps("pop", 100_000).Failed} {
		if !strings.Contains(text, "“Unroll loops”") || strings.Contains(text, "--") {
			t.Errorf("says %q", text)
		}
	}
}

// TestProblems: mistakes are reported at their places.
func TestProblems(t *testing.T) {
	for _, c := range []struct {
		x              Experiment
		place, message string
	}{
		{Experiment{Kind: "small", Text: "p: x=1\n| q: b=x; frob"}, "frob", `cannot read statement "frob"`},
		{Experiment{Kind: "litmus", Text: "X86_64 SB\n{ }\n P0 ;\n frob ;\nexists (x=1)\n"}, "frob ;", "line 4: "},
		{Experiment{Kind: "c", Text: "int main(void) {\n\treturn y;\n}\n"}, "return y;", "line 2: "},
		{Experiment{Kind: "benchmark", Text: "lastzero", Params: []int{0}}, "", "lastzero: "},
		{Experiment{Kind: "benchmark", Text: "lastone"}, "", `there is no benchmark "lastone"`},
		{Experiment{Kind: "small", Text: "p: x=1", Memory: "arm"}, "", `unknown memory model "arm"`},
		{Experiment{Kind: "verse", Text: "x"}, "", `kind "verse"`},
	} {
		checked := c.x.Check()
		if checked.Problem == nil {
			t.Errorf("%+v: no problem", c.x)
			continue
		}
		p := checked.Problem
		if got := c.x.Text[p.From:p.To]; got != c.place || len(p.Message) < len(c.message) || p.Message[:len(c.message)] != c.message {
			t.Errorf("%+v: %q at %q, want %q at %q", c.x, p.Message, got, c.message, c.place)
		}
		if r := c.x.Explore("pop", Bounds{}, nil); r.Failed != p.Message {
			t.Errorf("explored: %q, want %q", r.Failed, p.Message)
		}
	}
}

// TestEndless: an endless program is stopped, whether its threads have events or not.
func TestEndless(t *testing.T) {
	for _, body := range []string{"for (;;) ;", "for (;;) x = x + 1;", "for (int i = 0; ; i++) if (i < 0) x = 1;"} {
		c := Experiment{Kind: "c", Text: "int x;\nint main(void) {\n\t" + body + "\n\treturn 0;\n}\n"}
		start := time.Now()
		r := c.Explore("pop", Bounds{Seconds: 1}, nil)
		t.Logf("%s: %q %q after %v", body, r.Failed, r.Stopped, time.Since(start))
		if r.Failed == "" && r.Stopped == "" || r.Complete {
			t.Errorf("%s: got %+v", body, r)
		}
	}
}

// TestCompare: missed and repeated classes are reported for Algorithm 2 as printed, and for no other algorithm.
func TestCompare(t *testing.T) {
	for _, c := range []struct {
		text                string
		missing, duplicated int
	}{
		{"p: x=1; y=1 | q: a=x; b=y; c=x", 1, 0},
		{"p: x=1; x=1 | q: a=x | r: b=x", 0, 1},
	} {
		x := Experiment{Kind: "small", Text: c.text}
		var names []string
		for _, a := range plain.Algorithms() {
			names = append(names, a.Name)
		}
		all, err := x.Compare(names, Bounds{}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) != len(names)-1 {
			t.Fatalf("%d comparisons of %d algorithms", len(all), len(names))
		}
		for _, got := range all {
			a, _ := plain.algorithm(got.Algorithm)
			wantMissing, wantDuplicated := 0, 0
			if a.Name == Printed {
				wantMissing, wantDuplicated = c.missing, c.duplicated
				if len(got.MissingShown) != c.missing || len(got.DuplicatedShown) != c.duplicated {
					t.Errorf("%q: shown %+v", c.text, got)
				}
			}
			repeats := a.ExactlyOnce && got.Duplicated != wantDuplicated
			if !a.Samples && (got.Missing != wantMissing || repeats) || got.Unknown != 0 || got.Failed != "" {
				t.Errorf("%q: %+v", c.text, got)
			}
			for _, s := range got.MissingShown {
				if answer := x.WhyNot(Printed, s.Schedule); answer.Failed != "" || !strings.Contains(answer.Text, "explored no execution of its class") {
					t.Errorf("why not %s: %+v", s.Schedule, answer)
				}
			}
		}
	}
}

// TestStates: store buffering shows under TSO, and not under SC.
func TestStates(t *testing.T) {
	x := Experiment{Kind: "litmus", Text: "X86_64 SB\n{ x=0; y=0; }\n P0            | P1            ;\n movl $1,(x)   | movl $1,(y)   ;\n" +
		" movl (y),%eax | movl (x),%eax ;\nexists (0:rax=0 /\\ 1:rax=0)\n"}
	for model, want := range map[string]int{"sc": 3, "tso": 4} {
		x.Memory = model
		s := x.States("pop", Bounds{})
		if len(s.States) != want || s.OK != (model == "tso") {
			t.Errorf("%s: %+v", model, s)
		}
	}
}

// TestCatalog: each benchmark can be built with its smallest parameters.
func TestCatalog(t *testing.T) {
	c := plain.Catalog()
	if len(c.Algorithms) != len(catalog.Names())+1 || len(c.Endings) == 0 {
		t.Errorf("%d algorithms", len(c.Algorithms))
	}
	if err := catalog.Validate(plain.Algorithms()); err != nil {
		t.Error(err)
	}
	for _, b := range c.Benchmarks {
		x := Experiment{Kind: "benchmark", Text: b.Name, Params: b.Smallest}
		if checked := x.Check(); checked.Problem != nil {
			t.Errorf("%s: %v", b.Name, checked.Problem)
		}
	}
}

// TestTrees: a tree is recorded up to its limit, and refused for an algorithm that makes none.
func TestTrees(t *testing.T) {
	x := Experiment{Kind: "benchmark", Text: "exp-mem3", Params: []int{9}}
	if trees := x.Trees([]string{"pop", "optimal"}, 50); trees.Failed != "" || len(trees.Data) == 0 || trees.Title != "exp-mem3 9 explored by pop and optimal" {
		t.Errorf("got %q, %q", trees.Title, trees.Failed)
	}
	if trees := x.Trees([]string{"randomwalk"}, 50); trees.Failed == "" {
		t.Error("the tree of randomwalk is not refused")
	}
	if a := x.Why("pop", 3); a.Failed != "" || a.Text == "" {
		t.Errorf("got %+v", a)
	}
}

// TestAdded: programs and algorithms of another module are among the choices, and are explored by their names there,
// and only there.
func TestAdded(t *testing.T) {
	b := benchmarks.Benchmark{Name: "mine", Doc: "two writes", Source: "a test", Build: func([]int) *model.Program {
		p := model.NewProgram("mine")
		x := p.Var("x", 0)
		for _, name := range []string{"p", "q"} {
			p.Thread(name, func(t *model.Thread) { t.Store(x, 1) })
		}
		return p
	}}
	a, _ := catalog.Lookup("pop")
	a.Name = "own"
	l := New([]benchmarks.Benchmark{b}, []catalog.Algorithm{a})
	if got := l.Catalog().Added; !slices.Equal(got, []string{"mine", "own"}) {
		t.Errorf("added: %v", got)
	}
	x := Experiment{Kind: "benchmark", Text: "mine"}
	if r := x.In(l).Explore("own", Bounds{}, nil); !r.Complete || r.Counts["executions"] != 2 {
		t.Errorf("got %+v", r)
	}
	if c, err := x.In(l).Compare([]string{"own"}, Bounds{}, nil); err != nil || len(c) != 1 || c[0].Classes != 2 || c[0].Missing > 0 {
		t.Errorf("compared: %+v, %v", c, err)
	}
	if x.Check().Problem == nil || x.In(l).Check().Problem != nil {
		t.Error("mine is in the wrong laboratories")
	}
}
