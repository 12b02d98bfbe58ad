package plots

import (
	"image/color"
	"math"
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"dporbench/internal/palette"
	"dporbench/results"
)

// record draws the figure and returns all drawing operations and its size.
func record(f figure) (actions []recorder.Action, width, height vg.Length) {
	var c recorder.Canvas
	width, height = f.size()
	f.draw(draw.NewCanvas(&c, width, height))
	return c.Actions, width, height
}

// No letter of any label is outside its figure.
func TestNoLabelIsCut(t *testing.T) {
	for _, f := range all(everything()) {
		actions, width, height := record(f)
		var turned []bool
		turn := false
		for _, action := range actions {
			switch a := action.(type) {
			case *recorder.Push:
				turned = append(turned, turn)
			case *recorder.Pop:
				turned, turn = turned[:len(turned)-1], turned[len(turned)-1]
			case *recorder.Rotate:
				turn = true
			case *recorder.FillString:
				length := letters(a.Font.Size).Width(a.String)
				low, high := a.Point, a.Point.Add(vg.Point{X: length, Y: 0.7 * a.Font.Size})
				if turn { // by 90° to the left
					low, high = vg.Point{X: -high.Y, Y: low.X}, vg.Point{X: -low.Y, Y: high.X}
				}
				if low.X < 0 || low.Y < 0 || high.X > width || high.Y > height {
					t.Errorf("%s: %q is from %v to %v, the figure %v by %v", f.name, a.String, low, high, width, height)
				}
			}
		}
	}
}

// A run that ended at a limit is drawn there, hollow, with an arrow.
func TestLimitsAreDrawn(t *testing.T) {
	row := run("b", []int{4}, "optimal", 1000)
	for _, test := range []struct {
		status results.Status
		limit  limit
		memory float64
	}{
		{results.OK, noLimit, 10.1},
		{results.Timeout, timeLimit, 10.1},
		{results.OutOfMemory, memoryLimit, float64(row.MemLimit) / 1e6},
	} {
		limited := row
		if test.status != results.OK {
			limited = ended(row, test.status)
		}
		f := memoryByParameter(results.Cells([]results.Row{limited, run("b", []int{3}, "optimal", 10)}))
		points := f.panels[0].curves[0].points
		if p := points[1]; p.limit != test.limit || math.Abs(p.y-test.memory) > 1e-6 {
			t.Errorf("%s: point %v", test.status, p)
		}
		f.fitScales()
		actions, _, _ := record(f)
		hollow := 0
		for i, action := range actions[1:] {
			if _, ok := action.(*recorder.Fill); ok && isWhite(actions[i]) {
				hollow++
			}
		}
		// The whole figure, the panel, and markers in it and in the legend.
		if want := 2 + 2*min(1, int(test.limit)); hollow != want {
			t.Errorf("%s: %d white shapes, want %d", test.status, hollow, want)
		}
		if named := len(f.legend.entries) == 2; named != (test.limit != noLimit) {
			t.Errorf("%s: %d entries in the legend", test.status, len(f.legend.entries))
		}
	}
}

func isWhite(a recorder.Action) bool {
	set, ok := a.(*recorder.SetColor)
	return ok && set.Color == color.White
}

// TestALookForEachStyle: each style of the palette can be drawn, and so can an algorithm without one.
func TestALookForEachStyle(t *testing.T) {
	for _, name := range append(styleNames(), "a-new-one") {
		if l := lookOf(name); l.radius == 0 || len(l.shape) == 0 || l.color.A != 255 {
			t.Errorf("%s looks like %v", name, l)
		}
	}
}

func styleNames() (names []string) {
	for _, s := range palette.Styles() {
		names = append(names, s.Name)
	}
	return names
}
