package layout

import (
	"encoding/xml"
	"fmt"
	"strings"
	"sync"

	"codeberg.org/go-fonts/liberation/liberationsansregular"
	"golang.org/x/image/font/opentype"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// widen allows for fonts wider than the measured one.
const widen = 1.04

// measured is the font whose letters are measured. It is the only one loaded: all fonts of the figures are 4 MB.
var measured = font.Font{Typeface: "Liberation", Variant: "Sans"}

// fonts is made when a width is first needed, so that only drawing a tree loads the font.
var fonts = sync.OnceValue(func() *font.Cache {
	letters, err := opentype.Parse(liberationsansregular.TTF)
	if err != nil {
		panic(err) // it is part of the executable
	}
	return font.NewCache(font.Collection{{Font: measured, Face: letters}})
})

// TextWidth is the width of a line of text in letters of the given size.
func TextWidth(text string, size float64) float64 {
	face := fonts().Lookup(measured, vg.Length(size))
	return widen * float64(face.Width(text))
}

// BoldWidth is TextWidth in bold letters.
func BoldWidth(text string, size float64) float64 { return 1.08 * TextWidth(text, size) }

// hue is the colour of a thread. White letters are readable on light, and black
// ones on dark, which is for a dark colour scheme. pale and deep are backgrounds
// close to white and to black.
type hue struct{ light, pale, dark, deep string }

// Red and similar colours are reserved for races and failures.
var palette = [Colours]hue{
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

// HueRules is CSS for n threads, some of which share a colour if there are many: a rule for each, with its number,
// its colour and its background.
func HueRules(rule string, n int) string {
	var light, dark strings.Builder
	for i := range n {
		h := palette[i%Colours]
		fmt.Fprintf(&light, rule, i, h.light, h.pale)
		fmt.Fprintf(&dark, rule, i, h.dark, h.deep)
	}
	return light.String() + "@media (prefers-color-scheme:dark){\n" + dark.String() + "}\n"
}

// Escape returns a text as it stands in XML.
func Escape(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic(err) // a Builder never fails
	}
	return b.String()
}
