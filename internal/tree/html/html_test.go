package html_test

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/frontends/smallprog"
	"dporbench/internal/tree"
	"dporbench/internal/tree/html"
	"dporbench/model"
)

// write returns the page for a program and algorithms.
func write(t *testing.T, p *model.Program, keep tree.Keep, algorithms ...string) string {
	t.Helper()
	var trees []*tree.Tree
	for _, name := range algorithms {
		a, ok := catalog.Lookup(name)
		if !ok {
			t.Fatalf("no algorithm %s", name)
		}
		recorded, err := tree.Record(context.Background(), p, a, algos.Options{}, keep)
		if err != nil {
			t.Fatal(err)
		}
		trees = append(trees, recorded)
	}
	var b strings.Builder
	if err := html.Write(&b, p, trees...); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// page is the part of the data of a page that the tests check.
type page struct {
	Trees []struct {
		Steps    [][3]any
		Branches []branch
		Easiest  *struct{ Branch, Preemptions int }
	}
}

type branch struct {
	Number, Trunk, At, Schedule int
	Steps                       []int
	Before, Races               [][]int
	Class                       *int
	End                         string
}

func read(t *testing.T, text string) page {
	t.Helper()
	data := regexp.MustCompile(`(?s)<script type="application/json" id="data">(.*?)</script>`).FindStringSubmatch(text)
	if data == nil {
		t.Fatal("the page has no data")
	}
	var p page
	if err := json.Unmarshal([]byte(data[1]), &p); err != nil {
		t.Fatal(err)
	}
	return p
}

// TestRelations checks happens-before, which is reduced, and the races of E1 of
// fig1, which the paper lists: two on x, two on y and one on z.
func TestRelations(t *testing.T) {
	first := read(t, write(t, benchmarks.Fig1(), tree.Keep{}, "pop")).Trees[0].Branches[0]
	// x=1, y=1, z=1, g=1, a=y, b=x, c=y, d=z, e=x
	before := [][]int{{}, {}, {1}, {}, {1, 3}, {0, 4}, {1}, {2, 6}, {0, 7}}
	races := [][]int{{}, {}, {}, {}, {1}, {0}, {1}, {2}, {0}}
	if d := cmp.Diff(before, first.Before); d != "" {
		t.Errorf("direct predecessors: %s", d)
	}
	if d := cmp.Diff(races, first.Races); d != "" {
		t.Errorf("races: %s", d)
	}
}

// TestReduced checks that no arrow is drawn that follows from others.
func TestReduced(t *testing.T) {
	p := smallprog.MustBuild("p: x=1; y=1 | q: a=y; b=x")
	first := read(t, write(t, p, tree.Keep{}, "pop")).Trees[0].Branches[0]
	if d := cmp.Diff([][]int{{}, {0}, {1}, {2}}, first.Before); d != "" {
		t.Error(d)
	}
}

// TestClasses checks that equivalent executions of two algorithms have the same class.
func TestClasses(t *testing.T) {
	p := read(t, write(t, benchmarks.Fig1(), tree.Keep{}, "pop", "sleepset"))
	seen := map[int]int{}
	for _, tree := range p.Trees {
		for _, b := range tree.Branches {
			if (b.Class != nil) != (b.Number > 0) {
				t.Fatalf("a branch with number %d, which ended %s, has a class: %v", b.Number, b.End, b.Class != nil)
			}
			if b.Class != nil {
				seen[*b.Class]++
			}
		}
	}
	for class, n := range seen {
		if n != 2 {
			t.Errorf("class %d has %d executions, want one of each algorithm", class, n)
		}
	}
	if len(seen) != 32 {
		t.Errorf("%d classes, want 32", len(seen))
	}
}

// TestNoOtherFile checks that the page needs no network.
func TestNoOtherFile(t *testing.T) {
	text := write(t, benchmarks.Fig1(), tree.Keep{}, "pop")
	rest := strings.ReplaceAll(text, "http://www.w3.org/2000/svg", "")
	for _, other := range []string{"http:", "https:", " src=", "@import", "url(", "<link"} {
		if strings.Contains(rest, other) {
			t.Errorf("the page has %q", other)
		}
	}
}

// TestEscapes checks that no name of a program ends the script.
func TestEscapes(t *testing.T) {
	name := `</script><b onclick="x">&'` + "`${x}"
	p := model.NewProgram(name)
	x := p.Var(name, 0)
	p.Thread(name, func(t *model.Thread) { t.Store(x, 1) })
	text := write(t, p, tree.Keep{}, "pop")
	if n := strings.Count(text, "</script>"); n != 2 {
		t.Errorf("%d scripts end, want 2", n)
	}
	if strings.Contains(text, "<b onclick") {
		t.Error("a name became an element")
	}
	if got := read(t, text).Trees[0].Steps[0][1]; got != name+" = 1" {
		t.Errorf("got step %q", got)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteError(t *testing.T) {
	p := benchmarks.Fig1()
	a, _ := catalog.Lookup("pop")
	recorded, err := tree.Record(context.Background(), p, a, algos.Options{}, tree.Keep{})
	if err != nil {
		t.Fatal(err)
	}
	if err := html.Write(failing{}, p, recorded); err == nil || err.Error() != "disk full" {
		t.Errorf("got error %v", err)
	}
}

// TestEasiest: of the executions in which an assertion fails, the page names one that needs no preemption, although the first does.
func TestEasiest(t *testing.T) {
	p := smallprog.MustBuild("p: x=1; x=2; y=1 | q: a=x; assert a!=1; b=x; assert b!=2")
	shown := read(t, write(t, p, tree.Keep{}, "pop")).Trees[0]
	if shown.Easiest == nil || shown.Easiest.Preemptions != 0 {
		t.Fatalf("the easiest is %+v", shown.Easiest)
	}
	if b := shown.Branches[shown.Easiest.Branch]; b.End != "failed" {
		t.Errorf("the easiest ended %s", b.End)
	}
	if none := read(t, write(t, benchmarks.Fig1(), tree.Keep{}, "pop")).Trees[0].Easiest; none != nil {
		t.Errorf("nothing is wrong, but the easiest is %+v", none)
	}
}
