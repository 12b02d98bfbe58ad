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
		1: "1", 200: "200", 1000: "1000", 5000: "5000", 20e3: "20 k", 500e3: "500 k", 1e6: "1 M", 2e9: "2 G", 1e12: "1 T", 1e15: "1e+15",
		0.001: "0.001", 0.02: "0.02", 2e-10: "2e-10",
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
		{axis{log: true}, 1, 1e4, "1, 10, 100, 1000, 10 k"},
		{axis{log: true}, 0.5, 2e12, "1, 1000, 1 M, 1 G, 1 T"},
		{axis{log: true}, 3, 30, "2, 5, 10, 20, 50"},
		{axis{log: true}, 18, 3100, "10, 100, 1000"}, // MB of memory
		{axis{log: true}, 7, 7, "5, 10"},
		{axis{}, 0, 100, "0, 50, 100"},
		{axis{}, 5, 5, "4, 5, 6"},
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
		if got := labelsOf(a.ticks(a.min, a.max, 6)); got != test.want {
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
