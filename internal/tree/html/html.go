// Package html writes the trees of explorations as one page for a browser, in
// which they can be moved, zoomed, folded and walked through. The page needs
// neither a network nor another file.
package html

import (
	"embed"
	"encoding/json"
	"fmt"
	"html/template"
	"io"
	"strings"

	"dporbench/internal/tree"
	"dporbench/internal/tree/layout"
	"dporbench/model"
)

//go:embed page
var files embed.FS

// scripts are in the order in which they build on each other.
var scripts = []string{"data.js", "treeview.js", "detail.js", "app.js"}

// page is what the template is filled with.
type page struct {
	Title, Program string
	Style          template.CSS
	Script         template.JS
	Data           template.JS
}

// Write writes the page for a tree of p, or for two, of which equivalent
// executions are linked.
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
	text, err := template.ParseFS(files, "page/page.html")
	if err != nil {
		return err
	}
	return text.Execute(w, page{
		Title:   fmt.Sprintf("%s explored by %s", program, strings.Join(names, " and ")),
		Program: program,
		Style:   template.CSS(file("style.css") + hues()),
		Script:  template.JS(script()),
		Data:    template.JS(encoded),
	})
}

func script() string {
	var all strings.Builder
	for _, name := range scripts {
		all.WriteString(file(name))
	}
	return all.String()
}

func file(name string) string {
	text, err := files.ReadFile("page/" + name)
	if err != nil {
		panic(err) // it is part of the program
	}
	return string(text)
}

// hues are the colours of threads, by their number modulo layout.Colours.
func hues() string {
	var light, dark strings.Builder
	for i, h := range layout.Hues(layout.Colours) {
		fmt.Fprintf(&light, ".t%d{--hue:%s;--tint:%s}\n", i, h.Light, h.Pale)
		fmt.Fprintf(&dark, ".t%d{--hue:%s;--tint:%s}\n", i, h.Dark, h.Deep)
	}
	return light.String() + "@media (prefers-color-scheme: dark) {\n" + dark.String() + "}\n"
}
