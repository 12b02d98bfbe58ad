package goprog_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
)

// sequential makes functions without goroutines, which return a text of all that they have computed.
type sequential struct {
	*rand.Rand
	b     strings.Builder
	depth int
	loops int
}

const sequentialHeader = `package progs

import (
	"errors"
	"fmt"
	"sort"
	"strconv"
	"strings"
)

type pair struct {
	a int8
	b string
	c [2]uint16
}

func (p pair) sum() int       { return int(p.a) + len(p.b) + int(p.c[1]) }
func (p *pair) grow(n int)    { p.a += int8(n); p.c[0] += uint16(n) }
func (p pair) String() string { return "p" + strconv.Itoa(int(p.a)) }

type shape interface{ sum() int }
type number int32

func (n number) sum() int { return int(n) * 2 }

type wrong struct{ n int }

func (w *wrong) Error() string { return "wrong " + strconv.Itoa(w.n) }

func generic[T ~int | ~int8 | ~uint16 | ~float64](x, y T) T { return x*3 - y }

func values[K comparable, V any](m map[K]V) (n int) {
	for range m {
		n++
	}
	return n
}

func count(n int) func(yield func(int) bool) {
	return func(yield func(int) bool) {
		for i := range n {
			if !yield(i * i) {
				return
			}
		}
	}
}

func num(n int) int { return n }

var _ = errors.New
var _ = sort.Ints
var _ = strings.ToUpper

// caught is what f panics with.
func caught(f func()) (text string) {
	defer func() {
		switch r := recover().(type) {
		case nil:
			text = "none"
		case error:
			text = "error: " + r.Error()
		default:
			text = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}
`

// program is function F<n>.
func (s *sequential) program(n int) string {
	s.b.Reset()
	fmt.Fprintf(&s.b, `
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
	for range 12 {
		s.b.WriteString("\t" + s.statement() + "\n")
	}
	s.b.WriteString("\tfmt.Fprint(&out, i, j, u8, i8, u, f, g, t, bs, is, alias, len(is), cap(is), cap(alias), m, p, *q, arr, e, any1, c64, sh.sum())\n\treturn out.String()\n}\n")
	return s.b.String()
}

func (s *sequential) number() int {
	return []int{0, 1, -1, 2, 7, 100, -128, 255, 1 << 31, -1 << 63, 1<<63 - 1, s.IntN(1000)}[s.IntN(12)]
}

func (s *sequential) text() string {
	return []string{"", "a", "häß", "x\xffy", "\u65e5\u672c", "ab,c,,d", "\ufffdz"}[s.IntN(7)]
}

func (s *sequential) pick(choices ...string) string { return choices[s.IntN(len(choices))] }

// integer is an expression of type int.
func (s *sequential) integer() string {
	if s.depth++; s.depth > 3 {
		s.depth--
		return s.pick("i", "j", "len(t)", "3")
	}
	defer func() { s.depth-- }()
	switch s.IntN(16) {
	case 0, 1, 2:
		return fmt.Sprintf("(%s %s %s)", s.integer(), s.pick("+", "-", "*", "&", "|", "^", "&^"), s.integer())
	case 3:
		return fmt.Sprintf("(%s %s (%s&7))", s.integer(), s.pick("<<", ">>"), s.integer())
	case 4:
		return fmt.Sprintf("int(%s(%s))", s.pick("int8", "uint8", "int16", "uint32", "int32", "uint64"), s.integer())
	case 5:
		return fmt.Sprintf("is[(%s)&3]", s.integer())
	case 6:
		return s.pick("len(is)", "cap(alias)", "len(m)", "len(bs)", "int(p.a)", "p.sum()", "sh.sum()", "int(u>>60)", "int(u8)", "int(i8)")
	case 7:
		return fmt.Sprintf("m[%q]", s.pick("x", "y", "z"))
	case 8:
		return fmt.Sprintf("arr[uint(%s)%%3]", s.integer())
	case 9:
		return fmt.Sprintf("strings.Index(t, %q)", s.pick("a", "ß", ","))
	case 10:
		return fmt.Sprintf("generic(%s, %s)", s.integer(), s.integer())
	case 11:
		return fmt.Sprintf("min(%s, %s)", s.integer(), s.integer())
	case 12:
		return fmt.Sprintf("func(n int) int { return n + i }(%s)", s.integer())
	case 13:
		return "values(m)"
	}
	return fmt.Sprintf("num(%d)", s.number())
}

func (s *sequential) condition() string {
	switch s.IntN(8) {
	case 0:
		return "f < float64(g)"
	case 1:
		return fmt.Sprintf("t < %q", s.text())
	case 2:
		return fmt.Sprintf("any1 == any(%s)", s.pick("i", "t", "1", "p", "int8(1)"))
	case 3:
		return "*q == p"
	case 4:
		return fmt.Sprintf("arr == [3]int{%s, 2, 3}", s.integer())
	case 5:
		return "c64 == complex(f, 1)"
	}
	return fmt.Sprintf("%s %s %s", s.integer(), s.pick("<", "<=", "==", "!=", ">"), s.integer())
}

func (s *sequential) statement() string {
	switch s.IntN(34) {
	case 0, 1:
		return fmt.Sprintf("%s = %s", s.pick("i", "j"), s.integer())
	case 2:
		return fmt.Sprintf("u8 %s= uint8(%s)", s.pick("+", "-", "*", "<<", ">>", "|"), s.integer())
	case 3:
		return fmt.Sprintf("i8 %s= int8(%s)", s.pick("+", "-", "*", "^"), s.integer())
	case 4:
		return fmt.Sprintf("u %s= uint64(%s)", s.pick("+", "*", ">>", "^"), s.integer())
	case 5:
		return fmt.Sprintf("f %s= float64(%s); g = float32(f) / 3", s.pick("+", "*", "-"), s.integer())
	case 6:
		return fmt.Sprintf("is = append(is, %s)", s.integer())
	case 7:
		return fmt.Sprintf("alias = append(alias, %s, i)", s.integer())
	case 8:
		return fmt.Sprintf("alias[0] = %s", s.integer())
	case 9:
		return "copy(is[1:], is); is = append(is[:1:2], is[2:]...)"
	case 10:
		return fmt.Sprintf("m[t+%q] += %s", s.pick("x", "y"), s.integer())
	case 11:
		return fmt.Sprintf("delete(m, %q)", s.pick("x", "y", "z"))
	case 12:
		return fmt.Sprintf("p.grow(%s); p.c[1]++; q.b += \"r\"", s.integer())
	case 13:
		return "q = &pair{c: p.c}; sh = q; sh = *q"
	case 14:
		return fmt.Sprintf("for k, r := range t { i += k * int(r); out.WriteRune(r) }; j ^= %s", s.integer())
	case 15:
		return fmt.Sprintf("if %s { %s } else { %s }", s.condition(), s.simple(), s.simple())
	case 16:
		s.loops++
		return fmt.Sprintf("for k%[1]d := range 3 { if %[2]s { continue }; %[3]s; j += k%[1]d }", s.loops, s.condition(), s.simple())
	case 17:
		return fmt.Sprintf("out.WriteString(caught(func() { _ = is[%s] }))", s.integer())
	case 18:
		return fmt.Sprintf("out.WriteString(caught(func() { _ = is[%s:%s] }))", s.integer(), s.integer())
	case 19:
		return fmt.Sprintf("out.WriteString(caught(func() { i /= %s }))", s.integer())
	case 20:
		return fmt.Sprintf("out.WriteString(caught(func() { _ = any1.(%s) }))", s.pick("int", "string", "shape", "error", "fmt.Stringer", "pair"))
	case 21:
		return fmt.Sprintf("switch v := any1.(type) { case int: j += v; case string: t += v; case shape: i += v.sum(); case nil: i--; default: _ = v }; any1 = %s",
			s.pick("t", "p", "i", "number(3)", "nil", "[]int{1}", "2.5", "e"))
	case 22:
		return fmt.Sprintf("e = &wrong{%s}; out.WriteString(fmt.Errorf(\"in: %%w\", e).Error())", s.integer())
	case 23:
		return "{ w := fmt.Errorf(\"w: %w\", &wrong{4}); var as *wrong; if errors.As(w, &as) { i += as.n }; if errors.Is(w, as) { j++ } }"
	case 24:
		return fmt.Sprintf("for v := range count(5) { if v > %s { break }; i += v }", s.integer())
	case 25:
		return "{ n := i; fs := []func() int{}; for k := range 3 { fs = append(fs, func() int { n += k; return n }) }; for _, h := range fs { j += h() } }"
	case 26:
		return fmt.Sprintf("func() { defer func() { out.WriteString(fmt.Sprint(\"d\", recover(), i)) }(); for k := range 2 { defer func() { i += k }() }; if %s { panic(%s) } }()",
			s.condition(), s.pick("\"s\"", "1", "e", "p", "errors.New(\"x\")"))
	case 27:
		return "bs = append(bs, t...); bs[0] ^= 1; t = string(bs[1:]) + strings.ToUpper(t); if len(t) > 20 { t = t[:5] }; if len(bs) > 20 { bs = []byte(\"z\") }"
	case 28:
		return "out.WriteString(strings.Join(strings.Split(t, \",\"), \";\")); t = strings.Replace(t, \"a\", \"bb\", 1)"
	case 29:
		return fmt.Sprintf("out.WriteString(fmt.Sprintf(\"%%d|%%5d|%%-4d|%%x|%%q|%%v|%%+v|%%T|%%8.3f|%%t|%%c|%%s|%%v\", i, u8, i8, u, t, p, arr, any1, f, %s, 'x', sh, m))", s.condition())
	case 30:
		return "sort.Ints(is); if v, err := strconv.Atoi(t); err != nil { out.WriteString(err.Error()) } else { i += v }"
	case 31:
		return fmt.Sprintf("c64 = c64*complex(g64(%s), 1) + 2; f = real(c64)", s.pick("1", "2.5", "-3"))
	case 32:
		return fmt.Sprintf("arr, arr[1] = [3]int{i, j, %s}, 9; for k, v := range arr { arr[(k+1)%%3] = v }", s.integer())
	}
	return fmt.Sprintf("{ type local struct{ n int; s string }; out.WriteString(fmt.Sprint(map[local]int{{%s, t}: 1}[local{i, t}], local{j, t})) }", s.integer())
}

// simple is a statement that declares nothing.
func (s *sequential) simple() string {
	return s.pick(fmt.Sprintf("i = %s", s.integer()), fmt.Sprintf("j += %s", s.integer()), "u++", "t += \"k\"", fmt.Sprintf("is[1] = %s", s.integer()), "p.a--")
}
