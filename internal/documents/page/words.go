package page

import (
	"fmt"
	"strings"
)

// Words are those of a command as a shell would take them apart, as far as that
// goes without a shell: at spaces, but not between quotes of either kind.
func Words(command string) ([]string, error) {
	var words []string
	var word strings.Builder
	quote, inWord := rune(0), false
	for _, c := range command {
		switch {
		case quote != 0 && c == quote:
			quote = 0
		case quote == 0 && (c == '\'' || c == '"'):
			quote, inWord = c, true
		case quote == 0 && c == ' ':
			if inWord {
				words = append(words, word.String())
				word.Reset()
			}
			inWord = false
		default:
			word.WriteRune(c)
			inWord = true
		}
	}
	if quote != 0 {
		return nil, fmt.Errorf("%s: a quote that is not closed", command)
	}
	if inWord {
		words = append(words, word.String())
	}
	return words, nil
}
