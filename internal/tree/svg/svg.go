// Package svg draws an exploration tree as a single SVG file: it needs no script,
// no font and no other file, and suits light and dark colour schemes.
package svg

import (
	"bufio"
	_ "embed"
	"fmt"
	"io"

	"dporbench/internal/tree"
	"dporbench/internal/tree/layout"
)

// maxArcs is the maximum number of reversed races for which they are drawn; if there
// are more, pointing at branches must suffice.
const maxArcs = 80

// Write draws t. It sets Races of the options itself.
func Write(w io.Writer, t *tree.Tree, o layout.Options) error {
	o.Races = maxArcs
	p := &picture{Writer: bufio.NewWriter(w), Drawing: layout.Draw(t, o)}
	p.draw()
	return p.Flush()
}

type picture struct {
	*bufio.Writer // it keeps the first error for Flush
	*layout.Drawing
}

func (p *picture) draw() {
	head := p.header()
	width, height := max(head.width, p.Width)+2*margin, head.height+p.Height+2*margin
	p.printf(`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f" role="img">`, width, height, width, height)
	p.printf("\n<title>%s</title>\n<style>\n%s%s</style>\n", layout.Escape(p.Title()), style, layout.HueRules(ofThread, len(p.Tree.Threads)))
	p.printf(`<rect class="ground" width="%.0f" height="%.0f"/>`+"\n", width, height)
	p.printf(`<g transform="translate(%d %d)">`+"\n", margin, margin)
	head.draw(p)
	p.printf("</g>\n"+`<g transform="translate(%d %.0f)">`+"\n", margin, margin+head.height)
	for _, c := range p.Columns {
		p.line(c)
	}
	for _, c := range p.Columns {
		p.column(c)
	}
	for _, a := range p.Arcs {
		p.arc(a)
	}
	p.printf("</g>\n</svg>\n")
}

func (p *picture) printf(format string, args ...any) { fmt.Fprintf(p, format, args...) }

//go:embed style.css
var style string

const ofThread = ".t%[1]d .pill{fill:%[3]s;stroke:%[2]s}.t%[1]d .chip,.t%[1]d.head .pill{fill:%[2]s}\n"
