package decide

import (
	"errors"
	"strings"
	"testing"

	"dporbench/harness/internal/shared/cli"
	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
)

// TestDecide: the output for each kind of program, and the exit status.
func TestDecide(t *testing.T) {
	r, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	const fails, long = "p: x=1 | q: a=x; assert a!=0", "p: x=1; x=2; x=3 | q: x=4; x=5; x=6; a=x"
	for text, c := range map[string]struct {
		want   []string
		failed bool
		limit  func(*explore.Settings)
	}{
		"p: a=x; x=1 | q: x=2; b=x":             {want: []string{"nothing fails, and no execution gets stuck", "exactly 5, of"}},
		"p: lock m; lock n | q: lock n; lock m": {want: []string{"deadlocked\n", "a shortest execution that is deadlocked", "to repeat it: dporbench trace 'p: lock m; lock n | q: lock n; lock m' --schedule "}, failed: true},
		fails:                                   {want: []string{"failed (1 (q): assert", "a shortest execution that is failed (1 (q): assert", "--schedule 2,1"}, failed: true},
		long:                                    {want: []string{"unknown: an execution has more than 3 events", "classes       unknown: "}, failed: true, limit: func(s *explore.Settings) { s.MaxSteps = 3 }},
		long + "; b=y":                          {want: []string{"unknown: ", "more memory than there is"}, failed: true, limit: func(s *explore.Settings) { s.MemLimit = 1 }},
	} {
		p, err := r.Load(program.Spec{Kind: program.Small{Text: text}})
		if err != nil {
			t.Fatal(err)
		}
		s := explore.Defaults()
		if c.limit != nil {
			c.limit(&s)
		}
		var out strings.Builder
		if err := decide(t.Context(), &out, p, s); errors.Is(err, cli.ErrReported) != c.failed || err != nil && !c.failed {
			t.Errorf("%s: error %v", text, err)
		}
		for _, want := range c.want {
			if !strings.Contains(out.String(), want) {
				t.Errorf("%s: %q, want %q in it", text, out.String(), want)
			}
		}
	}
}
