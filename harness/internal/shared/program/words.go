package program

import (
	"errors"
	"strings"
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
		if word == "" || strings.Trim(word, plain) != "" {
			word = "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
		}
		quoted[i] = word
	}
	return strings.Join(quoted, " ")
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
