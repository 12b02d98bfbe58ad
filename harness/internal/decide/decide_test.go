package decide

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/model/memory"
)

// TestDecide: the output for each kind of program, and the exit status.
func TestDecide(t *testing.T) {
	r, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	const fails, long = "p: x=1 | q: a=x; assert a!=0", "p: x=1; x=2; x=3 | q: x=4; x=5; x=6; a=x"
	const marked = "p: invoke write(1); x=1; respond; lock m; lock m | q: invoke read(); a=y; respond a"
	for text, c := range map[string]struct {
		want   []string
		failed bool
		demand program.Demand
		limit  func(*explore.Settings)
	}{
		"p: a=x; x=1 | q: x=2; b=x":             {want: []string{"nothing fails, and no execution gets stuck", "exactly 5, of"}},
		"p: lock m; lock n | q: lock n; lock m": {want: []string{"deadlocked\n", "a shortest execution that is deadlocked", "to repeat it: dporbench trace 'p: lock m; lock n | q: lock n; lock m' --schedule "}, failed: true},
		fails:                                   {want: []string{"failed (1 (q): assert", "a shortest execution that is failed (1 (q): assert", "--schedule 2,1"}, failed: true},
		marked:                                  {want: []string{"nonlinearizable (no order", "; deadlocked\n", "a shortest execution that is nonlinearizable", "--linearizable=register --schedule 2,1x2"}, failed: true, demand: "register"},
		long:                                    {want: []string{"unknown: an execution has more than 3 events", "classes       unknown: "}, failed: true, limit: func(s *explore.Settings) { s.MaxSteps = 3 }},
		long + "; b=y":                          {want: []string{"unknown: ", "more memory than there is"}, failed: true, limit: func(s *explore.Settings) { s.MemLimit = 1 }},
	} {
		s := explore.Defaults()
		p, err := r.Load(c.demand.Of(program.Spec{Kind: program.Small{Text: text}}, s.Memory))
		if err != nil {
			t.Fatal(err)
		}
		if c.limit != nil {
			c.limit(&s)
		}
		var out strings.Builder
		a, err := find(t.Context(), p, s, nil)
		if err == nil {
			err = a.show(&out, p, s.Memory, "")
		}
		if errors.Is(err, cli.ErrReported) != c.failed || err != nil && !c.failed {
			t.Errorf("%s: error %v", text, err)
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: %q, want %q in it", text, out.String(), want)
			}
		}
	}
}

// TestGraph: few states are drawn, and many refused in words.
func TestGraph(t *testing.T) {
	r, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	for text, want := range map[string]string{
		"p: x=1; a=y | q: y=1; b=x": "",
		"p: x=1; x=2; x=3; x=4; x=5; x=6 | q: y=1; y=2; y=3; y=4; y=5; y=6 | r: z=1; z=2; z=3; z=4; z=5; z=6": "--graph: the states are not drawn: there are more than 300 states",
	} {
		p, err := r.Load(program.Spec{Kind: program.Small{Text: text}})
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(t.TempDir(), "states.svg")
		err = drawStates(p, memory.SC, path)
		if want != "" {
			if err == nil || err.Error() != want {
				t.Errorf("%s: error %v, want %q", text, err, want)
			}
			continue
		}
		svg, _ := os.ReadFile(path)
		for _, part := range []string{"<title>" + text + ": 9 states</title>", `data-state="8"`, "state 5: x = 1, y = 1; p at y, q at x. p: y → 1 leads to 7"} {
			if err != nil || !strings.Contains(string(svg), part) {
				t.Errorf("%s: error %v, no %q", text, err, part)
			}
		}
	}
}
