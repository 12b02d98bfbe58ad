package results

import (
	"iter"
	"reflect"
	"strings"
	"testing"
	"time"
)

// finished is a row in which only the error is zero.
func finished() Row {
	return Row{
		Run: Run{
			Benchmark: "length-param", Params: []int{2, 1024}, Algorithm: "pop", Order: "random", Memory: "tso",
			Seed: 1<<64 - 1, Repetition: 3, Timeout: 90 * time.Second, MemLimit: 4 << 30, GOGC: 100,
		},
		Status: OK, Counts: Counts{Executions: 1, Deadlocked: 2, AssumeBlocked: 3, Failed: 4, Redundant: 5, Events: 6},
		Wall: 1234567, CPU: 3 * time.Hour, LiveHeap: 8,
		Stored:      Stored{Events: 1, Frames: 2, SleepEntries: 3, Configurations: 4, WakeupNodes: 5, Schedules: 6, ScheduleEvents: 7, GraphNodes: 8, BehaviourNodes: 9},
		Work:        Work{Joins: 1, Restored: 2, Races: 3, Comparisons: 4, TreeNodes: 5, SleepEntries: 6, Expressions: 7, GraphEvents: 8, Consistency: 9},
		ToolBlocked: 12, ToolReadsFrom: 13,
		Reached: 1, Elapsed: 2 * time.Second, PeakRSS: 10, RSSSource: "self:VmHWM",
		GoVersion: "go1.26", Commit: "0123abc-dirty", Build: "89ef", Start: time.Date(2026, 11, 20, 14, 18, 0, 123, time.UTC),
	}
}

// killed is a row of a run that did not finish, with a difficult error.
func killed() Row {
	row := finished()
	return Row{
		Run: row.Run, Status: Failed, Error: `panic: "x", y`,
		Reached: 9, Elapsed: time.Second, PeakRSS: 11, RSSSource: "parent:VmHWM",
		GoVersion: row.GoVersion, Build: row.Build, Start: row.Start,
	}
}

func TestFiguresOfUnfinishedRunAreEmpty(t *testing.T) {
	row := finished()
	row.Status = Timeout
	for _, c := range columns {
		if text := c.text(&row); (text == "") != c.final && c.name != "error" {
			t.Errorf("column %s of a run that timed out is %q", c.name, text)
		}
	}
}

// TestEveryFieldHasAColumn: no counter in Stored, and no field in Row, is missing from
// the file, and no counter from its JSON object.
func TestEveryFieldHasAColumn(t *testing.T) {
	var row Row
	names := map[any]string{}
	for _, c := range columns {
		names[c.field(&row)] = c.name
	}
	for _, part := range []any{&row, &row.Run, &row.Counts, &row.Stored, &row.Work} {
		for field, p := range fields(part) {
			if names[p] == "" && p != any(&row.Run) && p != any(&row.Counts) && p != any(&row.Stored) && p != any(&row.Work) {
				t.Errorf("%T has a field %s without a column", part, field)
			}
		}
	}
	for field, p := range fields(&row.Stored) {
		if !strings.HasPrefix(names[p], storedPrefix) {
			t.Errorf("the column of counter %s is %q", field, names[p])
		}
	}
	for field, p := range fields(&row.Work) {
		if !strings.HasPrefix(names[p], workPrefix) {
			t.Errorf("the column of counter %s is %q", field, names[p])
		}
	}
}

// fields yields the names of the fields of a struct and pointers to them.
func fields(structure any) iter.Seq2[string, any] {
	return func(yield func(string, any) bool) {
		v := reflect.ValueOf(structure).Elem()
		for i := range v.NumField() {
			if !yield(v.Type().Field(i).Name, v.Field(i).Addr().Interface()) {
				return
			}
		}
	}
}

// TestLargestLooksAtEveryCounter: except the counter of the model's cache.
func TestLargestLooksAtEveryCounter(t *testing.T) {
	var s Stored
	for name, field := range fields(&s) {
		counter, want := field.(*int64), int64(7)
		if name == "BehaviourNodes" {
			want = 0
		}
		*counter = 7
		if got := s.Largest(); got != want {
			t.Errorf("with 7 in %s the largest is %d, want %d", name, got, want)
		}
		*counter = 0
	}
}

func TestColumnsAreDocumentedAndDistinct(t *testing.T) {
	names, fields := map[string]bool{}, map[any]bool{}
	var row Row
	for _, c := range columns {
		if names[c.name] || fields[c.field(&row)] {
			t.Errorf("column %s appears twice, or another has its field", c.name)
		}
		names[c.name], fields[c.field(&row)] = true, true
	}
	for name, doc := range Columns {
		if doc == "" {
			t.Errorf("column %s has no meaning", name)
		}
	}
}
