package parse

import (
	"encoding/binary"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// A string of char16_t becomes the string of its bytes, read as an array of numbers; where it initialises an array, a list of these.

var (
	// nextString matches a string that a string of char16_t is joined with.
	nextString = regexp.MustCompile(`^((?:\s|\\\n)*)u?"((?:\\.|[^"\\\n])*)"`)
	// startsArray matches text that ends where the initialiser of an array of numbers begins.
	startsArray = regexp.MustCompile(`(?:\w[\s*]+|,\s*)\w+\s*\[[^\][]*\]\s*=\s*$`)
)

// string16 returns the string of char16_t that begins with word, which follows the text before, in the notation of the parser. It also
// returns how many bytes of the rest of the text belong to it.
func string16(before, word, rest string) (text string, used int) {
	units := units16(word[2 : len(word)-1])
	lines := ""
	for m := nextString.FindStringSubmatch(rest); m != nil; m = nextString.FindStringSubmatch(rest[used:]) {
		used += len(m[0])
		units = append(units, units16(m[2])...)
		lines += strings.Repeat("\n", strings.Count(m[1], "\n"))
	}
	units = append(units, 0)
	if startsArray.MatchString(before[max(0, len(before)-200):]) {
		return "{" + strings.Trim(strings.Join(strings.Fields(fmt.Sprint(units)), ","), "[]") + "}" + lines, used
	}
	var bytes strings.Builder
	for _, u := range units {
		for _, b := range binary.LittleEndian.AppendUint16(nil, u) {
			fmt.Fprintf(&bytes, `\%03o`, b)
		}
	}
	return fmt.Sprintf(`(*(const unsigned short (*)[%d])"%s")%s`, len(units), bytes.String(), lines), used
}

// escapes16 matches an escape, or a character.
var escapes16 = regexp.MustCompile(`(?s)^(?:\\(?:u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|x[0-9a-fA-F]+|[0-7]{1,3}|.)|.)`)

// simpleEscapes are the characters that letters after a backslash stand for; others stand for themselves.
var simpleEscapes = map[byte]uint16{'a': 7, 'b': 8, 'e': 27, 'f': 12, 'n': 10, 'r': 13, 't': 9, 'v': 11}

// units16 returns the numbers of the characters between quotes.
func units16(body string) (units []uint16) {
	for len(body) > 0 {
		word := escapes16.FindString(body)
		body = body[len(word):]
		c, _ := utf8.DecodeRuneInString(word)
		if c != '\\' {
			units = utf16.AppendRune(units, c)
			continue
		}
		digits, base := word[2:], 16
		switch c := word[1]; {
		case c >= '0' && c <= '7':
			digits, base = word[1:], 8
		case c != 'u' && c != 'U' && c != 'x':
			if of, ok := simpleEscapes[c]; ok {
				units = append(units, of)
			} else {
				units = append(units, uint16(c))
			}
			continue
		}
		v, _ := strconv.ParseUint(digits, base, 32)
		if word[1] == 'U' {
			units = utf16.AppendRune(units, rune(v))
		} else {
			units = append(units, uint16(v))
		}
	}
	return units
}
