package svg_test

import (
	"bytes"
	"context"
	"encoding/xml"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/frontends/smallprog"
	"dporbench/internal/tree"
	"dporbench/internal/tree/layout"
	"dporbench/internal/tree/svg"
	"dporbench/model"
)

var update = flag.Bool("update", false, "rewrite the pictures in testdata")

func record(t *testing.T, algorithm string, p *model.Program, keep tree.Keep) *tree.Tree {
	t.Helper()
	a, ok := catalog.Lookup(algorithm)
	if !ok {
		t.Fatalf("no algorithm %s", algorithm)
	}
	recorded, err := tree.Record(context.Background(), p, a, algos.Options{}, keep)
	if err != nil {
		t.Fatal(err)
	}
	return recorded
}

func picture(t *testing.T, recorded *tree.Tree, o layout.Options) string {
	t.Helper()
	var b strings.Builder
	if err := svg.Write(&b, recorded, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestGolden draws the pictures in the documents.
func TestGolden(t *testing.T) {
	// The executions that Fig. 2 of the paper shows in full.
	figure2 := func(n int) bool { return n == 1 || n == 2 || n == 20 }
	for _, c := range []struct {
		file, name, algorithm string
		program               *model.Program
		options               layout.Options
	}{
		{"fig1-pop.svg", "fig1", "pop", benchmarks.Fig1(), layout.Options{Executions: figure2}},
		{"exp-mem3-3-pop.svg", "exp-mem3 3", "pop", benchmarks.ExpMem3(3), layout.Options{Limit: 5, Fold: 3}},
		{"exp-mem3-3-optimal.svg", "exp-mem3 3", "optimal", benchmarks.ExpMem3(3), layout.Options{Limit: 6, Fold: 3}},
		{"exp-mem3-2-sleepset.svg", "exp-mem3 2", "sleepset", benchmarks.ExpMem3(2), layout.Options{}},
	} {
		recorded := record(t, c.algorithm, c.program, tree.Keep{})
		recorded.Program = c.name
		got := picture(t, recorded, c.options)
		path := filepath.Join("testdata", c.file)
		if *update {
			if err := os.WriteFile(path, []byte(got), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		want, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(want, []byte(got)) {
			t.Errorf("%s is drawn differently now: check it after go test ./internal/tree/svg -update", path)
		}
	}
}

// TestWellFormed parses pictures as XML and checks that they are self-contained.
func TestWellFormed(t *testing.T) {
	p := model.NewProgram(`a<b>&"c"`)
	x := p.Var("x<y&z", 0)
	for range 2 {
		p.Thread("</text>", func(t *model.Thread) { t.Add(x, 1) })
	}
	for _, got := range []string{
		picture(t, record(t, "pop", p, tree.Keep{}), layout.Options{}),
		picture(t, record(t, "source", benchmarks.LastZero(3), tree.Keep{}), layout.Options{}),
		picture(t, record(t, "pop", benchmarks.ExpMem3(5), tree.Keep{}), layout.Options{Fold: 3}),
	} {
		d := xml.NewDecoder(strings.NewReader(got))
		for {
			token, err := d.Token()
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				t.Fatal(err)
			}
			start, _ := token.(xml.StartElement)
			for _, a := range start.Attr {
				if start.Name.Local == "script" || strings.HasPrefix(a.Name.Local, "on") || strings.Contains(a.Value, "url(") || a.Name.Local == "href" {
					t.Errorf("<%s %s=%q>", start.Name.Local, a.Name.Local, a.Value)
				}
			}
		}
	}
}

// TestMarks checks that incomplete executions are recognisable.
func TestMarks(t *testing.T) {
	for _, c := range []struct{ program, algorithm, want string }{
		{"p: lock l; lock m; unlock m; unlock l | q: lock m; lock l; unlock l; unlock m", "pop", `class="end deadlocked"`},
		{"p: x=1 | q: a=x; assert a!=1", "pop", `class="end failed"`},
		{"p: x=1 | q: a=x; assume a!=1", "pop", `class="end assume-blocked"`},
	} {
		got := picture(t, record(t, c.algorithm, smallprog.MustBuild(c.program), tree.Keep{}), layout.Options{})
		if !strings.Contains(got, c.want) || !strings.Contains(got, `class="end complete"`) {
			t.Errorf("%s: no %s, or no complete execution", c.program, c.want)
		}
	}
	if got := picture(t, record(t, "source", benchmarks.LastZero(3), tree.Keep{}), layout.Options{}); !strings.Contains(got, ">redundant<") {
		t.Error("no exploration is marked as redundant")
	}
}

// TestSaysWhatIsLeftOut checks that executions that are not drawn are counted.
func TestSaysWhatIsLeftOut(t *testing.T) {
	for _, c := range []struct {
		keep    tree.Keep
		options layout.Options
		want    []string
	}{
		{tree.Keep{}, layout.Options{}, []string{"<text class=\"note\" x=\"0.0\" y=\"35.0\">12 executions</text>"}},
		{tree.Keep{}, layout.Options{Limit: 2}, []string{"12 executions; 10 executions in the subtrees T", ">6 executions</text>"}},
		{tree.Keep{First: 3}, layout.Options{}, []string{"12 executions; 7 more executions not drawn"}},
		{tree.Keep{First: 6}, layout.Options{Limit: 2}, []string{"3 more executions not drawn", ">≥ 1 execution<"}},
		{tree.Keep{First: 3, Stop: true}, layout.Options{}, []string{"stopped after "}},
	} {
		got := picture(t, record(t, "pop", benchmarks.ExpMem3(3), c.keep), c.options)
		for _, want := range c.want {
			if !strings.Contains(got, want) {
				t.Errorf("%+v, %+v: no %q", c.keep, c.options, want)
			}
		}
	}
}

// TestFold checks that a chain at which nothing happens is one item, without any
// event at which something does.
func TestFold(t *testing.T) {
	recorded := record(t, "pop", benchmarks.Filesystem(14), tree.Keep{})
	long, short := picture(t, recorded, layout.Options{}), picture(t, recorded, layout.Options{Fold: 6})
	if strings.Contains(long, "class=\"chain\"") || !strings.Contains(short, "116 events") {
		t.Error("chains are folded where they should not be, or not where they should")
	}
	for _, kept := range []string{"creator: lock lockb[0] (step 17)", "creator#14: lock lockb[0] (step 134)"} {
		if !strings.Contains(short, kept) {
			t.Errorf("the racing event %q is folded", kept)
		}
	}
	if len(short) > len(long)/2 {
		t.Errorf("%d bytes when folded, %d when not", len(short), len(long))
	}
}

// TestManyRaces checks that if there are too many races for arcs, branches still
// show theirs.
func TestManyRaces(t *testing.T) {
	got := picture(t, record(t, "pop", benchmarks.ExpMem3(5), tree.Keep{}), layout.Options{})
	if strings.Contains(got, `class="race"`) {
		t.Error("hundreds of arcs are drawn")
	}
	if n := strings.Count(got, "reverses "); n < 239 {
		t.Errorf("%d branches show their race, want at least 239", n)
	}
}

type failing struct{}

func (failing) Write([]byte) (int, error) { return 0, errors.New("disk full") }

func TestWriteError(t *testing.T) {
	err := svg.Write(failing{}, record(t, "pop", benchmarks.Fig1(), tree.Keep{}), layout.Options{})
	if err == nil || err.Error() != "disk full" {
		t.Errorf("got error %v", err)
	}
}

// TestEmpty draws a program that does nothing.
func TestEmpty(t *testing.T) {
	got := picture(t, record(t, "pop", model.NewProgram("nothing"), tree.Keep{}), layout.Options{})
	if want := fmt.Sprintf(">%s<", "1 execution"); !strings.Contains(got, want) {
		t.Errorf("no %s in %s", want, got)
	}
}
