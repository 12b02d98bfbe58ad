package page

import (
	"slices"
	"strings"
)

// Command is one that a reader is told to type, or that makes a part.
type Command struct {
	Line    int    // counted from 1
	Text    string // as it is written, but beginning with make or dporbench
	Mention bool   // code within a line: what has values of its own in the reader's case may be left open
}

// Commands are all commands of this project on the page: those in fenced blocks
// of the language console, those that are code within a line, and those that
// make its parts.
func (p Page) Commands() []Command {
	var all []Command
	var fence fence
	for i, line := range p.lines {
		line = strings.TrimSpace(line)
		add := func(text string, mention bool) {
			if text, ok := command(text); ok {
				all = append(all, Command{i + 1, text, mention})
			}
		}
		if fence.line(line) {
			if fence.language == "console" {
				add(strings.TrimPrefix(line, "$ "), false)
			}
			continue
		}
		for _, span := range codeSpans(line) {
			add(span, true)
		}
		if h, ok, _ := parseHeader(line); ok && h.Language != "console" {
			add(h.Command, false) // in a console it is found as well
		}
	}
	return all
}

// codeSpans are the pieces of a line between backquotes.
func codeSpans(line string) []string {
	pieces := strings.Split(line, "`")
	var spans []string
	for i := 1; i+1 < len(pieces); i += 2 {
		spans = append(spans, pieces[i])
	}
	return spans
}

// programs are those whose commands Commands finds.
var programs = []string{"make", "dporbench"}

// command is text without a comment at its end, if it calls one of the programs.
func command(text string) (string, bool) {
	text = strings.TrimPrefix(text, "bin/")
	if comment := strings.Index(text, " #"); comment >= 0 {
		text = text[:comment]
	}
	text = strings.TrimSpace(text)
	program, rest, _ := strings.Cut(text, " ")
	return text, rest != "" && slices.Contains(programs, program)
}
