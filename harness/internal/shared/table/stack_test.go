package table

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
	"unicode/utf8"
)

func drawn(t *testing.T, g *Grid, columns string) string {
	t.Helper()
	t.Setenv("COLUMNS", columns)
	var b bytes.Buffer
	if err := g.Write(&b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestGroupsStayTogether: the columns of a group are in one part, or the part that continues it has its title.
func TestGroupsStayTogether(t *testing.T) {
	build := func() *Grid {
		var g Grid
		g.Left("program")
		g.Right("", "pop\ntime", "\nMB", "", "trust\ntime", "\nMB")
		g.Row("lastzero 3", Agrees, "1.5", "80", Disagrees, "2.5", "90")
		return &g
	}
	const together = `
                 pop
 program        time  MB
─────────────────────────
 lastzero 3  ✓   1.5  80

                trust
 program         time  MB
──────────────────────────
 lastzero 3  ✗    2.5  90
`
	if got := "\n" + drawn(t, build(), "30"); got != together {
		t.Errorf("got %s", got)
	}
	if got := drawn(t, build(), "20"); !strings.Contains(got, "trust\n program") || strings.Count(got, "pop\n") < 2 {
		t.Errorf("a group that is too wide has its title once only:\n%s", got)
	}
	if got := drawn(t, build(), ""); strings.Count(got, "program") != 1 {
		t.Errorf("where no width is known, it is one table:\n%s", got)
	}
}

// TestNothingIsLost: in any width, each cell of random tables is somewhere, and no line is too wide.
func TestNothingIsLost(t *testing.T) {
	c := rand.New(rand.NewPCG(1, 2))
	for range 300 {
		var g Grid
		g.Left("name")
		for i := range c.IntN(9) {
			title := fmt.Sprintf("column %d", i)
			if c.IntN(3) == 0 {
				title = "\n" + title
			}
			if c.IntN(2) == 0 {
				g.Left(title)
			} else {
				g.Right(title)
			}
		}
		var words []string
		for r := range 1 + c.IntN(4) {
			var row []string
			for i := range g.header {
				word := fmt.Sprintf("r%dc%d", r, i)
				words = append(words, word)
				row = append(row, strings.TrimSpace(word+strings.Repeat(" text", c.IntN(9))))
			}
			g.Row(row...)
		}
		width := 36 + c.IntN(80)
		got := drawn(t, &g, fmt.Sprint(width))
		for _, word := range words {
			if !strings.Contains(got, word) {
				t.Fatalf("%s is not in\n%s", word, got)
			}
		}
		for line := range strings.Lines(got) {
			if utf8.RuneCountInString(strings.TrimSuffix(line, "\n")) > width {
				t.Fatalf("wider than %d: %s\n%s", width, line, got)
			}
		}
	}
}
