package terminal

import (
	"bytes"
	"testing"
	"time"

	"github.com/vbauerster/mpb/v8/decor"
)

func TestPace(t *testing.T) {
	for _, c := range []struct {
		done, all int64
		want      string
	}{
		{0, 100, "0 of 100, 10s"},
		{20, 100, "20 of 100, 10s, 2/s, ends in about 40s"},
		{100, 100, "100 of 100, 10s, 10/s, ends in about 0s"},
	} {
		if got := pace(c.done, c.all, 10*time.Second); got != c.want {
			t.Errorf("%d of %d: %q, want %q", c.done, c.all, got, c.want)
		}
	}
}

func TestBarCloses(t *testing.T) {
	d := NewBar(new(bytes.Buffer), "programs", 10)
	d.Add(3)
	d.Close()
}

func TestCounter(t *testing.T) {
	none := NewCounter(new(bytes.Buffer), "c.txt", "entries") // no terminal
	none.Set(1, 2)
	none.Close()
	c := &Counter{things: "entries"}
	for _, test := range []struct {
		done, all int64
		want      string
	}{{0, 0, " 0 entries, "}, {3, 0, " 3 entries, "}, {2, 3, " 2 of 3 entries, "}} {
		c.Set(test.done, test.all)
		if got := c.text(decor.Statistics{}); got != test.want {
			t.Errorf("%q, want %q", got, test.want)
		}
	}
}
