package library

import (
	"fmt"
	"strconv"
	"strings"

	"dporbench/goprog/internal/memory"
)

// typed has %s in place of each %T, with the name of the type as the argument, and refuses %p. Where a format gives
// the numbers of arguments, another verb may need the argument itself, so the name is one more argument then.
func (p *printer) typed(format string, all []any, args value) (string, []any) {
	if !strings.ContainsAny(format, "Tp") {
		return format, all
	}
	v := verbs{printer: p, all: all, args: p.th.Elements(args, anyLayout(p.th)), numbered: strings.Contains(format, "[")}
	for {
		before, after, found := strings.Cut(format, "%")
		v.out.WriteString(before)
		if !found {
			return v.out.String(), v.all
		}
		v.out.WriteByte('%')
		format = v.verb(after)
	}
}

// verbs rewrites the verbs of a format, one after the other.
type verbs struct {
	*printer
	out      strings.Builder
	all      []any
	args     []value
	numbered bool // the format has numbers of arguments
	next     int  // the argument
	moved    bool // what was written last had another argument than the format, so that the next one needs its number
}

// verb rewrites what a format begins with behind %, and returns the rest.
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
		v.next++
		spec = spec[star+1:]
	}
	switch {
	case verb == '%':
		v.out.WriteString(spec)
	case verb == 'p' && !v.unseen:
		v.th.Refuse("an address is formatted, which is not supported")
	case verb == 'T':
		v.nameOfType(v.number(spec))
		return rest
	default:
		v.out.WriteString(v.number(spec))
		v.next++
	}
	v.out.WriteByte(verb)
	return rest
}

// number finds out the argument that is meant, and returns the flags with its number if that is needed.
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

// nameOfType writes the verb for the name of the type of the next argument.
func (v *verbs) nameOfType(flags string) {
	switch {
	case v.next >= len(v.args):
		v.out.WriteString(flags + "s")
	case v.numbered:
		v.all = append(v.all, v.typeName())
		flags, _, _ = strings.Cut(flags, "[")
		fmt.Fprintf(&v.out, "%s[%d]s", flags, len(v.all))
		v.moved = true
	default:
		v.all[v.next] = v.typeName()
		v.out.WriteString(flags + "s")
	}
	v.next++
}

func (v *verbs) typeName() string {
	if f, ok := v.args[v.next].R.(*memory.Iface); ok {
		return f.T.String()
	}
	return "<nil>"
}
