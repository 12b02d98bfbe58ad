package layout

import (
	"sync"

	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
)

// widen is for fonts that run wider than the one that is measured.
const widen = 1.04

// fonts is made when a width is first asked for: who draws no tree does not read them.
var fonts = sync.OnceValue(func() *font.Cache { return font.NewCache(liberation.Collection()) })

// TextWidth is the width of a line of text in letters of that size.
func TextWidth(text string, size float64) float64 {
	face := fonts().Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, vg.Length(size))
	return widen * float64(face.Width(text))
}

// BoldWidth is TextWidth in bold letters.
func BoldWidth(text string, size float64) float64 { return 1.08 * TextWidth(text, size) }

// Hue is the colour of a thread. White letters are readable on Light, and black
// ones on Dark, which is for dark surroundings. Pale and Deep are backgrounds
// close to white and to black.
type Hue struct{ Light, Pale, Dark, Deep string }

// Red and similar colours are reserved for races and failures.
var palette = [Colours]Hue{
	{"#1a6bb0", "#e6eff6", "#6cb2f0", "#203142"},
	{"#a85400", "#f5ece3", "#f0a35c", "#3a2e25"},
	{"#23773a", "#e7f0e9", "#6fce87", "#21372d"},
	{"#7747ad", "#f0ebf6", "#b99df0", "#2f2d42"},
	{"#0b7478", "#e4f0f0", "#5cc7ca", "#1d353b"},
	{"#a83276", "#f5e8f0", "#f08fc1", "#3a2a39"},
	{"#686c00", "#eeefe3", "#c7c95a", "#323624"},
	{"#814e31", "#f1ece8", "#d5a88c", "#352f2e"},
	{"#4b5d73", "#ebedf0", "#a9bacf", "#2c333c"},
	{"#3f4dc0", "#eaebf8", "#9fabff", "#2a3045"},
}

// Colours is how many threads have distinct colours.
const Colours = 10

// Hues are the colours of n threads; with many threads, some share one.
func Hues(n int) []Hue {
	hues := make([]Hue, n)
	for i := range hues {
		hues[i] = palette[i%Colours]
	}
	return hues
}
