package plots

import (
	"testing"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
	"gonum.org/v1/plot/vg/recorder"

	"dporbench/results"
)

func TestMap(t *testing.T) {
	slow := ended(run("b", []int{2}, "optimal", 3), results.Timeout)
	rows := []results.Row{run("b", []int{2}, "pop", 8), slow, run("b", []int{2}, "readsfrom", 2), run("c", nil, "pop", 5)}
	classes := []results.Classes{{Program: "b 2", Equivalence: finest, N: 8}, {Program: "b 2", Equivalence: "values", N: 1}}
	m := mapOf(results.Cells(rows), classes)
	if len(m.programs) != 2 || len(m.algorithms) != 3 || len(m.fields) != 3 {
		t.Fatalf("%+v", m)
	}
	for i, want := range []tile{{limit: true}, {factor: 1}, {factor: 0.25}} { // optimal, pop, readsfrom
		if got := m.fields[0].cells[0][i]; got != want {
			t.Errorf("%s: %+v, want %+v", m.algorithms[i], got, want)
		}
	}
	if got := m.fields[0].cells[1][1]; got != (tile{}) {
		t.Errorf("classes that are not known: %+v", got)
	}
	least := 2.0
	for _, f := range m.fields[1].cells[0] {
		if f.factor > 0 {
			least = min(least, f.factor)
		}
	}
	if least != 1 {
		t.Errorf("the shortest time is %v times the shortest", least)
	}
	if files, err := DrawMap(t.TempDir(), rows, classes, Formats()); err != nil || len(files) != len(Formats()) {
		t.Errorf("files %v, error %v", files, err)
	}
	if _, err := DrawMap(t.TempDir(), nil, nil, Formats()); err != ErrNothing {
		t.Errorf("of nothing: error %v", err)
	}
}

func TestColorOf(t *testing.T) {
	for factor, want := range map[float64]any{1: colorOf(1), darkest: vermilion, 1e9: vermilion, 1.0 / darkest: blue, 1e-9: blue} {
		if got := colorOf(factor); got != want {
			t.Errorf("%v: %v, want %v", factor, got, want)
		}
	}
	if white := colorOf(1); white.R != 255 || white.G != 255 || white.B != 255 {
		t.Errorf("1: %v", white)
	}
}

// TestNoNameIsCut: no letter is outside the map or the room for names.
func TestNoNameIsCut(t *testing.T) {
	rows := []results.Row{run("benchmarks/literature/patterns/n-writers-a-reader.c -DN=4 --await-assumes", nil, "pop-expressions", 5)}
	for _, name := range []string{"sleepset", "fgdpor", "source", "optimal", "trust", "pop"} {
		rows = append(rows, run("b", nil, name, 5))
	}
	m := mapOf(results.Cells(rows), nil)
	var c recorder.Canvas
	width, height := m.size()
	m.draw(draw.NewCanvas(&c, width, height))
	turned := 0
	for _, action := range c.Actions {
		switch a := action.(type) {
		case *recorder.Rotate:
			turned = 1
		case *recorder.Pop:
			turned = 0
		case *recorder.FillString:
			length := letters(a.Font.Size).Width(a.String)
			switch {
			case turned == 1 && length > namesGap-2:
				t.Errorf("%q is %v long", a.String, length)
			case turned == 0 && (a.Point.X < 0 || a.Point.Y < 0 || a.Point.X+length > width || a.Point.Y+vg.Length(7) > height):
				t.Errorf("%q at %v is %v long, in a map of %v by %v", a.String, a.Point, length, width, height)
			}
		}
	}
}
