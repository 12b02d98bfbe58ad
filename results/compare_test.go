package results

import (
	"bytes"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/perf/benchfmt"
)

// timed are finished repetitions of the run of like that took these milliseconds.
func timed(like Row, milliseconds ...int) []Row {
	var rows []Row
	for i, ms := range milliseconds {
		row := like
		row.Repetition, row.Status = i+1, OK
		row.Wall, row.CPU = time.Duration(ms)*time.Millisecond, time.Duration(ms)*time.Millisecond
		row.PeakRSS, row.LiveHeap = 10e6, 1e6
		rows = append(rows, row)
	}
	return rows
}

var likeB = Row{Run: Run{Benchmark: "b", Params: []int{3}, Algorithm: "pop", GOGC: 100}, Counts: Counts{Executions: 7}}

func TestCompareFindsSignificance(t *testing.T) {
	old := []int{100, 101, 102, 103, 104}
	for _, test := range []struct {
		name   string
		new    []int
		delta  string
		tooFew bool
	}{
		{"the same", old, "~", false},
		{"within the noise", []int{99, 102, 103, 101, 105}, "~", false},
		{"half the time", []int{50, 51, 52, 51, 50}, "-50.00%", false},
		{"a tenth slower", []int{111, 112, 113, 114, 112}, "+9.80%", false},
		{"too few to decide", []int{50}, "~", true},
	} {
		c := Compare(timed(likeB, old...), timed(likeB, test.new...), 0, Figures()...)
		if len(c.Deltas) != len(figures) || c.Cells != 1 || failed(c) {
			t.Fatalf("%s: %+v", test.name, c)
		}
		d := c.Deltas[0]
		if d.Figure != WallTime || d.Change != test.delta || d.TooFew != test.tooFew {
			t.Errorf("%s: %+v", test.name, d)
		}
		if d.Old != 102e6 || d.OldRuns != 5 || d.NewRuns != len(test.new) || d.P <= 0 || d.P > 1 {
			t.Errorf("%s: %+v", test.name, d)
		}
		if memory := c.Deltas[PeakMemory]; memory.Figure != PeakMemory || memory.Old != 10e6 || memory.Change != "~" {
			t.Errorf("%s: %+v", test.name, memory)
		}
	}
}

// Every count and every storage counter is compared.
func TestCompareFindsEveryChange(t *testing.T) {
	seen := 0
	for _, column := range columns {
		if !column.exact() {
			continue
		}
		seen++
		old, new := timed(likeB, 1, 1), timed(likeB, 1, 1)
		for i := range new {
			*column.field(&new[i]).(*int64) += 5
		}
		c := Compare(old, new, 0, Figures()...)
		if len(c.Changes) != 1 || c.Changes[0].Figure != column.name || c.Changes[0].Old == c.Changes[0].New || !failed(c) {
			t.Errorf("%s: changes %+v", column.name, c.Changes)
		}
	}
	if want := reflect.TypeFor[Counts]().NumField() + reflect.TypeFor[Stored]().NumField(); seen != want {
		t.Errorf("%d columns are exact, want %d", seen, want)
	}
}

func TestCompareShowsRepetitionsThatDisagree(t *testing.T) {
	rows := timed(likeB, 1, 1)
	rows[1].Executions = 8
	c := Compare(rows, rows, 0, Figures()...)
	if want := (Change{rows[0].Run, "executions", "7/8", "7/8"}); len(c.Changes) != 1 || fmt.Sprint(c.Changes[0]) != fmt.Sprint(want) {
		t.Errorf("changes %+v", c.Changes)
	}
}

func TestCompareStatuses(t *testing.T) {
	ok, timeout := timed(likeB, 1), timed(likeB, 1)
	timeout[0].Status = Timeout
	for _, test := range []struct {
		old, new []Row
		changes  int
		failed   bool
	}{
		{ok, timeout, 1, true},
		{timeout, ok, 1, false},
		{timeout, timeout, 0, false},
	} {
		c := Compare(test.old, test.new, 0, Figures()...)
		if len(c.Changes) != test.changes || failed(c) != test.failed || len(c.Deltas) != 0 {
			t.Errorf("%s to %s: %+v", test.old[0].Status, test.new[0].Status, c)
		}
	}
}

func TestCompareNamesWhatIsInOneOnly(t *testing.T) {
	other := likeB
	other.Params = []int{4}
	both, one := timed(likeB, 1), timed(other, 2)
	if c := Compare(append(both, one...), both, 0, Figures()...); len(c.OnlyOld) != 1 || len(c.OnlyNew) != 0 || c.OnlyOld[0].Name() != "b 4" {
		t.Errorf("%+v", c)
	}
	if c := Compare(both, append(one, both...), 0, Figures()...); len(c.OnlyNew) != 1 || len(c.OnlyOld) != 0 {
		t.Errorf("%+v", c)
	}
	if c := Compare(nil, nil, 0, Figures()...); c.Cells != 0 || failed(c) {
		t.Errorf("%+v", c)
	}
}

func TestWriteBenchIsReadByBenchstat(t *testing.T) {
	rows := timed(likeB, 12)
	rows[0].Params = []int{2, 1024}
	limited := rows[0]
	limited.Status = Timeout
	var b bytes.Buffer
	if err := WriteBench(&b, "old.csv", append(rows, limited)); err != nil {
		t.Fatal(err)
	}
	r := benchfmt.NewReader(strings.NewReader(b.String()), "old")
	if !r.Scan() {
		t.Fatalf("nothing is read: %v\n%s", r.Err(), b.String())
	}
	result, ok := r.Result().(*benchfmt.Result)
	if !ok || string(result.Name) != "Explore/b/2,1024/pop" || result.GetConfig("results") != "old.csv" {
		t.Fatalf("read %v", r.Result())
	}
	for unit, want := range map[string]float64{"sec/op": 0.012, "executions": 7, "peak-rss-bytes": 10e6} {
		i := slices.IndexFunc(result.Values, func(v benchfmt.Value) bool { return v.Unit == unit })
		if i < 0 || result.Values[i].Value != want {
			t.Errorf("%s is not %v in %v", unit, want, result.Values)
		}
	}
	small := Row{Run: Run{Benchmark: "p: a=x | q: x=0", Algorithm: "pop"}}
	if got := small.benchName(); got != "Explore/p:a=x|q:x=0/pop" {
		t.Errorf("name %q", got)
	}
	if r.Scan() {
		t.Errorf("a run without figures is written: %v", r.Result())
	}
}

// failed reports whether any change is a problem.
func failed(c Comparison) bool { return slices.ContainsFunc(c.Changes, Change.Fails) }

// TestManyTests: one small p among many does not count as a difference, unless the
// others are small too; nor does a small difference.
func TestManyTests(t *testing.T) {
	cells := func(changed, n int) (old, new []Row) {
		for i := range n {
			like := likeB
			like.Params = []int{i}
			old = append(old, timed(like, 100, 101, 102, 103)...)
			if i < changed {
				new = append(new, timed(like, 110, 111, 112, 113)...)
			} else {
				new = append(new, timed(like, 100, 101, 102, 103)...)
			}
		}
		return old, new
	}
	for _, test := range []struct {
		changed, n int
		least      float64
		want       int
	}{{1, 1, 0, 1}, {1, 20, 0, 0}, {18, 20, 0, 18}, {20, 20, 0.2, 0}} {
		old, new := cells(test.changed, test.n)
		c := Compare(old, new, test.least, WallTime)
		found := 0
		for _, d := range c.Deltas {
			if d.Change != "~" {
				found++
			}
		}
		if found != test.want {
			t.Errorf("%+v: %d differences", test, found)
		}
	}
	old, new := cells(4, 4)
	if mean := GeometricMean(Compare(old, new, 0, WallTime).Deltas); mean < 1.098 || mean > 1.099 {
		t.Errorf("mean %v", mean)
	}
}
