package plots

import (
	"bytes"
	"cmp"
	"image"
	"image/color"
	"image/png"
	"io"
	"maps"
	"slices"

	"gonum.org/v1/plot/vg/vgimg"
)

// bitmap is a picture written as a PNG of at most 256 colours, a fraction as large as one of all colours. A figure has a few colours,
// and mixtures of them at the edges of letters and lines.
type bitmap struct{ *vgimg.Canvas }

// mostColours is how many colours such a file has at most.
const mostColours = 256

func (b bitmap) WriteTo(w io.Writer) (int64, error) {
	var out bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&out, reduced(b.Image())); err != nil {
		return 0, err
	}
	return out.WriteTo(w)
}

// reduced is a picture with its most frequent colours. Every other pixel has the nearest of them.
func reduced(picture image.Image) *image.Paletted {
	area := picture.Bounds()
	counts := map[color.RGBA]int{}
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			counts[colourAt(picture, x, y)]++
		}
	}
	kept := slices.SortedFunc(maps.Keys(counts), func(a, b color.RGBA) int {
		return cmp.Or(cmp.Compare(counts[b], counts[a]), cmp.Compare(a.R, b.R), cmp.Compare(a.G, b.G), cmp.Compare(a.B, b.B))
	})
	var palette color.Palette
	for _, c := range kept[:min(len(kept), mostColours)] {
		palette = append(palette, c)
	}
	index := map[color.RGBA]uint8{}
	for c := range counts {
		index[c] = uint8(palette.Index(c))
	}
	small := image.NewPaletted(area, palette)
	for y := area.Min.Y; y < area.Max.Y; y++ {
		for x := area.Min.X; x < area.Max.X; x++ {
			small.SetColorIndex(x, y, index[colourAt(picture, x, y)])
		}
	}
	return small
}

// colourAt is the colour of a pixel, of which all are opaque: figures have a white ground.
func colourAt(picture image.Image, x, y int) color.RGBA {
	r, g, b, _ := picture.At(x, y).RGBA()
	return color.RGBA{uint8(r >> 8), uint8(g >> 8), uint8(b >> 8), 255}
}
