package command

import (
	"slices"
	"strings"
	"unicode/utf8"
)

// wrap breaks the paragraphs of a text, which are separated by empty lines, into lines of at most width characters. In a
// paragraph with an indented line, only lines that are longer are broken.
func wrap(text string, width int) string {
	paragraphs := strings.Split(strings.Trim(text, "\n"), "\n\n")
	for i, p := range paragraphs {
		if !strings.HasPrefix(p, " ") && !strings.Contains(p, "\n ") {
			paragraphs[i] = fill(strings.Fields(p), width)
		} else {
			paragraphs[i] = Fold(p, width)
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

// Hang writes words after a title, on lines of at most width characters that are indented below it.
func Hang(title, text string, width int) string {
	indent := utf8.RuneCountInString(title)
	return strings.TrimRight(title+strings.ReplaceAll(fill(strings.Fields(text), width-indent), "\n", "\n"+strings.Repeat(" ", indent)), " ")
}

// Fold breaks the lines of a text that are longer than width, in characters, at spaces, or within a word that is longer. The rest
// of a line stands below its text: further to the right than the line, or below the text after its first wide gap.
func Fold(text string, width int) string {
	var lines []string
	for line := range strings.SplitSeq(text, "\n") {
		lines = append(lines, foldedLine(line, width)...)
	}
	return strings.Join(lines, "\n")
}

func foldedLine(line string, width int) (lines []string) {
	margin := min(marginOf(line, width), width/2)
	for utf8.RuneCountInString(line) > width {
		runes := []rune(line)
		at := breakOf(runes, margin, width)
		lines = append(lines, strings.TrimRight(string(runes[:at]), " "))
		line = strings.Repeat(" ", margin) + strings.TrimLeft(string(runes[at:]), " ")
	}
	return append(lines, line)
}

// breakOf is where a line that is too long ends: at the last wide gap of a row of texts, at the last space, or in a word.
func breakOf(line []rune, margin, width int) int {
	if text := string(line[:width]); isRow(text) {
		return utf8.RuneCountInString(text[:strings.LastIndex(text, "  ")])
	}
	for at := width; at > margin; at-- {
		if line[at] == ' ' && strings.TrimSpace(string(line[:at])) != "" {
			return at
		}
	}
	return width
}

// isRow reports whether a line has several wide gaps, as a row of explanations does.
func isRow(line string) bool {
	parts := strings.Split(strings.TrimSpace(line), "  ")
	return len(slices.DeleteFunc(parts, func(p string) bool { return p == "" })) > 2 && !strings.HasPrefix(line, " ")
}

// marginOf is where the rest of a line begins: below the text after a gap near its beginning, or deeper than an indented line.
func marginOf(line string, width int) int {
	text := strings.TrimLeft(line, " ")
	indent := len(line) - len(text)
	if gap := strings.Index(text, "  "); gap >= 0 && gap <= width/2 && !isRow(line) {
		return indent + utf8.RuneCountInString(text[:gap]) + len(text[gap:]) - len(strings.TrimLeft(text[gap:], " "))
	}
	if indent > 0 {
		return indent + 4
	}
	return 0
}
