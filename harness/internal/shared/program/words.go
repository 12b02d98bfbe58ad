package program

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

const (
	blanks = " \t\r\n"
	// plain are the characters that mean nothing to a shell.
	plain = letters + "0123456789_@%+=:,./-"
)

// Quote joins words to a line from which a shell, or Split, takes them again. It leaves plain words as they are.
func Quote(words []string) string {
	quoted := make([]string, len(words))
	for i, word := range words {
		switch {
		case strings.ContainsFunc(word, isControl):
			word = "$'" + escape(word) + "'"
		case word == "" || strings.Trim(word, plain) != "":
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		quoted[i] = word
	}
	return strings.Join(quoted, " ")
}

// isControl reports whether a terminal could take r for a command. Invalid bytes may be one, too.
func isControl(r rune) bool {
	return unicode.IsControl(r) && r != '\n' && r != '\t' || r == utf8.RuneError
}

// escape escapes a word for $'…', byte by byte where it is not printable.
func escape(word string) string {
	var b strings.Builder
	for i := range len(word) {
		switch c := word[i]; {
		case c == '\'' || c == '\\':
			b.WriteString(`\` + string(c))
		case c < ' ' || c >= 0x7f:
			fmt.Fprintf(&b, `\x%02x`, c)
		default:
			b.WriteByte(c)
		}
	}
	return b.String()
}

// Split splits a line into words at blanks, and takes away the quotes, as a shell does. It expands nothing.
func Split(line string) (words []string, err error) {
	for rest := strings.TrimLeft(line, blanks); rest != ""; rest = strings.TrimLeft(rest, blanks) {
		var word string
		if word, rest, err = cutWord(rest); err != nil {
			return nil, err
		}
		words = append(words, word)
	}
	return words, nil
}

// cutWord takes the first word off a line that begins with one.
func cutWord(line string) (word, rest string, err error) {
	for line != "" && !strings.Contains(blanks, line[:1]) {
		part, after, closed := line[:1], line[1:], true
		switch {
		case part == "$" && strings.HasPrefix(after, "'"):
			part, after, closed = cutEscaped(after[1:])
		case part == "'":
			part, after, closed = strings.Cut(after, "'")
		case part == `"`:
			part, after, closed = cutQuoted(after)
		case part == `\` && after != "":
			part, after = after[:1], after[1:]
		}
		if !closed {
			return "", "", errors.New("a quote is not closed: " + line)
		}
		word, line = word+part, after
	}
	return word, line, nil
}

// cutEscaped takes off a text that escape has made, up to its quote.
func cutEscaped(line string) (text, rest string, closed bool) {
	for i := 0; i < len(line); i++ {
		c := line[i]
		if c == '\'' {
			return text, line[i+1:], true
		}
		if c == '\\' && i+1 < len(line) {
			i++
			c = line[i]
			if n, err := strconv.ParseUint(line[i+1:min(i+3, len(line))], 16, 8); c == 'x' && err == nil {
				c, i = byte(n), i+2
			}
		}
		text += string([]byte{c})
	}
	return "", "", false
}

// cutQuoted takes off a text in double quotes, of which the first has been read.
func cutQuoted(line string) (text, rest string, closed bool) {
	for i := 0; i < len(line); i++ {
		if line[i] == '"' {
			return text, line[i+1:], true
		}
		if line[i] == '\\' && i+1 < len(line) && strings.Contains("\"\\$`", line[i+1:i+2]) {
			i++
		}
		text += line[i : i+1]
	}
	return "", "", false
}
