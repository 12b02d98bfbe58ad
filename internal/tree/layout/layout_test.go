package layout_test

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/frontends/smallprog"
	"dporbench/internal/tree"
	"dporbench/internal/tree/layout"
	"dporbench/model"
)

func record(t *testing.T, algorithm string, p *model.Program) *tree.Tree {
	t.Helper()
	a, ok := catalog.Lookup(algorithm)
	if !ok {
		t.Fatalf("no algorithm %s", algorithm)
	}
	recorded, err := tree.Record(context.Background(), p, a, algos.Options{}, tree.Keep{First: 300})
	if err != nil {
		t.Fatal(err)
	}
	return recorded
}

// TestBranchesBegin checks that the branches of an eager algorithm, whose first
// execution ends last, and of a lazy one are in the order in which they began: a
// trunk comes before its limbs, and the first branch is the trunk of all.
func TestBranchesBegin(t *testing.T) {
	for _, algorithm := range []string{"pop", "optimal", "source", "pop-lazy", "trust"} {
		recorded := record(t, algorithm, benchmarks.Fig1())
		branches := layout.Branches(recorded)
		if len(branches) != len(recorded.Leaves) || branches[0].Parent != nil || branches[0].Executed != 1 {
			t.Fatalf("%s: %d branches of %d leaves; the first has a parent: %v, number %d",
				algorithm, len(branches), len(recorded.Leaves), branches[0].Parent != nil, branches[0].Executed)
		}
		if branches[0].Size != 32 {
			t.Errorf("%s: %d executions from the first branch on, want 32", algorithm, branches[0].Size)
		}
		for i, b := range branches[1:] {
			if j := slices.Index(branches, b.Trunk); j < 0 || j > i {
				t.Errorf("%s: branch %d leaves branch %d", algorithm, i+1, j)
			}
			for at := range b.At {
				if b.Steps[at] != b.Trunk.Steps[at] {
					t.Errorf("%s: branch %d and its trunk differ in step %d of %d", algorithm, i+1, at, b.At)
				}
			}
		}
	}
}

// TestNumbers checks the numbers of executions in pop's tree of fig1 against
// what Fig. 2 of the paper shows: E2 reverses the race of y = 1 and a = y in E1.
func TestNumbers(t *testing.T) {
	branches := layout.Branches(record(t, "pop", benchmarks.Fig1()))
	first, second := branches[0], branches[1]
	if first.Number != 32 || second.Executed != 2 || second.Trunk != first || second.At != 1 || second.Schedule != 2 {
		t.Errorf("E1 was visited as number %d; E2 is number %d and leaves it after %d steps with a schedule of %d",
			first.Number, second.Executed, second.At, second.Schedule)
	}
	if got, want := second.RaceText([]string{"p", "q", "r", "s"}), "q: y = 1 / r: y → 1"; got != want {
		t.Errorf("E2 reverses %s, want %s", got, want)
	}
}

// TestLimit checks that executions that are not drawn are counted, for every limit.
func TestLimit(t *testing.T) {
	recorded := record(t, "pop", benchmarks.Fig1())
	for limit := 1; limit <= len(recorded.Leaves); limit++ {
		d := layout.Draw(recorded, layout.Options{Limit: limit})
		if d.Drawn > limit || d.Drawn+d.Folded != 32 {
			t.Errorf("limit %d: %d executions drawn and %d in subtrees, want 32 together", limit, d.Drawn, d.Folded)
		}
	}
	d := layout.Draw(recorded, layout.Options{Executions: func(n int) bool { return n == 29 }})
	if d.Drawn != 2 || d.Columns[0].Name != "E1" {
		t.Errorf("E29 is drawn with %d executions, want E1 and itself", d.Drawn)
	}
}

// TestNothingOverlaps draws many trees and checks that no event, end or subtree
// overlaps another, and that no line crosses one.
func TestNothingOverlaps(t *testing.T) {
	programs := []*model.Program{
		benchmarks.Fig1(), benchmarks.ExpMem3(3), benchmarks.LastZero(3), benchmarks.Dispatcher(2), benchmarks.Filesystem(14),
		smallprog.MustBuild("p: lock l; lock m; unlock m; unlock l | q: lock m; lock l; unlock l; unlock m"),
	}
	r := rand.New(rand.NewPCG(1, 2))
	for range 20 {
		programs = append(programs, smallprog.Random(r).Build())
	}
	for i, p := range programs {
		for _, algorithm := range []string{"pop", "source", "optimal"} {
			recorded := record(t, algorithm, p)
			for _, o := range []layout.Options{{Limit: 300, Races: 1000}, {Limit: 5, Fold: 3, Races: 80}, {Limit: 12, Fold: 2}} {
				name := fmt.Sprintf("program %d (%s), %s, %+v", i, p.Name(), algorithm, o)
				checkNoOverlap(t, name, layout.Draw(recorded, o))
			}
		}
	}
}

// box is a rectangle; one without a width or a height is a line.
type box struct {
	what                     string
	left, top, right, bottom float64
}

func (b box) overlaps(c box) bool {
	return b.left < c.right && c.left < b.right && b.top < c.bottom && c.top < b.bottom
}

func checkNoOverlap(t *testing.T, name string, d *layout.Drawing) {
	t.Helper()
	boxes := map[*layout.Branch][]box{}
	for _, c := range d.Columns {
		for _, i := range c.Items {
			b := box{
				fmt.Sprintf("row %d of %s", i.Row, c.Name),
				c.X - i.Width/2, layout.Y(i.Row) - layout.ItemHeight/2, c.X + i.Width/2, layout.Y(i.Row) + layout.ItemHeight/2,
			}
			if i.Kind == layout.Subtree {
				b.bottom += layout.Pitch
			}
			if b.left < 0 || b.top < 0 || b.right > d.Width || b.bottom > d.Height {
				t.Errorf("%s: %s is not within the picture", name, b.what)
			}
			boxes[c] = append(boxes[c], b)
		}
	}
	var all []box
	for _, c := range d.Columns {
		for i, b := range boxes[c] {
			for _, other := range append(all, boxes[c][:i]...) {
				if b.overlaps(other) {
					t.Errorf("%s: %s overlaps %s", name, b.what, other.what)
				}
			}
		}
		all = append(all, boxes[c]...)
	}
	for _, line := range lines(d) {
		for _, b := range all {
			if line.overlaps(b) {
				t.Errorf("%s: %s crosses %s", name, line.what, b.what)
			}
		}
	}
}

// lines are the lines between columns and the lines of arcs, as thin boxes.
func lines(d *layout.Drawing) []box {
	const thin = 0.5
	var lines []box
	for _, c := range d.Columns {
		if c.Trunk != nil {
			y := layout.JoinY(c.Join)
			what := "the line to " + c.Name
			lines = append(lines,
				box{what, c.Trunk.X, y - thin, c.X, y + thin},
				box{what, c.X - thin, y, c.X + thin, layout.Y(c.Items[0].Row) - layout.ItemHeight/2})
		}
	}
	for _, a := range d.Arcs {
		what := "the race that " + a.Cause.Name + " reverses"
		start, y1, y2 := a.First.LeftEdge(), a.First.Y(), a.Second.Y()
		if a.First.Column != a.Second.Column {
			start = a.First.RightEdge()
		}
		lines = append(lines,
			box{what, min(start, a.Left), y1 - thin, max(start, a.Left), y1 + thin},
			box{what, a.Left - thin, y1, a.Left + thin, y2},
			box{what, a.Left, y2 - thin, a.Second.LeftEdge(), y2 + thin})
	}
	return lines
}

func TestTextWidth(t *testing.T) {
	if narrow, wide := layout.TextWidth("iii", 12), layout.TextWidth("mmm", 12); narrow <= 0 || wide < 2*narrow {
		t.Errorf("iii is %.1f wide, mmm %.1f", narrow, wide)
	}
}
