package site

import (
	"bytes"
	_ "embed"
	"fmt"
	"html"
	"io/fs"
	"path"
	"strings"

	"dporbench/docs"
)

// page.html is the frame of a page of text.
//
//go:embed page.html
var frame string

// texts returns the pages for learners, as they are in docs, and their figures.
func texts() (map[string][]byte, error) {
	files := map[string][]byte{}
	err := fs.WalkDir(docs.Pages, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		text, err := docs.Pages.ReadFile(name)
		if err != nil {
			return err
		}
		if path.Ext(name) != ".md" {
			files[path.Base(name)] = text
			return nil
		}
		files[pageOf(name)], err = textPage(text)
		return err
	})
	return files, err
}

func pageOf(name string) string { return strings.TrimSuffix(path.Base(name), ".md") + ".html" }

func textPage(text []byte) ([]byte, error) {
	first, _, _ := strings.Cut(string(text), "\n")
	title, ok := strings.CutPrefix(first, "# ")
	if !ok {
		return nil, fmt.Errorf("%q is no title", first)
	}
	return bytes.ReplaceAll([]byte(strings.NewReplacer("{{.Title}}", html.EscapeString(title), "{{.Policy}}", Policy, "{{.Text}}", markdown(string(text), here)).Replace(frame)), []byte("\r"), nil), nil
}

// here is the address on the page that a link of docs leads to, or "" if the page does not have it.
func here(address string) string {
	if _, fragment, ok := strings.Cut(address, "localhost:8642/"); ok {
		return "./" + fragment
	}
	if _, err := docs.Pages.Open(address); err == nil && strings.HasSuffix(address, ".md") {
		return pageOf(address)
	}
	return ""
}
