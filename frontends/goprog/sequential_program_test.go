package goprog_test

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
)

// sequential makes functions that return a text of everything they have computed, and have one execution, from the lists of
// statements and expressions in sequential_statements_test.go and sequential_library_test.go. In these, $i is an expression of type int, $c a condition, $s a
// statement that declares nothing, $k a call that returns a number, $q a literal string, $n a number that is no other
// statement's, and «a~b» is a or b.
type sequential struct {
	*rand.Rand
	depth, names int
}

// deepest bounds the nesting of expressions.
const deepest = 3

// program returns function F<n>.
func (s *sequential) program(n int) string {
	var b strings.Builder
	fmt.Fprintf(&b, `
func F%d() string {
	var out strings.Builder
	i, j, u8, i8, u, f, g := num(%d), num(%d), uint8(%d), int8(%d), uint64(%d), float64(%g), float32(%g)
	t, bs, is := %q, []byte("abc"), []int{1, 2, 3, 4}
	alias := is[1:3]
	m := map[string]int{"x": 1, "y": 2}
	p, arr := pair{a: 1, b: "q"}, [3]int{1, 2, 3}
	q := &p
	var e error
	var sh shape = p
	var any1 any = i
	c64 := complex(f, 1)
	_, _, _, _, _, _, _, _, _, _ = bs, alias, m, arr, q, e, sh, any1, c64, g
`, n, s.number(), s.number(), s.IntN(256), s.IntN(256)-128, s.Uint64(), s.Float64()*100-50, s.Float64()*10, s.text())
	for range 8 {
		statements := sequentialStatements
		if s.IntN(3) == 0 {
			statements = libraryStatements
		}
		b.WriteString("\t" + s.filled(s.of(statements)) + "\n")
	}
	b.WriteString("\tfmt.Fprint(&out, i, j, u8, i8, u, f, g, t, bs, is, alias, len(is), cap(is), cap(alias), m, p, *q, arr, e, any1, c64, sh.sum())\n\treturn out.String()\n}\n")
	return b.String()
}

func (s *sequential) number() int {
	return []int{0, 1, -1, 2, 7, 100, -128, 255, 1 << 31, -1 << 63, 1<<63 - 1, s.IntN(1000)}[s.IntN(12)]
}

func (s *sequential) text() string {
	return []string{"", "a", "häß", "x\xffy", "\u65e5\u672c", "ab,c,,d", "\ufffdz"}[s.IntN(7)]
}

func (s *sequential) of(choices []string) string { return choices[s.IntN(len(choices))] }

// filled returns a template with each of its holes filled.
func (s *sequential) filled(template string) string {
	s.names++
	template = strings.ReplaceAll(template, "$n", strconv.Itoa(s.names))
	for {
		open := strings.LastIndex(template, "«")
		if open < 0 {
			break
		}
		choices, after, _ := strings.Cut(template[open+len("«"):], "»")
		template = template[:open] + s.of(strings.Split(choices, "~")) + after
	}
	var b strings.Builder
	for {
		before, after, found := strings.Cut(template, "$")
		b.WriteString(before)
		if !found {
			return b.String()
		}
		switch after[0] {
		case 'i':
			b.WriteString(s.integer())
		case 'c':
			b.WriteString(s.filled(s.of(sequentialConditions)))
		case 's':
			b.WriteString(s.filled(s.of(simpleStatements)))
		case 'k':
			fmt.Fprintf(&b, "num(%d)", s.number())
		case 'q':
			fmt.Fprintf(&b, "%q", s.text())
		default:
			panic("a template has $" + after[:1])
		}
		template = after[1:]
	}
}

func (s *sequential) integer() string {
	if s.depth == deepest {
		return s.of([]string{"i", "j", "len(t)", "num(3)"})
	}
	s.depth++
	defer func() { s.depth-- }()
	return s.filled(s.of(sequentialIntegers))
}
