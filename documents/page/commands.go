package page

import (
	"slices"
	"strings"
)

// Command is one that a reader is told to type, or that makes a part.
type Command struct {
	Line int    // counted from 1
	Text string // as it is written, but beginning with make or dporbench
}

// Commands are all commands of this project on the page: those in fenced blocks
// of the language console, those that are code within a line, and those that
// make its parts.
func (p Page) Commands() []Command {
	var all []Command
	var fence fence
	for i, line := range p.lines {
		line = strings.TrimSpace(line)
		var texts []string
		switch inside := fence.line(line); {
		case inside && fence.language == "console":
			texts = []string{strings.TrimPrefix(line, "$ ")}
		case !inside:
			texts = codeSpans(line)
			if h, ok, _ := parseHeader(line); ok && h.Language != "console" {
				texts = []string{h.Command} // which stands in the console as well
			}
		}
		for _, text := range texts {
			if text, ok := command(text); ok {
				all = append(all, Command{i + 1, text})
			}
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
