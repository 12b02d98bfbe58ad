package library

import (
	"fmt"
	"strconv"
	"strings"

	"dporbench/frontends/goprog/internal/memory"
)

// typed replaces each %T by %s, with the name of the type as the argument, and each %p, which is refused if the program
// sees the text; these load nothing. Where a format gives the numbers of arguments, another verb may need the argument
// itself, so the text becomes an additional argument.
func (p *printer) typed(format string, args value) (string, []any) {
	if !strings.ContainsAny(format, "Tp") {
		return format, p.args(args)
	}
	v := p.parsed(format, args)
	return v.out.String(), v.texts
}

// parsed analyses a format, for these arguments.
func (p *printer) parsed(format string, args value) *verbs {
	elements := p.th.Elements(args, anyLayout(p.th))
	v := &verbs{printer: p, args: elements, texts: make([]any, len(elements)), loads: make([]bool, len(elements)), numbered: strings.Contains(format, "[")}
	for {
		before, after, found := strings.Cut(format, "%")
		v.out.WriteString(before)
		if !found {
			break
		}
		v.out.WriteByte('%')
		format = v.verb(after)
	}
	for i, e := range elements {
		if v.loads[i] || v.texts[i] == nil && !v.numbered {
			p.th.Sound(e)
			v.texts[i] = p.dynamic(e, 0, true)
		}
	}
	return v
}

// verbs rewrites the verbs of a format in turn.
type verbs struct {
	*printer
	out      strings.Builder
	args     []value
	texts    []any   // in place of the arguments, and after them
	loads    []bool  // which arguments are themselves formatted
	numbered bool    // the format numbers its arguments
	next     int     // the argument
	wrapped  []value // the arguments for %w
	moved    bool    // the last verb written used another argument than the format's, so the next one needs its number
}

// verb rewrites the verb that follows a %, and returns the rest of the format.
func (v *verbs) verb(format string) string {
	end := strings.IndexFunc(format, func(r rune) bool { return !strings.ContainsRune("+-# 0123456789.*[]", r) })
	if end < 0 {
		v.out.WriteString(format)
		return ""
	}
	spec, verb, rest := format[:end], format[end], format[end+1:]
	for {
		star := strings.IndexByte(spec, '*')
		if star < 0 {
			break
		}
		v.out.WriteString(v.number(spec[:star]) + "*")
		v.use()
		spec = spec[star+1:]
	}
	switch {
	case verb == '%':
		v.out.WriteString(spec)
	case verb == 'p' && !v.unseen:
		v.th.Refuse("an address is formatted, which is not supported")
	case verb == 'p':
		v.replaced(v.number(spec), func(value) string { return "0xc000000000" })
		return rest
	case verb == 'T':
		v.replaced(v.number(spec), nameOfType)
		return rest
	default:
		v.out.WriteString(v.number(spec))
		if verb == 'w' && v.next < len(v.args) {
			v.wrapped = append(v.wrapped, v.args[v.next])
		}
		v.use()
	}
	v.out.WriteByte(verb)
	return rest
}

// use formats the next argument itself.
func (v *verbs) use() {
	if v.next < len(v.loads) {
		v.loads[v.next] = true
	}
	v.next++
}

// number finds the argument that is meant, and returns the flags, with its number if needed.
func (v *verbs) number(flags string) string {
	before, after, found := strings.Cut(flags, "[")
	switch {
	case found:
		n, err := strconv.Atoi(strings.TrimSuffix(after, "]"))
		if err != nil || n < 1 || n > len(v.args) {
			v.th.Refuse("the number of an argument is %q in a format, which is not supported: it must be from 1 to %d", after, len(v.args))
		}
		v.next = n - 1
	case v.moved:
		flags = fmt.Sprintf("%s[%d]", before, v.next+1)
	}
	v.moved = false
	return flags
}

// replaced writes a verb for a text that replaces the next argument.
func (v *verbs) replaced(flags string, text func(arg value) string) {
	switch {
	case v.next >= len(v.args):
		v.out.WriteString(flags + "s")
	case v.numbered:
		v.texts = append(v.texts, text(v.args[v.next]))
		flags, _, _ = strings.Cut(flags, "[")
		fmt.Fprintf(&v.out, "%s[%d]s", flags, len(v.texts))
		v.moved = true
	default:
		v.texts[v.next] = text(v.args[v.next])
		v.out.WriteString(flags + "s")
	}
	v.next++
}

func nameOfType(arg value) string {
	if f, ok := arg.R.(*memory.Iface); ok {
		return f.T.String()
	}
	return "<nil>"
}
