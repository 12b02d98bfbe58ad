package palette_test

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"dporbench/algos/catalog"
	"dporbench/algos/samplers"
	"dporbench/internal/lab"
	"dporbench/internal/palette"
)

// main are the first styles, which differ in lightness.
func main() []palette.Style { return palette.Styles()[:9] }

func TestNoTwoAlike(t *testing.T) {
	colours, lines, names := map[string]string{}, map[string]string{}, map[string]bool{}
	for _, s := range palette.Styles() {
		if names[s.Name] {
			t.Errorf("%s has two styles", s.Name)
		}
		names[s.Name] = true
		if s.Name == "even" {
			clear(colours) // random schedulers stand in figures of their own
			clear(lines)
		}
		line := fmt.Sprint(s.Marker, s.Dashes)
		if other := lines[line]; other != "" {
			t.Errorf("%s and %s have the same marker and dashes", other, s.Name)
		}
		lines[line] = s.Name
		for ground, c := range map[string]string{"white": s.Light, "dark": s.Dark} {
			if other := colours[ground+c]; other != "" {
				t.Errorf("%s and %s have the same colour on %s", other, s.Name, ground)
			}
			colours[ground+c] = s.Name
		}
	}
}

// TestMarkersAndDashes: the nine can be told apart by markers alone, and by dashes alone.
func TestMarkersAndDashes(t *testing.T) {
	for i, a := range main() {
		for _, b := range main()[:i] {
			if a.Marker == b.Marker || slices.Equal(a.Dashes, b.Dashes) {
				t.Errorf("%s and %s have the same marker or the same dashes", a.Name, b.Name)
			}
		}
	}
}

// TestAllHaveAStyle: a new algorithm gets a line in the list.
func TestAllHaveAStyle(t *testing.T) {
	names := append(catalog.Names(), lab.Printed)
	names = append(names, samplers.Names()...)
	for _, name := range names {
		if palette.Rank(name) == len(palette.Styles()) {
			t.Errorf("%s has no style: add a line to internal/palette", name)
		}
	}
}

func TestOthersHaveTheirOwn(t *testing.T) {
	a, again, b := palette.Of("mine"), palette.Of("mine"), palette.Of("yours")
	if a.Name != "mine" || fmt.Sprint(a) != fmt.Sprint(again) || fmt.Sprint(a.Light, a.Marker, a.Dashes) == fmt.Sprint(b.Light, b.Marker, b.Dashes) {
		t.Errorf("mine is %v, then %v; yours %v", a, again, b)
	}
}

// TestGrey: printed in grey, the nine can be told apart, and are visible on white.
func TestGrey(t *testing.T) {
	var all []float64
	for _, s := range main() {
		l := labOf(linear(t, s.Light))[0]
		all = append(all, l)
		if l > 62 {
			t.Errorf("%s has lightness %.0f: too pale for white", s.Name, l)
		}
		if dark := labOf(linear(t, s.Dark))[0]; dark < 45 {
			t.Errorf("%s has lightness %.0f: too dark for a dark ground", s.Name, dark)
		}
	}
	slices.Sort(all)
	for i := range len(all) - 1 {
		if all[i+1]-all[i] < 5 {
			t.Errorf("lightness %.1f and %.1f are one grey", all[i], all[i+1])
		}
	}
}

// TestColourBlind: the nine stay apart for readers with any of the three kinds of colour blindness.
func TestColourBlind(t *testing.T) {
	for kind, sees := range eyes {
		for i, a := range main() {
			for _, b := range main()[:i] {
				for ground, pair := range map[string][2]string{"white": {a.Light, b.Light}, "dark": {a.Dark, b.Dark}} {
					if d := distance(labOf(sees.of(linear(t, pair[0]))), labOf(sees.of(linear(t, pair[1])))); d < 12 {
						t.Errorf("%s: on %s, %s and %s are %.1f apart, want at least 12", kind, ground, a.Name, b.Name, d)
					}
				}
			}
		}
	}
}

func TestCSS(t *testing.T) {
	got := palette.CSS(".chart .%s", []string{"pop", "optimal"})
	for _, want := range []string{".chart .pop{--hue:#23855d;--dash:none}", ".chart .optimal{--hue:#7a201c;--dash:3.5 1.5}", "dark){\n.chart .pop{--hue:#469642}"} {
		if !strings.Contains(got, want) {
			t.Errorf("no %s in\n%s", want, got)
		}
	}
}

type vector [3]float64

type matrix [3]vector

func (m matrix) of(v vector) (w vector) {
	for i, row := range m {
		for j, factor := range row {
			w[i] += factor * v[j]
		}
		w[i] = min(1, max(0, w[i]))
	}
	return w
}

// eyes are the simulations of full colour blindness by Machado, Oliveira and Fernandes (2009), on linear colours.
var eyes = map[string]matrix{
	"all colours": {{1, 0, 0}, {0, 1, 0}, {0, 0, 1}},
	"no red":      {{0.152286, 1.052583, -0.204868}, {0.114503, 0.786281, 0.099216}, {-0.003882, -0.048116, 1.051998}},
	"no green":    {{0.367322, 0.860646, -0.227968}, {0.280085, 0.672501, 0.047413}, {-0.011820, 0.042940, 0.968881}},
	"no blue":     {{1.255528, -0.076749, -0.178779}, {-0.078411, 0.930809, 0.147602}, {0.004733, 0.691367, 0.303900}},
}

// linear is a colour as light, without the curve of sRGB.
func linear(t *testing.T, colour string) (v vector) {
	t.Helper()
	var rgb [3]int
	if _, err := fmt.Sscanf(colour, "#%02x%02x%02x", &rgb[0], &rgb[1], &rgb[2]); err != nil {
		t.Fatalf("colour %q: %v", colour, err)
	}
	for i, c := range rgb {
		x := float64(c) / 255
		if v[i] = x / 12.92; x > 0.04045 {
			v[i] = math.Pow((x+0.055)/1.055, 2.4)
		}
	}
	return v
}

// labOf is CIELAB: lightness from 0 to 100, and two axes of colour.
func labOf(v vector) vector {
	white := vector{0.95047, 1, 1.08883}
	f := [3]float64{}
	for i, row := range (matrix{{0.4124564, 0.3575761, 0.1804375}, {0.2126729, 0.7151522, 0.0721750}, {0.0193339, 0.1191920, 0.9503041}}) {
		x := (row[0]*v[0] + row[1]*v[1] + row[2]*v[2]) / white[i]
		if f[i] = (24389.0/27*x + 16) / 116; x > 216.0/24389 {
			f[i] = math.Cbrt(x)
		}
	}
	return vector{116*f[1] - 16, 500 * (f[0] - f[1]), 200 * (f[1] - f[2])}
}

func distance(a, b vector) float64 {
	return math.Sqrt((a[0]-b[0])*(a[0]-b[0]) + (a[1]-b[1])*(a[1]-b[1]) + (a[2]-b[2])*(a[2]-b[2]))
}
