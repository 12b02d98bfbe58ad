// Package html writes the trees of explorations as one page for a browser, in
// which they can be moved, zoomed, folded and walked through. The page needs
// neither a network nor another file.
package html

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"

	"dporbench/internal/tree"
	"dporbench/internal/tree/layout"
	"dporbench/model"
)

// The parts of the page.
var (
	//go:embed page/page.html
	frame string
	//go:embed page/style.css
	style string

	//go:embed page/data.js
	dataScript string
	//go:embed page/treeview.js
	treeviewScript string
	//go:embed page/detail.js
	detailScript string
	//go:embed page/app.js
	appScript string
)

type page struct {
	Title, Program string
	Style          template.CSS
	Script         template.JS
	Data           template.JS
}

// Write writes the page for a tree of p, or for two, with links between
// equivalent executions.
func Write(w io.Writer, p *model.Program, trees ...*tree.Tree) error {
	encoded, err := json.Marshal(collect(p, trees)) // it escapes <, so that no text ends the script
	if err != nil {
		return err
	}
	var names []string
	for _, t := range trees {
		names = append(names, t.Algorithm)
	}
	program := trees[0].Program
	return template.Must(template.New("page").Parse(frame)).Execute(w, page{
		Title:   fmt.Sprintf("%s explored by %s", program, strings.Join(names, " and ")),
		Program: program,
		Style:   template.CSS(style + layout.HueRules(".t%d{--hue:%s;--tint:%s}\n", layout.Colours)),
		Script:  template.JS(dataScript + treeviewScript + detailScript + appScript), // each builds on those before
		Data:    template.JS(encoded),
	})
}

// hues are the colours of threads, by their number modulo layout.Colours.
