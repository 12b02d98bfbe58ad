package dporbench_test

import (
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// mannerisms are turns of phrase that comments of Go files avoid. A reader must work them out; the plain form names the
// thing.
var mannerisms = []struct {
	name    string
	pattern *regexp.Regexp // of one line
}{
	// "the memory of the run", not "that of the run".
	{"that-of", regexp.MustCompile(`//.*\b(that|those) of\b|//.*\bthose (that|which|who)\b`)},
	// "the values read", not "what was read".
	{"what", regexp.MustCompile(`//.*\b[Ww]hat (an?|the|its?|they|this|these|is|was|are|were|has|have|had|can|could|must|may|each|every|some|others?|another|threads?|happen\w*|follows)\b`)},
	// A package imports, a function returns, a test checks.
	{"knows", regexp.MustCompile(`//.*\b(knows?|hears?|tells?|surprises?)\b`)},
	// "continue", "iterate", "arrive".
	{"kitchen", regexp.MustCompile(`//.*\b(goes on|go on|gone round|goes round|comes? from then on)\b`)},
	// The comment of a field is a sentence or a phrase of its own.
	{"shared-sentence", regexp.MustCompile(`^\t\w+ .*// .*,$`)},
	{"so-can", regexp.MustCompile(`//.*\bSo (can|is|are|does|do)\b`)},
	{"one-or-the-other", regexp.MustCompile(`must be one or the other`)},
}

// TestWords: no Go file has a mannerism, except those listed in words.txt, line by line as a mannerism and a file. That list
// may only become shorter: a file on it that no longer offends fails the test, too.
func TestWords(t *testing.T) {
	text, err := os.ReadFile("words.txt")
	if err != nil {
		t.Fatal(err)
	}
	listed := strings.Split(strings.TrimSpace(string(text)), "\n")
	if !slices.IsSorted(listed) {
		t.Error("words.txt is not sorted")
	}
	found := map[string]string{} // a line of the list to the first place
	err = eachGoFile(".", func(path, text string) {
		for n, line := range strings.Split(text, "\n") {
			for _, m := range mannerisms {
				entry := m.name + " " + path
				if found[entry] == "" && path != "words_test.go" && m.pattern.MatchString(line) {
					found[entry] = fmt.Sprintf("%s:%d: %s", path, n+1, strings.TrimSpace(line))
				}
			}
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	for entry, place := range found {
		if !slices.Contains(listed, entry) {
			t.Errorf("%s (%s)", place, entry)
		}
	}
	for _, entry := range listed {
		if entry != "" && found[entry] == "" {
			t.Errorf("take this line out of words.txt: %s", entry)
		}
	}
}

func TestMannerisms(t *testing.T) {
	for _, c := range []struct{ line, want string }{
		{"// The memory is that of the run.", "that-of"},
		{"// What the thread did is kept.", "what"},
		{"// The explorer knows no program.", "knows"},
		{"\ta int // the first,", "shared-sentence"},
		{"\ta int // the first, and the second", ""},
		{"// It continues; what = 1 is code.", ""},
		{`x := "those of"`, ""},
	} {
		got := ""
		for _, m := range mannerisms {
			if m.pattern.MatchString(c.line) {
				got = m.name
			}
		}
		if got != c.want {
			t.Errorf("%q has the mannerism %q, want %q", c.line, got, c.want)
		}
	}
}
