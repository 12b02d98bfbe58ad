package plots

import (
	"bytes"
	"image/png"
	"os"
	"path/filepath"
	"testing"

	"dporbench/results"
)

// TestQuantiles: the n-th point of a curve is the n-th shortest time, and what did not finish has none.
func TestQuantiles(t *testing.T) {
	var rows []results.Row
	for i := range fewest {
		r := run("b", []int{i}, "pop", 10)
		r.Wall *= 1 << (fewest - i)
		rows = append(rows, r)
		other := run("b", []int{i}, "trust", 10)
		if i < 3 {
			other = ended(other, results.Timeout)
		}
		rows = append(rows, other)
	}
	f := quantiles(results.Cells(rows))
	if len(f.panels) != 1 || len(f.panels[0].curves) != 2 {
		t.Fatalf("%d panels", len(f.panels))
	}
	for _, c := range f.panels[0].curves {
		want := map[string]int{"pop": fewest, "trust": fewest - 3}[c.algorithm]
		if len(c.points) != want {
			t.Errorf("%s has %d points, want %d", c.algorithm, len(c.points), want)
		}
		for i, p := range c.points {
			if p.x != float64(i+1) || i > 0 && p.y < c.points[i-1].y {
				t.Errorf("%s: point %d is %v", c.algorithm, i, p)
			}
		}
	}
	if f := quantiles(results.Cells(rows[:2*fewest-2])); len(f.panels) != 0 {
		t.Error("a figure of too few programs")
	}
}

// TestSpeedUps: panels name the program and the time in words, and their workers are simulated.
func TestSpeedUps(t *testing.T) {
	rows, ok, err := results.ReadSpeedUps("../reference/speed-up.csv")
	if !ok || err != nil {
		t.Fatal(ok, err)
	}
	f := speedUps(rows)
	var titles []string
	for _, p := range f.panels {
		titles = append(titles, p.title)
	}
	if len(titles) != 4 || titles[0] != "dispatcher 5, 37 s with one worker" || titles[1] != "dispatcher 5, one hour with one worker" {
		t.Errorf("titles %q", titles)
	}
}

// TestBitmapsAreSmall: a picture of few colours has them all; any picture has at most 256, and the same picture makes the same file.
func TestBitmapsAreSmall(t *testing.T) {
	dir := t.TempDir()
	files, err := Draw(dir, everything(), []Format{PNG})
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		data, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := png.Decode(bytes.NewReader(data)); err != nil || len(data) > 200_000 {
			t.Errorf("%s: %d bytes, error %v", filepath.Base(file), len(data), err)
		}
	}
}

// TestOnePanelForOneParameter: if each benchmark has one program, they stand side by side, with their names.
func TestOnePanelForOneParameter(t *testing.T) {
	rows := []results.Row{run("a", []int{3}, "pop", 10), run("b", []int{7}, "pop", 20), run("b", []int{7}, "trust", 20)}
	f := timePerExecution(results.Cells(rows))
	if len(f.panels) != 1 || len(f.panels[0].x.names) != 2 || f.panels[0].x.names[1] != "b 7" {
		t.Fatalf("panels %+v", f.panels)
	}
	if f := timePerExecution(results.Cells(append(rows, run("b", []int{8}, "pop", 10)))); len(f.panels) != 2 {
		t.Errorf("%d panels of two benchmarks, one with two parameters", len(f.panels))
	}
}

// TestFlatCurvesAreLeftOut: a run in which nothing grows has no panel, and the live heap begins with the first collection.
func TestFlatCurvesAreLeftOut(t *testing.T) {
	curve := results.Curve{Run: run("b", []int{1}, "pop", 1).Run}
	for i := range 5 {
		curve.Samples = append(curve.Samples, results.Sample{Executions: int64(1 << i), LiveHeap: 1e6, RSS: 1e6})
	}
	if f := memoryWithinRuns("m", "y", []results.Curve{curve}, liveHeap); len(f.panels) != 0 {
		t.Error("a panel in which nothing grows")
	}
	for i := 2; i < 5; i++ {
		curve.Samples[i].LiveHeap = int64(i) * 1e6
	}
	since := sinceCollection(curve)
	if len(since.Samples) != 3 || since.Samples[0].LiveHeap != 2e6 {
		t.Errorf("samples since the first collection: %v", since.Samples)
	}
	if f := memoryWithinRuns("m", "y", []results.Curve{since}, liveHeap); len(f.panels) != 1 {
		t.Error("no panel in which the heap grows")
	}
}
