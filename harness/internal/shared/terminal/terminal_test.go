package terminal

import (
	"bytes"
	"testing"
	"time"
)

func TestPace(t *testing.T) {
	for _, c := range []struct {
		done, all int64
		want      string
	}{
		{0, 0, " 0 programs, 10s"},
		{3, 0, " 3 programs, 10s"},
		{0, 100, " 0 of 100 programs, 10s"},
		{20, 100, " 20 of 100 programs, 10s, 2/s, ends in about 40s"},
		{100, 100, " 100 of 100 programs, 10s, 10/s, ends in about 0s"},
	} {
		if got := pace(c.done, c.all, "programs", 10*time.Second); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.done, c.all, got, c.want)
		}
	}
}

func TestNoTerminal(t *testing.T) {
	none := NewCounter(new(bytes.Buffer), "c.txt", "entries")
	none.Set(1, 2)
	none.Close()
}

func TestWidth(t *testing.T) {
	for columns, want := range map[string]int{"": 160, "72": 72, "-1": 160, "wide": 160} {
		t.Setenv("COLUMNS", columns)
		if got := Width(new(bytes.Buffer)); got != want {
			t.Errorf("COLUMNS=%s: %d, want %d", columns, got, want)
		}
	}
}
