package campaign

import (
	"slices"
	"testing"
	"time"

	"dporbench/harness/internal/shared/program"
)

func TestWanted(t *testing.T) {
	auto := Auto(10 * time.Second)
	for _, test := range []struct {
		repeat Repeat
		first  time.Duration
		want   int
	}{
		{auto, 0, 11},
		{auto, 99 * time.Millisecond, 11},
		{auto, 100 * time.Millisecond, 5},
		{auto, 2 * time.Second, 5},
		{auto, 2001 * time.Millisecond, 4},
		{auto, 5 * time.Second, 2},
		{auto, time.Hour, 1},
		{Auto(200 * time.Millisecond), 50 * time.Millisecond, 4},
		{Repeat{Rounds: 3}, time.Hour, 3},
		{Repeat{Rounds: 3}, 1, 3},
	} {
		if got := test.repeat.Wanted(test.first); got != test.want {
			t.Errorf("%+v wants %d runs of %v, want %d", test.repeat, got, test.first, test.want)
		}
	}
}

// TestBudgetBoundsRepetitions: one run of an hour is one too many already.
func TestBudgetBoundsRepetitions(t *testing.T) {
	watch := &recorder{}
	r := newRunner(t)
	r.Watch, r.Repeat = watch, Auto(time.Nanosecond)
	rows, err := r.Measure(t.Context(), Plan([]program.Spec{{Kind: program.Benchmark{Name: "x"}}}, []string{"quick"}, 2, common))
	if err != nil || len(rows) != 1 {
		t.Errorf("%d rows, error %v", len(rows), err)
	}
	if want := []string{"begin quick", "ok quick", "skip quick"}; !slices.Equal(watch.told, want) {
		t.Errorf("told %q, want %q", watch.told, want)
	}
}

// TestShortRunsWarmUp: the recorded run began after the warm-up had ended.
func TestShortRunsWarmUp(t *testing.T) {
	r := newRunner(t)
	r.Repeat = Repeat{Rounds: 2}
	began := time.Now()
	rows, err := r.Measure(t.Context(), Plan([]program.Spec{{Kind: program.Benchmark{Name: "x"}}}, []string{"quick"}, 2, common))
	if err != nil || len(rows) != 2 {
		t.Fatalf("%d rows, error %v", len(rows), err)
	}
	if rows[0].Elapsed > Short {
		t.Skip("the machine is too slow for a short run")
	}
	if rows[0].Start.Sub(began) < 30*time.Millisecond {
		t.Error("there was no warm-up")
	}
}
