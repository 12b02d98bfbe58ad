package smallprog

import "strings"

// Comparison says how the value of a variable must compare with a number for a
// waiting statement to continue.
type Comparison int

// The comparisons.
const (
	Equal Comparison = iota
	NotEqual
	Less
	AtLeast
)

var comparisonNames = [...]string{Equal: "==", NotEqual: "!=", Less: "<", AtLeast: ">="}

func (c Comparison) String() string { return comparisonNames[c] }

// comparison parses a comparison at the front of text.
func comparison(text string, c *Comparison) (used int, ok bool) {
	for i, name := range comparisonNames {
		if strings.HasPrefix(text, name) {
			*c = Comparison(i)
			return len(name), true
		}
	}
	return 0, false
}

// holds reports whether s, which waits, is enabled at that value.
func (s Statement) holds(value int64) bool {
	switch s.Compare {
	case NotEqual:
		return value != s.A
	case Less:
		return value < s.A
	case AtLeast:
		return value >= s.A
	}
	return value == s.A
}

func (op Op) waits() bool { return op.has("%c") }
