package library

import (
	"fmt"
	"strings"

	"dporbench/frontends/goprog/internal/memory"
)

// The forms of values that the host does not have. Their methods are for package fmt, and load nothing.

// spec returns the format for a part of a value formatted with verb.
func (p *printer) spec(s fmt.State, verb rune) string {
	if s.Flag('#') && verb == 'v' && !p.unseen {
		p.problem = "formatting with %#v is not supported"
	}
	return fmt.FormatString(s, verb)
}

// texted is a value with a method that returns its text. Verbs that are not for texts apply to the value itself.
type texted struct {
	p      *printer
	t      *memory.Type
	itself any // nil if it is no basic value
	text   string
}

// Format writes the text.
func (x texted) Format(s fmt.State, verb rune) {
	spec := x.p.spec(s, verb)
	switch {
	case strings.ContainsRune("vsxXq", verb):
		fmt.Fprintf(s, spec, x.text)
	case x.itself != nil:
		fmt.Fprintf(s, spec, x.itself)
	default:
		x.p.problem = fmt.Sprintf("formatting of a %s with %%%c is not supported", x.t, verb)
	}
}

// textedError is an error.
type textedError struct{ texted }

// Error makes it an error for the host, which checks what it may format with %w.
func (x textedError) Error() string { return x.text }

// structure is a struct.
type structure struct {
	p      *printer
	names  []string
	fields []any
}

// Format writes the fields.
func (x structure) Format(s fmt.State, verb rune) {
	spec := x.p.spec(s, verb)
	fmt.Fprint(s, "{")
	for i, f := range x.fields {
		if i > 0 {
			fmt.Fprint(s, " ")
		}
		if s.Flag('+') {
			fmt.Fprint(s, x.names[i], ":")
		}
		fmt.Fprintf(s, spec, f)
	}
	fmt.Fprint(s, "}")
}

// list is an array or a slice.
type list struct {
	p   *printer
	all []any
}

// Format writes the elements.
func (x list) Format(s fmt.State, verb rune) {
	spec := x.p.spec(s, verb)
	fmt.Fprint(s, "[")
	for i, e := range x.all {
		if i > 0 {
			fmt.Fprint(s, " ")
		}
		fmt.Fprintf(s, spec, e)
	}
	fmt.Fprint(s, "]")
}

// pairs is a map.
type pairs struct {
	p            *printer
	keys, values []any
}

// Format writes the entries.
func (x pairs) Format(s fmt.State, verb rune) {
	spec := x.p.spec(s, verb)
	fmt.Fprint(s, "map[")
	for i := range x.keys {
		if i > 0 {
			fmt.Fprint(s, " ")
		}
		fmt.Fprintf(s, spec+":"+spec, x.keys[i], x.values[i])
	}
	fmt.Fprint(s, "]")
}

// nilOr is an interface within another value.
type nilOr struct{ inner any }

// Format writes the value in it.
func (x nilOr) Format(s fmt.State, verb rune) {
	if x.inner == nil {
		fmt.Fprint(s, "<nil>")
		return
	}
	fmt.Fprintf(s, fmt.FormatString(s, verb), x.inner)
}

// pointed is a pointer to a value that is written in its place.
type pointed struct{ to any }

// Format writes that value.
func (x pointed) Format(s fmt.State, verb rune) {
	fmt.Fprint(s, "&")
	fmt.Fprintf(s, fmt.FormatString(s, verb), x.to)
}

// address is any other pointer, a channel or a function.
type address struct {
	p     *printer
	t     *memory.Type
	isNil bool
}

// Format writes an address that the program never sees.
func (x address) Format(s fmt.State, _ rune) {
	switch {
	case x.isNil:
		fmt.Fprint(s, "<nil>")
	case x.p.unseen:
		fmt.Fprint(s, "0xc000000000")
	default:
		x.p.problem = fmt.Sprintf("an address is formatted, which is not supported: that of a %s", x.t)
	}
}
