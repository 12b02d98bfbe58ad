package layout

import (
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/font/liberation"
	"gonum.org/v1/plot/vg"
)

// Family is what text is to be set in: fonts with the widths that TextWidth
// knows, and what comes near to them.
const Family = "'Liberation Sans', Arial, Helvetica, sans-serif"

// widen is for fonts that run wider than the one that is measured.
const widen = 1.04

var fonts = font.NewCache(liberation.Collection())

// TextWidth is the width of a line of text in letters of that size.
func TextWidth(text string, size float64) float64 {
	face := fonts.Lookup(font.Font{Typeface: "Liberation", Variant: "Sans"}, vg.Length(size))
	return widen * float64(face.Width(text))
}

// BoldWidth is that in bold letters.
func BoldWidth(text string, size float64) float64 {
	return 1.08 * TextWidth(text, size)
}
