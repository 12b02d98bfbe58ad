package main

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"dporbench/internal/documents/page"
)

// generator makes parts of pages.
type generator struct {
	ctx       context.Context
	dporbench string            // the command, as a path
	printed   map[string]output // by commands that have been run, by their words
}

func newGenerator(ctx context.Context, dporbench string) *generator {
	return &generator{ctx, dporbench, map[string]output{}}
}

// made is what belongs to a part.
type made struct {
	body    string
	figures []figure
}

// generate makes what belongs to a part now.
func (g *generator) generate(p page.Part) (made, error) {
	words, err := page.Words(p.Command)
	if err != nil {
		return made{}, err
	}
	switch {
	case words[0] == "dporbench" && p.Drawn:
		figures, err := g.draw(words[1:])
		return made{figures: figures}, err
	case words[0] == "dporbench":
		text, err := g.print(p, words[1:])
		return inPart(p, text, err)
	case words[0] == "cat" && !p.Drawn:
		text, err := source(words[1:])
		return inPart(p, text, err)
	}
	return made{}, errors.New("must begin with dporbench or, of what is generated, cat: nothing else is run")
}

func inPart(p page.Part, text string, err error) (made, error) {
	if err == nil && strings.Contains(text, page.End) {
		err = fmt.Errorf("must not contain %s", page.End)
	}
	return made{body: body(p, text)}, err
}

// body is a text as it stands in a part.
func body(p page.Part, text string) string {
	text = strings.Trim(text, "\n")
	if lines := strings.SplitAfter(text, "\n"); p.Lines > 0 && len(lines) > p.Lines {
		text = strings.Join(lines[:p.Lines], "") + "…"
	}
	if text != "" {
		text += "\n"
	}
	switch p.Language {
	case "":
		return text
	case "console":
		text = "$ bin/" + p.Command + "\n" + text
	}
	fence := "```"
	for strings.Contains(text, fence) {
		fence += "`"
	}
	return fence + p.Language + "\n" + text + fence + "\n"
}

// stale says where the part of the page, or a figure that is there, differs
// first from what was made.
func (m made) stale(p page.Part) error {
	for _, f := range m.figures {
		if err := f.stale(); err != nil {
			return err
		}
	}
	if p.Drawn || p.Body == m.body {
		return nil
	}
	old, new := strings.Split(p.Body, "\n"), strings.Split(m.body, "\n")
	for i := range min(len(old), len(new)) {
		if old[i] != new[i] {
			return fmt.Errorf("stale: line %d is %q, should be %q", p.Line+1+i, old[i], new[i])
		}
	}
	return fmt.Errorf("stale: has %d lines, should have %d", len(old)-1, len(new)-1)
}

// writeChanged writes a file unless it is so already.
func writeChanged(path string, content []byte) error {
	if old, err := os.ReadFile(path); err == nil && string(old) == string(content) {
		return nil
	}
	return os.WriteFile(path, content, 0o666)
}
