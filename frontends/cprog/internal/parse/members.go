package parse

import (
	"fmt"
	"slices"
	"unicode"
)

// members finds a member whose type is a struct or a union that is not complete yet, as one that contains itself. The parser
// calls itself without end for such a type, so that it is looked for in the tokens.
type members struct {
	open     []declaration
	complete map[string]bool   // tags
	tags     map[string]string // of structs and unions that a typedef names
}

// declaration has the tokens of an unfinished declaration: in the body of a struct or a union, or elsewhere.
type declaration struct {
	tokens []string
	body   bool   // of a struct or a union
	tag    string // its tag, if it has one
	depth  int    // of parentheses and square brackets
}

const (
	aBody         = "{}" // stands for the body of a type in a declaration
	longestMember = 1_000
)

func newMembers() *members {
	return &members{open: []declaration{{}}, complete: map[string]bool{}, tags: map[string]string{}}
}

// take takes a token of a file in which all brackets match so far.
func (m *members) take(token string) error {
	d := &m.open[len(m.open)-1]
	switch token {
	case "{":
		m.open = append(m.open, inside(d.tokens))
	case "}":
		m.open = m.open[:len(m.open)-1]
		if d.tag != "" {
			m.complete[d.tag] = true
		}
		if outer := &m.open[len(m.open)-1]; d.body {
			outer.add(aBody)
		} else if outer.depth == 0 {
			outer.tokens = outer.tokens[:0]
		}
	case ";":
		err := m.ends(d)
		d.tokens = d.tokens[:0]
		return err
	default:
		d.add(token)
	}
	return nil
}

func (d *declaration) add(token string) {
	switch token {
	case "(", "[":
		d.depth++
	case ")", "]":
		d.depth--
	}
	if len(d.tokens) < longestMember {
		d.tokens = append(d.tokens, token)
	}
}

// inside returns the declaration that begins after a brace that follows these tokens.
func inside(before []string) declaration {
	before = withoutAttributes(before)
	switch n := len(before); {
	case n > 0 && isRecord(before[n-1]):
		return declaration{body: true}
	case n > 1 && isRecord(before[n-2]):
		return declaration{body: true, tag: before[n-1]}
	}
	return declaration{}
}

// withoutAttributes returns tokens without attributes and alignments.
func withoutAttributes(tokens []string) (rest []string) {
	depth, attribute := 0, false
	for _, token := range tokens {
		switch token {
		case "__attribute__", "__attribute", "_Alignas":
			attribute = true
			continue
		case "(":
			depth++
		case ")":
			depth--
		}
		if !attribute {
			rest = append(rest, token)
		}
		attribute = attribute && depth > 0
	}
	return rest
}

func isRecord(token string) bool { return token == "struct" || token == "union" }

// ends returns an error if d declares a member of a type that is not complete, and notes the names that it gives to types.
func (m *members) ends(d *declaration) error {
	tag, rest := m.specified(withoutAttributes(d.tokens))
	if tag == "" {
		return nil
	}
	for _, declarator := range declarators(rest) {
		switch name := slices.IndexFunc(declarator, isName); {
		case name < 0 || slices.Contains(declarator, "*"):
		case slices.Contains(d.tokens, "typedef"):
			m.tags[declarator[name]] = tag
		case d.body && !m.complete[tag]:
			return fmt.Errorf("member %s has an incomplete type: %s", declarator[name], tag)
		}
	}
	return nil
}

// specified returns the tag of the struct or union that a declaration is of, if any, and the tokens after it. It may follow
// qualifiers, but no parentheses.
func (m *members) specified(tokens []string) (tag string, rest []string) {
	for k, token := range tokens {
		switch {
		case token == "(" || token == aBody:
			return "", nil
		case isRecord(token) && k+1 < len(tokens) && isName(tokens[k+1]):
			return tokens[k+1], tokens[k+2:]
		case m.tags[token] != "":
			return m.tags[token], tokens[k+1:]
		}
	}
	return "", nil
}

// declarators divides tokens at the commas outside of brackets. The contents of square brackets are left out.
func declarators(tokens []string) (all [][]string) {
	var one []string
	round, square := 0, 0
	for _, token := range tokens {
		switch token {
		case "[":
			square++
		case "]":
			square--
		case "(":
			round++
		case ")":
			round--
		}
		switch {
		case token == "," && round == 0 && square == 0:
			all, one = append(all, one), nil
		case square == 0 && token != "]":
			one = append(one, token)
		}
	}
	return append(all, one)
}

// isName reports whether a token is an identifier, if it is no qualifier.
func isName(token string) bool {
	return token != "const" && token != "volatile" && (token[0] == '_' || unicode.IsLetter(rune(token[0])))
}
