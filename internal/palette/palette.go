// Package palette is the one list of how algorithms look: in figures for print, in the charts of the page, in drawings.
//
// An algorithm has the same colour everywhere. The nine in the figures of the paper and of the tour differ in lightness too,
// by five units of L* or more, so that a grey printer keeps them apart, and they stay apart for readers who do not see red,
// green or blue. The others have colours of their own; where those are close, line and marker differ: no two algorithms
// have the same pair. Colours are chosen for a white ground (Light), and for a dark one (Dark).
package palette

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Style is how one algorithm is drawn.
type Style struct {
	Name   string  // of the algorithm, as on the command line
	Light  string  // the colour on white, as #rrggbb
	Dark   string  // the colour on a dark ground, as #rrggbb
	Marker Marker  // at the points of a curve
	Size   float64 // the radius of the marker in points

	// Dashes are the lengths of dashes and gaps in turn, in points. None is a solid line.
	Dashes []float64
}

// Marker is the shape of a point.
type Marker string

// The markers.
const (
	Circle   Marker = "circle"
	Square   Marker = "square"
	Diamond  Marker = "diamond"
	Triangle Marker = "triangle" // tip up
	Nabla    Marker = "nabla"    // tip down
	Pentagon Marker = "pentagon"
	Plus     Marker = "plus"
	Cross    Marker = "cross"
	Star     Marker = "star" // of five tips
)

// algorithms are the styles of algorithms, in the order of a legend. Later ones are drawn first where their markers are larger, so that all of several
// coinciding curves are visible.
func algorithms() []Style {
	return []Style{
		{"sleepset", "#4f4f4f", "#b3b3b3", Plus, 1.6, []float64{8, 1.5}},
		{"fgdpor", "#ce5c93", "#ff5689", Cross, 1.6, []float64{5, 1, 1, 1, 1, 1}},
		{"source", "#554cb5", "#855de4", Pentagon, 1.6, []float64{2, 1}},
		{"optimal", "#7a201c", "#feb180", Square, 1.6, []float64{3.5, 1.5}},
		{"trust", "#009ae5", "#b5d5ff", Triangle, 1.8, []float64{0.9, 1.6}},
		{"pop-naive", "#8c6000", "#efe804", Diamond, 1.8, []float64{6, 1.5, 1, 1.5}},
		{"pop-lazy", "#003750", "#00aef7", Nabla, 2, []float64{3, 1, 3, 1, 1, 1}},
		{"pop", "#23855d", "#469642", Circle, 2.2, nil},
		{"exhaustive", "#070707", "#f6f6f6", Star, 2.2, []float64{2.5, 1, 2.5, 3}},

		{"trust-blocking", "#3176d4", "#7a8dba", Nabla, 1.8, []float64{0.9, 1.6}},
		{"observers", "#099593", "#08ac88", Diamond, 1.8, []float64{2, 1}},
		{"readsfrom", "#00494e", "#17f5d4", Square, 1.6, []float64{6, 1.5, 1, 1.5}},
		{"rvf", "#7c9d00", "#91b82f", Pentagon, 1.6, []float64{3.5, 1.5}},
		{"lapor", "#00636f", "#82dada", Plus, 1.6, []float64{3, 1, 3, 1, 1, 1}},
		{"unfolding", "#5d1783", "#c4649f", Circle, 1.8, []float64{3.5, 1.5}},
		{"unfolding-1", "#988cb9", "#c797b8", Square, 1.6, []float64{2, 1}},
		{"unfolding-2", "#845b98", "#acb1df", Triangle, 1.8, []float64{8, 1.5}},
		{"ifs", "#bd8759", "#d68264", Cross, 1.6, []float64{6, 1.5, 1, 1.5}},
		{"bpor", "#6f683e", "#d6dcaa", Diamond, 1.8, []float64{8, 1.5}},
		{"pop-expressions", "#538933", "#92c6a5", Triangle, 2, nil},
		{"algorithm2-as-printed", "#293a00", "#9a9702", Cross, 2, []float64{2.5, 1, 2.5, 3}},
		{"randomwalk", "#757575", "#858585", Circle, 1.6, []float64{0.9, 1.6}},
	}
}

// samplers are the random schedulers, and the even draw with which they are compared. No figure shows them beside
// algorithms, so they have the same colours.
func samplers() []Style {
	return []Style{
		{"even", "#070707", "#f6f6f6", Circle, 1.6, nil},
		{"random-walk", "#4f4f4f", "#b3b3b3", Plus, 1.6, []float64{8, 1.5}},
		{"pct", "#7a201c", "#feb180", Square, 1.6, []float64{3.5, 1.5}},
		{"pos", "#009ae5", "#b5d5ff", Triangle, 1.8, []float64{0.9, 1.6}},
		{"urw", "#8c6000", "#efe804", Diamond, 1.8, []float64{6, 1.5, 1, 1.5}},
		{"surw", "#ce5c93", "#ff5689", Pentagon, 1.8, []float64{2, 1}},
		{"rff", "#23855d", "#469642", Nabla, 2, []float64{3, 1, 3, 1, 1, 1}},
	}
}

// distinct is how many of the first styles differ in lightness, too.
const distinct = 9

// Styles returns all styles in the order of a legend: algorithms, and then random schedulers.
func Styles() []Style { return slices.Concat(algorithms(), samplers()) }

// Rank is the place of a name in a legend; names without a style of their own have the last place.
func Rank(name string) int {
	all := Styles()
	if i := slices.IndexFunc(all, func(s Style) bool { return s.Name == name }); i >= 0 {
		return i
	}
	return len(all)
}

// Of is the style of a name. One that is not listed, as an algorithm of another module, has a style made from its name: the
// same in all figures, but others may have the same colour, marker or dashes.
func Of(name string) Style {
	all := Styles()
	if i := Rank(name); i < len(all) {
		return all[i]
	}
	sum := 0
	for _, letter := range name {
		sum = 31*sum%9973 + int(letter)
	}
	s := all[sum%distinct]
	s.Name = name
	s.Marker = all[sum/distinct%distinct].Marker
	s.Dashes = all[sum/distinct/distinct%distinct].Dashes
	return s
}

// CSS is a rule for each name of an algorithm: the selector, which contains %s for the name, sets --hue to its colour and --dash
// to its dashes, as values of stroke and stroke-dasharray. A dark colour scheme has the colours for a dark ground.
func CSS(selector string, names []string) string {
	var light, dark strings.Builder
	for _, name := range names {
		s := Of(name)
		at := strings.ReplaceAll(selector, "%s", name)
		fmt.Fprintf(&light, "%s{--hue:%s;--dash:%s}\n", at, s.Light, s.dashArray())
		fmt.Fprintf(&dark, "%s{--hue:%s}\n", at, s.Dark)
	}
	return light.String() + "@media (prefers-color-scheme:dark){\n" + dark.String() + "}\n"
}

func (s Style) dashArray() string {
	if len(s.Dashes) == 0 {
		return "none"
	}
	lengths := make([]string, len(s.Dashes))
	for i, d := range s.Dashes {
		lengths[i] = strconv.FormatFloat(d, 'g', -1, 64)
	}
	return strings.Join(lengths, " ")
}
