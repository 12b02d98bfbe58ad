package program

import (
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"
)

func TestQuoteSplit(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.OneOf(rapid.String(), rapid.StringOf(rapid.RuneFrom([]rune(" \t\n'\"\\$`-=ax\x1b\u009b\x7f"))),
			rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }))
		words := rapid.SliceOf(word).Draw(t, "words")
		line := Quote(words)
		if strings.ContainsFunc(line, isControl) {
			t.Errorf("%q has control characters", line)
		}
		if split, err := Split(line); err != nil || !slices.Equal(split, words) {
			t.Errorf("%q: split into %q, error %v, want %q", line, split, err, words)
		}
	})
}

// TestSplit: lines that people write.
func TestSplit(t *testing.T) {
	for line, want := range map[string][]string{
		"":                           nil,
		"  race.c\t-D  N=3 ":         {"race.c", "-D", "N=3"},
		`race.c -DN='1 + 1' -I"a b"`: {"race.c", "-DN=1 + 1", "-Ia b"},
		`my\ inc '' "" \'`:           {"my inc", "", "", "'"},
		`"a\"b\\c\d\$e'f" 'g\"h'`:    {`a"b\c\d$e'f`, `g\"h`},
		`$HOME *.c a\`:               {"$HOME", "*.c", `a\`},
	} {
		if words, err := Split(line); err != nil || !slices.Equal(words, want) {
			t.Errorf("%q: split into %q, error %v, want %q", line, words, err, want)
		}
	}
	for _, line := range []string{"it's", `a "b`, `"a\"`, `'a' 'b`} {
		if words, err := Split(line); err == nil {
			t.Errorf("%q: split into %q, want an error", line, words)
		}
	}
}
