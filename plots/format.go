package plots

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"codeberg.org/go-pdf/fpdf"
	"golang.org/x/text/encoding/charmap"
	"gonum.org/v1/plot/font"
	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/vgimg"
	"gonum.org/v1/plot/vg/vgpdf"
	"gonum.org/v1/plot/vg/vgsvg"
)

// Format is a kind of picture file, and the extension of its name.
type Format string

// The formats.
const (
	SVG Format = "svg"
	PNG Format = "png"
	PDF Format = "pdf"
)

// Formats returns all formats.
func Formats() []Format { return []Format{SVG, PNG, PDF} }

// ParseFormats reads a list such as "svg,pdf".
func ParseFormats(text string) ([]Format, error) {
	var formats []Format
	for name := range strings.SplitSeq(text, ",") {
		f := Format(name)
		switch {
		case !slices.Contains(Formats(), f):
			return nil, fmt.Errorf("unknown format %q: must be one or more of svg, png, pdf, separated by commas", name)
		case slices.Contains(formats, f):
			return nil, fmt.Errorf("%s is named twice", name)
		}
		formats = append(formats, f)
	}
	return formats, nil
}

// The resolutions of bitmaps in dots per inch: as publishers of papers require, and for a figure that is wider than a text, such as
// the map, and smaller in print.
const (
	resolution     = 300
	wideResolution = 200
)

type picture interface {
	vg.CanvasSizer
	io.WriterTo
}

func (f Format) picture(width, height vg.Length) picture {
	switch f {
	case SVG:
		return vgsvg.NewWith(vgsvg.UseWH(width, height), vgsvg.EmbedFonts(true))
	case PDF:
		return newPDF(width, height)
	}
	dots := resolution
	if width > textWidth+1 {
		dots = wideResolution
	}
	return bitmap{vgimg.NewWith(vgimg.UseWH(width, height), vgimg.UseDPI(dots))}
}

// newPDF makes an empty page with a fixed date, so that the same figure makes the same file.
func newPDF(width, height vg.Length) picture {
	fpdf.SetDefaultCatalogSort(true)
	fpdf.SetDefaultCreationDate(time.Unix(0, 0).UTC())
	fpdf.SetDefaultModificationDate(time.Unix(0, 0).UTC())
	return pdf{vgpdf.New(width, height)}
}

// pdf is a page whose text is Unicode; fpdf expects Windows 1252.
type pdf struct{ *vgpdf.Canvas }

func (p pdf) FillString(face font.Face, at vg.Point, text string) {
	if encoded, err := charmap.Windows1252.NewEncoder().String(text); err == nil {
		text = encoded
	}
	p.Canvas.FillString(face, at, text)
}

// JoinFormats formats a list as [ParseFormats] reads it.
func JoinFormats(formats []Format) string {
	var names []string
	for _, f := range formats {
		names = append(names, string(f))
	}
	return strings.Join(names, ",")
}
