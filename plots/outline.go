package plots

import (
	"golang.org/x/image/font"
	"golang.org/x/image/font/sfnt"
	"golang.org/x/image/math/fixed"
	plotfont "gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
)

// outlined is a picture that has text as outlines. An SVG file otherwise names its
// font rather than having it, and with another one labels would be cut off or run
// into each other; a PDF file would have the whole font, and few letters of it.
type outlined struct{ picture }

// FillString draws text that begins at a point, in the colour that is set.
func (p outlined) FillString(face plotfont.Face, at vg.Point, text string) {
	var o outliner
	var outline vg.Path
	for i, letter := range text {
		glyph, err := face.Face.GlyphIndex(&o.buffer, letter)
		if err != nil {
			panic(err) // the font is part of the program
		}
		if i > 0 {
			at.X += o.kern(face, o.last, glyph)
		}
		outline = append(outline, o.path(face, glyph, at)...)
		at.X += o.advance(face, glyph)
		o.last = glyph
	}
	if len(outline) > 0 {
		p.Fill(outline)
	}
}

// outliner makes paths of glyphs. Glyphs are measured in the font's own units, of
// which there are some thousand to the size of the letters.
type outliner struct {
	buffer sfnt.Buffer
	last   sfnt.GlyphIndex
}

func unitsPerEm(face plotfont.Face) fixed.Int26_6 { return fixed.Int26_6(face.Face.UnitsPerEm()) }

// length is the length of so many units of the font.
func length(face plotfont.Face, units fixed.Int26_6) vg.Length {
	return vg.Length(units) * face.Font.Size / vg.Length(unitsPerEm(face))
}

// kern is by how much glyph is moved after the one before; pairs without an entry
// are not moved.
func (o *outliner) kern(face plotfont.Face, before, glyph sfnt.GlyphIndex) vg.Length {
	units, err := face.Face.Kern(&o.buffer, before, glyph, unitsPerEm(face), font.HintingNone)
	if err != nil {
		return 0
	}
	return length(face, units)
}

func (o *outliner) advance(face plotfont.Face, glyph sfnt.GlyphIndex) vg.Length {
	units, err := face.Face.GlyphAdvance(&o.buffer, glyph, unitsPerEm(face), font.HintingNone)
	if err != nil {
		panic(err)
	}
	return length(face, units)
}

// path is the outline of a glyph with its origin at a point.
func (o *outliner) path(face plotfont.Face, glyph sfnt.GlyphIndex, at vg.Point) vg.Path {
	segments, err := face.Face.LoadGlyph(&o.buffer, glyph, unitsPerEm(face), nil)
	if err != nil {
		panic(err)
	}
	place := func(p fixed.Point26_6) vg.Point {
		return at.Add(vg.Point{X: length(face, p.X), Y: -length(face, p.Y)})
	}
	var path vg.Path
	for _, s := range segments {
		a, b, c := place(s.Args[0]), place(s.Args[1]), place(s.Args[2])
		switch s.Op {
		case sfnt.SegmentOpMoveTo:
			path.Move(a)
		case sfnt.SegmentOpLineTo:
			path.Line(a)
		case sfnt.SegmentOpQuadTo:
			path.QuadTo(a, b)
		case sfnt.SegmentOpCubeTo:
			path.CubeTo(a, b, c)
		}
	}
	return path
}
