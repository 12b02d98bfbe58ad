package svg

import (
	_ "embed"
	"encoding/xml"
	"fmt"
	"strings"

	"dporbench/internal/tree/layout"
)

//go:embed style.css
var style string

// hues are the rules for the colours of threads.
func (p *picture) hues() string {
	var light, dark strings.Builder
	for i, h := range layout.Hues(len(p.Tree.Threads)) {
		hue(&light, i, h.Light, h.Pale)
		hue(&dark, i, h.Dark, h.Deep)
	}
	return light.String() + "@media (prefers-color-scheme:dark){\n" + dark.String() + "}\n"
}

func hue(w *strings.Builder, thread int, colour, ground string) {
	fmt.Fprintf(w, ".t%[1]d .pill{fill:%[3]s;stroke:%[2]s}.t%[1]d .chip,.t%[1]d.head .pill{fill:%[2]s}\n", thread, colour, ground)
}

func escape(text string) string {
	var b strings.Builder
	if err := xml.EscapeText(&b, []byte(text)); err != nil {
		panic(err) // a Builder takes everything
	}
	return b.String()
}
