package command

import (
	"strings"
	"unicode/utf8"
)

// wrap breaks the paragraphs of a text, which are separated by empty lines, into lines of at most width characters. A
// paragraph with an indented line stays as it is.
func wrap(text string, width int) string {
	paragraphs := strings.Split(strings.Trim(text, "\n"), "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") && !strings.Contains(p, "\n ") {
			paragraphs[i] = fill(strings.Fields(p), width)
		}
	}
	return strings.Join(paragraphs, "\n\n")
}

// fill puts as many words on each line as fit.
func fill(words []string, width int) string {
	var b strings.Builder
	column := 0
	for _, word := range words {
		length := utf8.RuneCountInString(word)
		switch {
		case column == 0:
		case column+1+length > width:
			b.WriteByte('\n')
			column = 0
		default:
			b.WriteByte(' ')
			column++
		}
		b.WriteString(word)
		column += length
	}
	return b.String()
}
