package mapping

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"dporbench/harness/internal/shared/explore"
	"dporbench/harness/internal/shared/program"
	"dporbench/model/equivalence"
	"dporbench/results"
)

func rowOf(algorithm string, executions, redundant int64) results.Row {
	return results.Row{
		Run: results.Run{Benchmark: "casw", Params: []int{3}, Algorithm: algorithm, Timeout: 10 * time.Second}, Status: results.OK,
		Counts: results.Counts{Executions: executions, Redundant: redundant}, Wall: time.Duration(executions) * time.Millisecond,
	}
}

func of(t *testing.T, rows ...results.Row) landscape {
	t.Helper()
	r, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	l := landscape{registry: r, cells: results.Cells(rows), classes: []results.Classes{{Program: "casw 3", Equivalence: "mazurkiewicz", N: 66}, {Program: "casw 3", Equivalence: "reads-from", N: 24}}}
	for _, row := range rows {
		l.algorithms = append(l.algorithms, row.Algorithm)
	}
	return l
}

// TestFigures: explorations are relative to the classes of the algorithm's own equivalence, times to the shortest.
func TestFigures(t *testing.T) {
	slow, refused := rowOf("optimal", 3, 0), rowOf("pop-expressions", 0, 0)
	slow.Status, refused.Status = results.Timeout, results.Refused
	l := of(t, rowOf("sleepset", 66, 33), rowOf("pop", 66, 0), rowOf("readsfrom", 24, 0), slow, refused)
	for name, want := range map[string]string{"explored": "1.5 1 1 >10s –", "time": "2.8 2.8 1 >10s –"} {
		var b bytes.Buffer
		if err := draw(&b, name, l); err != nil {
			t.Fatal(err)
		}
		drawn := ""
		for line := range strings.Lines(b.String()) {
			if fields := strings.Fields(line); len(fields) > 2 && fields[0] == "casw" {
				drawn = fields[2] + " " + strings.Join(fields[3+len(equivalence.All()):], " ")
			}
		}
		if drawn != "66 "+want {
			t.Errorf("%s: %q", name, drawn)
		}
	}
}

// TestMiscounted: for an algorithm that visits each class once, any other number is wrong.
func TestMiscounted(t *testing.T) {
	l := of(t)
	for row, want := range map[*results.Row]string{
		new(rowOf("readsfrom", 24, 5)): "",
		new(rowOf("readsfrom", 25, 0)): "25 executions of 24 classes by reads-from",
		new(rowOf("pop", 65, 0)):       "65 executions of 66 classes by mazurkiewicz",
		new(rowOf("pop", 66, 0)):       "",
	} {
		if got := l.miscounted(*row); got != want {
			t.Errorf("%s, %d: %q, want %q", row.Algorithm, row.Executions, got, want)
		}
	}
}

// TestStates: exact numbers, and reasons where there are none.
func TestStates(t *testing.T) {
	l := of(t)
	p, err := l.registry.Load(program.Spec{Kind: program.Small{Text: "p: x=1 | q: x=2 | r: a=x"}})
	if err != nil {
		t.Fatal(err)
	}
	d, err := decided(t.Context(), p, explore.Defaults())
	if err != nil || d.Classes != "6" || d.States == 0 {
		t.Errorf("%+v, error %v", d, err)
	}
	l.states = append(l.states, d)
	l.states = append(l.states, results.Decided{Program: "casw 3", Time: 2 * time.Second, Why: "time is up"})
	path := filepath.Join(t.TempDir(), "a.states.csv")
	if err := results.WriteDecided(path, l.states); err != nil {
		t.Fatal(err)
	}
	read, err := results.ReadDecided(path)
	if err != nil || len(read) != len(l.states) || read[1] != l.states[1] {
		t.Errorf("%+v, error %v", read, err)
	}
	l.states = read
	var b bytes.Buffer
	if err := drawStates(&b, l); err != nil {
		t.Fatal(err)
	}
	if text := b.String(); !strings.Contains(text, "casw 3") || !strings.Contains(text, "66") || !strings.Contains(text, "time is up") {
		t.Error(text)
	}
}
