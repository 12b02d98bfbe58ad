package plots

import (
	"math"
	"strings"
	"testing"

	"gonum.org/v1/plot"
)

func labelsOf(ticks []plot.Tick) string {
	var labels []string
	for _, tick := range ticks {
		if !tick.IsMinor() {
			labels = append(labels, tick.Label)
		}
	}
	return strings.Join(labels, ", ")
}

func TestNumber(t *testing.T) {
	for x, want := range map[float64]string{
		0: "0", 1: "1", 999: "999", 1000: "1 k", 20e3: "20 k", 1e6: "1 M", 2.5e9: "2.5 G", 1e12: "1 T", 1e15: "1e15",
		0.001: "0.001", 0.02: "0.02", 1e-4: "1e-4", 2e-10: "2e-10", -5: "-5", -1e4: "-10 k",
	} {
		if got := number(x); got != want {
			t.Errorf("%g is %q, want %q", x, got, want)
		}
	}
}

func TestTicks(t *testing.T) {
	for _, test := range []struct {
		axis      axis
		low, high float64 // values
		want      string
	}{
		{axis{log: true}, 1, 1e4, "1, 10, 100, 1 k, 10 k"},
		{axis{log: true}, 0.5, 2e12, "1, 1 k, 1 M, 1 G, 1 T"},
		{axis{log: true}, 3, 30, "5, 10, 20"},
		{axis{log: true}, 7, 7, "5, 10, 20"},
		{axis{}, 0, 100, "0, 20, 40, 60, 80, 100"},
		{axis{}, 5, 5, "4, 4.5, 5, 5.5, 6"},
		{axis{values: []float64{3, 5, 4, 3}}, 3, 5, "3, 4, 5"},
		{axis{log: true, values: []float64{16, 64, 256, 1024}}, 16, 1024, "16, 64, 256, 1024"},
		{axis{values: []float64{1, 2, 3, 4, 5, 6, 7, 8, 9}}, 1, 9, "1, 3, 5, 7, 9"},
	} {
		a := test.axis
		for _, value := range []float64{test.low, test.high} {
			if place, ok := a.place(value); ok {
				a.include(place)
			}
		}
		a.widen()
		if got := labelsOf(a.ticks(6)); got != test.want {
			t.Errorf("from %g to %g: %s, want %s", test.low, test.high, got, test.want)
		}
	}
}

func TestLogAxisShowsNoZero(t *testing.T) {
	for _, value := range []float64{0, -1, math.NaN(), math.Inf(1)} {
		if place, ok := (axis{log: true}).place(value); ok {
			t.Errorf("%v is at %v", value, place)
		}
	}
}

func TestParseFormats(t *testing.T) {
	for text, ok := range map[string]bool{"svg": true, "png,pdf": true, "": false, "svg,svg": false, "gif": false, "svg,": false} {
		formats, err := ParseFormats(text)
		if (err == nil) != ok || ok && JoinFormats(formats) != text {
			t.Errorf("%q: formats %v, error %v", text, formats, err)
		}
	}
}
