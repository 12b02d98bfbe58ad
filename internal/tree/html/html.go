// Package html writes exploration trees as a single page for a browser, which
// can move, zoom and fold them and step through them. The page needs neither a
// network nor another file.
package html

import (
	"bytes"
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
	//go:embed page/outline.js
	outlineScript string
	//go:embed page/detail.js
	detailScript string
	//go:embed page/app.js
	appScript string
	//go:embed page/apart.js
	apartScript string
)

type page struct {
	Apart          bool // style and script are files, and the data is a message
	Title, Program string
	Style          template.CSS
	Script         template.JS
	Data           template.JS
}

// scripts joins the scripts; each builds on those before it.
func scripts() string { return dataScript + treeviewScript + outlineScript + detailScript + appScript }

func styles() string { return style + layout.HueRules(".t%d{--hue:%s;--tint:%s}\n", layout.Colours) }

// Write writes the page for a tree of p, or for two, with links between
// equivalent executions.
func Write(w io.Writer, p *model.Program, trees ...*tree.Tree) error {
	encoded, err := Data(p, trees...)
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
		Style:   template.CSS(styles()),
		Script:  template.JS(scripts()),
		Data:    template.JS(encoded),
	})
}

// Data is the data of the page for trees of p. It escapes <, so that no text ends a script.
func Data(p *model.Program, trees ...*tree.Tree) ([]byte, error) {
	return json.Marshal(collect(p, trees))
}

// Files returns the same page as files, by name: tree.html, to be shown in a frame of another page, tree.css and
// tree.js. When the frame asks for it, the page around it sends an object with Data; see page/apart.js.
func Files() (map[string][]byte, error) {
	var text bytes.Buffer
	if err := template.Must(template.New("page").Parse(frame)).Execute(&text, page{Apart: true, Title: "Exploration tree"}); err != nil {
		return nil, err
	}
	return map[string][]byte{
		"tree.html": text.Bytes(),
		"tree.css":  []byte(styles()),
		"tree.js":   []byte("\"use strict\";\nfunction show() {\n" + scripts() + "\nreturn app;\n}\n" + apartScript),
	}, nil
}

// hues are the colours of threads, by their number modulo layout.Colours.
