package dporbench_test

import (
	"flag"
	"maps"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
)

var listNumbers = flag.Bool("numbers", false, "rewrite reference/paper-numbers.txt, if that makes it shorter or there is none")

const numbersFile = "reference/paper-numbers.txt"

// TestNumbersInPaper: reference/paper-numbers.txt lists the numbers of two digits or more in the prose of paper.md, each with its words, that
// no command makes. It may only shrink: a new number needs a command, and one that is gone leaves the list. Code, references, dates of conferences, and numbers of
// lines, sections, rules, corrections and lemmas are no results.
func TestNumbersInPaper(t *testing.T) {
	text, err := os.ReadFile("paper.md")
	if err != nil {
		t.Fatal(err)
	}
	found := numbersInProse(string(text))
	listed, err := os.ReadFile(numbersFile)
	if *listNumbers && (err != nil || len(found) < strings.Count(string(listed), "\n")) {
		if err := os.WriteFile(numbersFile, []byte(strings.Join(found, "\n")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if err != nil {
		t.Fatal(err)
	}
	known := strings.Split(strings.TrimSpace(string(listed)), "\n")
	for _, n := range found {
		if !slices.Contains(known, n) {
			t.Errorf("paper.md has a number that no marker covers: %s\n\tlet a command make it", n)
		}
	}
	for _, n := range known {
		if !slices.Contains(found, n) {
			t.Errorf("%s lists a number that paper.md no longer has: %s\n\trun go test . -run Numbers -numbers", numbersFile, n)
		}
	}
}

var (
	notProse  = regexp.MustCompile("(?s)```.*?```|<!-- generated.*?<!-- end -->|<!-- drawn.*?-->|## References.*|\\]\\([^)]*\\)|`[^`]*`|\\[[\\d, ]+\\]|(?m-s:^#.*$)")
	noResult  = regexp.MustCompile(`(?i)\b(lines?|sections?|corrections?|rules?|figures?|figure|[A-Z]+ (?:19|20)\d\d|until|coq|go|llvm|commit) [\d.]+(?:(?: to |, | and )\d+)*|\b(?:19|20)\d\d\b|\b[A-Z]\.?\d+\b|\b\d+(?: to |–)\d+\b of the list|6ec7762b`)
	aNumber   = regexp.MustCompile(`(?:\S+ )?\b\d[\d,.]*\d\b %?(?:\s?\S+)?`)
	blankRuns = regexp.MustCompile(`\s+`)
)

// numbersInProse returns the numbers, each with the word before it and the word after it, sorted.
func numbersInProse(page string) []string {
	prose := blankRuns.ReplaceAllString(noResult.ReplaceAllString(notProse.ReplaceAllString(page, " "), " "), " ")
	found := map[string]bool{}
	for _, n := range aNumber.FindAllString(prose, -1) {
		found[strings.Trim(n, " |*().,;:")] = true
	}
	return slices.Sorted(maps.Keys(found))
}

// TestPaperIsShort: at most 7,000 words, markers and references included.
func TestPaperIsShort(t *testing.T) {
	text, err := os.ReadFile("paper.md")
	if err != nil {
		t.Fatal(err)
	}
	if n := len(strings.Fields(string(text))); n > 7000 {
		t.Errorf("paper.md has %d words, more than 7,000", n)
	}
}

// TestNumbersInProse: numbers in code, in parts that commands make, and of lines are none.
func TestNumbersInProse(t *testing.T) {
	page := "# 77\n\nPOP takes 1.18 times as long (lines 13 to 23) in `x=55`, by [3, 44], CAV 2024.\n\n<!-- generated: x -->\n| 99 |\n<!-- end -->\n\n## References\n\n12. A"
	if got := numbersInProse(page); !slices.Equal(got, []string{"takes 1.18 times"}) {
		t.Errorf("numbers %q", got)
	}
}
