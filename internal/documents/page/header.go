package page

import (
	"fmt"
	"strings"
)

// Header is what the first marker of a part says.
type Header struct {
	Command  string // as it is written
	Drawn    bool   // its output is a file, not the part's body
	Language string // of the fenced block that the body is; empty if it is none
	Lines    int    // the body ends after so many lines of output; 0 for all
	Status   int    // the exit status of the command
}

// parseHeader reads a line. ok is false if it is no first marker.
func parseHeader(line string) (h Header, ok bool, err error) {
	text, ok := strings.CutPrefix(line, "<!-- ")
	if !ok {
		return h, false, nil
	}
	text, ok = strings.CutSuffix(text, " -->")
	how, command, _ := strings.Cut(text, ": ")
	first, _, _ := strings.Cut(strings.TrimSuffix(how, ":"), " ")
	if first = strings.TrimSuffix(first, ","); first != "generated" && first != "drawn" {
		return h, false, nil
	}
	if !ok || strings.TrimSpace(command) == "" {
		return h, true, fmt.Errorf("a marker must be <!-- generated: COMMAND --> or <!-- drawn: COMMAND -->, got %q", line)
	}
	h.Command, h.Drawn = strings.TrimSpace(command), first == "drawn"
	options := strings.Split(how, ",")
	switch language, as := strings.CutPrefix(options[0], "generated as "); {
	case as:
		h.Language = language
	case options[0] != first:
		return h, true, badOption(options[0])
	}
	for _, option := range options[1:] {
		if err := h.set(strings.TrimSpace(option)); err != nil {
			return h, true, err
		}
	}
	return h, true, nil
}

func (h *Header) set(option string) error {
	for _, format := range []struct {
		text string
		n    *int
	}{{"first %d lines", &h.Lines}, {"exit status %d", &h.Status}} {
		var n int
		if _, err := fmt.Sscanf(option, format.text, &n); err == nil && option == fmt.Sprintf(format.text, n) && n > 0 && !h.Drawn {
			*format.n = n
			return nil
		}
	}
	return badOption(option)
}

func badOption(option string) error {
	return fmt.Errorf("%q: must be \"generated\", \"generated as LANGUAGE\" or \"drawn\", "+
		"and of what is generated, after commas, \"first N lines\" and \"exit status N\"", option)
}
