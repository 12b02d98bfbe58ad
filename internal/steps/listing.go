package steps

import (
	"embed"
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Line is a line of an algorithm's pseudo-code.
type Line struct {
	Number int    `json:"number"` // as in its source; 0 for a heading, or for what continues the line above
	Code   string `json:"code"`
}

//go:embed listings
var listings embed.FS

// sources name the publications of the listings and of their line numbers.
var sources = map[string]string{
	"sleepset": "sleep sets alone, after P. Godefroid, LNCS 1032, 1996, chapter 5",
	"source":   "Source-DPOR, after Algorithm 1 of POPL 2014",
	"optimal":  "Optimal-DPOR, after Algorithm 2 of POPL 2014",
	"pop":      "POP, as in docs/pop-proof.md, A.3; lines 1 to 7 are lines 3 to 15 of Algorithm 1 of CAV 2024",
	"trust":    "TruSt, after Algorithm 1 of POPL 2022",
}

// Algorithms are the names of the algorithms that can be recorded.
func Algorithms() []string { return []string{"sleepset", "source", "optimal", "pop", "trust"} }

// Supports reports whether an algorithm can be recorded.
func Supports(algorithm string) bool { return slices.Contains(Algorithms(), algorithm) }

// Listing is the pseudo-code of an algorithm that can be recorded.
func Listing(algorithm string) ([]Line, error) {
	text, err := listings.ReadFile("listings/" + algorithm + ".txt")
	if err != nil {
		return nil, fmt.Errorf("%s cannot be shown step by step: must be one of %s", algorithm, strings.Join(Algorithms(), ", "))
	}
	var lines []Line
	for row := range strings.Lines(string(text)) {
		number, code, _ := strings.Cut(strings.TrimRight(row, "\n"), "\t")
		n, _ := strconv.Atoi(number)
		lines = append(lines, Line{n, code})
	}
	return lines, nil
}
