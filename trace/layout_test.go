package trace_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dporbench/algos"
	"dporbench/frontends/smallprog"
	"dporbench/model"
	"dporbench/model/front"
	"dporbench/model/memory"
	"dporbench/trace"
)

// of returns an execution of a litmus program.
func of(t *testing.T, p *model.Program, order algos.Order) trace.Trace {
	t.Helper()
	tr, err := trace.Of(p, memory.SC, first(t, p, order))
	if err != nil {
		t.Fatal(err)
	}
	return tr
}

func draw(t *testing.T, tr trace.Trace, l trace.Layout) string {
	t.Helper()
	var b strings.Builder
	if err := tr.Draw(&b, l); err != nil {
		t.Fatal(err)
	}
	return "\n" + b.String()
}

// stops has a thread for each way to stop before the end.
var stops = smallprog.MustBuild("p: lock l; lock m; x=1 | q: a=x; assert a!=0; x=2 | r: lock m; y=1; lock m | s: assume a!=0 | t: z=1; go { lock l }; join")

func TestDraw(t *testing.T) {
	tr := of(t, stops, algos.LastThread)
	races := of(t, smallprog.MustBuild("p: x=1; lock l; unlock l | q: a=x; lock l; unlock l; b=x"), algos.FirstThread)
	for name, c := range map[string]struct {
		trace  trace.Trace
		layout trace.Layout
		want   string
	}{
		"columns": {tr, trace.Layout{}, `
    p          q          r          s          t            child
───────────────────────────────────────────────────────────────────
1                                               z = 1
2                                               go child
3                                               │            lock l
4                                               join child
5                         lock m
6                         y = 1
7              x → 0      │
               ✗ failed   │
    ⊣ lock l              ⊣ lock m   ✗ assume

failed: q: assert: assert a!=0
  p waits forever at lock l, held by child
  r waits forever at lock m, held by itself
  s stopped at a false assume
`},
		"too wide": {tr, trace.Layout{Width: 64}, `
    thread
───────────────────────
1   t        z = 1
2            go child
3   child    lock l
4   t        join child
5   r        lock m
6            y = 1
7   q        x → 0
             ✗ failed
    p        ⊣ lock l
    r        ⊣ lock m
    s        ✗ assume

failed: q: assert: assert a!=0
  p waits forever at lock l, held by child
  r waits forever at lock m, held by itself
  s stopped at a false assume
`},
		"the last events": {tr, trace.Layout{Last: 3}, `
    p          q          r          s
─────────────────────────────────────────────
… 4 earlier
5                         lock m
6                         y = 1
7              x → 0      │
               ✗ failed   │
    ⊣ lock l              ⊣ lock m   ✗ assume

failed: q: assert: assert a!=0
  p waits forever at lock l, held by child
  r waits forever at lock m, held by itself
  s stopped at a false assume
`},
		"races": {races, trace.Layout{}, `
    races with   p          q
────────────────────────────────────
1                x = 1
2                lock l
3                unlock l
4            1              x → 1
5            2              lock l
6                           unlock l
7                           x → 1

complete
`},
	} {
		t.Run(name, func(t *testing.T) {
			if name == "races" {
				p := smallprog.MustBuild("p: x=1; lock l; unlock l | q: a=x; lock l; unlock l; b=x")
				c.layout.Races = c.trace.Races(p)
			}
			if d := cmp.Diff(c.want, draw(t, c.trace, c.layout)); d != "" {
				t.Error(d)
			}
		})
	}
}

// TestWidth: a trace exactly as wide as the room for it is drawn in columns.
func TestWidth(t *testing.T) {
	tr := of(t, stops, algos.LastThread)
	columns, list := draw(t, tr, trace.Layout{}), draw(t, tr, trace.Layout{List: true})
	width := strings.Count(columns, "─")
	if got := draw(t, tr, trace.Layout{Width: width}); got != columns {
		t.Errorf("not in columns in %d cells:%s", width, got)
	}
	if got := draw(t, tr, trace.Layout{Width: width - 1}); got != list {
		t.Errorf("no list in %d cells:%s", width-1, got)
	}
}

// TestDrawPrefix: the threads that could continue are not at their ends.
func TestDrawPrefix(t *testing.T) {
	whole := of(t, stops, algos.LastThread)
	tr, err := trace.Of(stops, memory.SC, whole.Events()[:1])
	if err != nil {
		t.Fatal(err)
	}
	const want = `
    p          q     r          s          t
─────────────────────────────────────────────────────
1                                          z = 1
    … lock l   … x   … lock m   ✗ assume   … go child

not at its end
  p could continue with lock l
  q could continue with x
  r could continue with lock m
  s stopped at a false assume
  t could continue with go child
`
	if d := cmp.Diff(want, draw(t, tr, trace.Layout{})); d != "" {
		t.Error(d)
	}
	if tr.Maximal() || tr.Outcome != model.Complete {
		t.Errorf("maximal %v, outcome %v", tr.Maximal(), tr.Outcome)
	}
}

// TestDrawNames: names may be wide, and have any characters.
func TestDrawNames(t *testing.T) {
	p := model.NewProgram("names")
	x := p.Var("変数", 0)
	p.Thread("書く", func(t *model.Thread) { t.Store(x, 1) })
	p.Thread("a\nb", func(t *model.Thread) { t.Load(x) })
	p.Thread("", func(t *model.Thread) { t.Load(x) })
	const want = `
    書く       "a\nb"     #2
──────────────────────────────────
1   変数 = 1
2              変数 → 1
3                         変数 → 1

complete
`
	if d := cmp.Diff(want, draw(t, of(t, p, algos.FirstThread), trace.Layout{})); d != "" {
		t.Error(d)
	}
}

// TestDrawPlaces: lines of the source are shown next to events, and next to the operation
// at which a thread failed.
func TestDrawPlaces(t *testing.T) {
	p := model.NewProgram("places")
	x := p.Var("x", 0)
	p.Thread("p", func(t *model.Thread) {
		in := (*front.Thread)(t)
		in.Place("counter.c:3")
		t.Store(x, 1)
		in.Place("counter.c:4")
		t.Assert(false, "no")
	})
	const want = `
             at   p
──────────────────────────
1   counter.c:3   x = 1
    counter.c:4   ✗ failed

failed: p: assert: no
`
	if d := cmp.Diff(want, draw(t, of(t, p, algos.FirstThread), trace.Layout{Places: true})); d != "" {
		t.Error(d)
	}
}
