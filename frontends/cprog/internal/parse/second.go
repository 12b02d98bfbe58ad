package parse

import (
	"slices"
	"strings"

	"dporbench/frontends/cprog/internal/source"

	"modernc.org/cc/v4"
)

// The parser fails at a ?: without a second operand if the condition is a constant. It is called again then, with a variable as the second
// operand of each.

// withSecondOperands returns sources with second operands, and changes the files that they include in the same way.
func (f *files) withSecondOperands(sources []cc.Source) []cc.Source {
	for name, known := range f.known {
		known.text = withSecondOperands(known.text)
		f.known[name] = known
	}
	sources = slices.Clone(sources)
	last := &sources[len(sources)-1]
	if text, ok := last.Value.(string); ok {
		last.Value = withSecondOperands(text)
	}
	return slices.Insert(sources, len(sources)-1, cc.Source{Name: "<second>", Value: "static int " + source.SecondOperand + ";\n"})
}

func withSecondOperands(text string) string {
	var out strings.Builder
	asked := false // the last lexeme that is no space is a question mark
	mapped(text, func(word string) string {
		switch {
		case asked && word == ":":
			out.WriteString(" " + source.SecondOperand + " ")
			asked = false
		case strings.TrimSpace(word) != "":
			asked = word == "?"
		}
		out.WriteString(word)
		return ""
	})
	return out.String()
}
