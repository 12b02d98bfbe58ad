package goprog_test

// sequentialHeader begins the file.
const sequentialHeader = `package progs

import (
	"bytes"
	"cmp"
	"container/heap"
	"container/list"
	"errors"
	"fmt"
	"iter"
	"maps"
	"math"
	"math/bits"
	"slices"
	"sort"
	"strconv"
	"strings"
	"unicode/utf8"
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

type outer struct {
	pair
	*inner
	shape
	n int
}

type inner struct{ v, w int }

func (in *inner) add(n int) *inner { in.v += n; return in }
func (in inner) total() int        { return in.v + in.w }

type stack[T any] struct{ items []T }

func (s *stack[T]) push(v T) { s.items = append(s.items, v) }
func (s *stack[T]) pop() (v T, ok bool) {
	if len(s.items) == 0 {
		return v, false
	}
	v = s.items[len(s.items)-1]
	s.items = s.items[:len(s.items)-1]
	return v, true
}

type tree[K cmp.Ordered, V any] struct {
	left, right *tree[K, V]
	k           K
	v           V
}

func (t *tree[K, V]) insert(k K, v V) *tree[K, V] {
	switch {
	case t == nil:
		return &tree[K, V]{k: k, v: v}
	case k < t.k:
		t.left = t.left.insert(k, v)
	case k > t.k:
		t.right = t.right.insert(k, v)
	default:
		t.v = v
	}
	return t
}

func (t *tree[K, V]) all(yield func(K, V) bool) bool {
	return t == nil || t.left.all(yield) && yield(t.k, t.v) && t.right.all(yield)
}

func (t *tree[K, V]) seq() iter.Seq2[K, V] { return func(yield func(K, V) bool) { t.all(yield) } }

type numeric interface{ ~int | ~int8 | ~uint16 | ~float64 }

func generic[T numeric](x, y T) T { return x*3 - y }

func mapped[T, U any](in []T, f func(T) U) (out []U) {
	for _, v := range in {
		out = append(out, f(v))
	}
	return out
}

func kind[T any](v T) string {
	switch any(v).(type) {
	case int, int8:
		return "int"
	case string:
		return "string"
	case fmt.Stringer:
		return "stringer"
	}
	return fmt.Sprintf("%T", v)
}

type ints []int

func (h ints) Len() int           { return len(h) }
func (h ints) Less(i, j int) bool { return h[i] < h[j] }
func (h ints) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *ints) Push(x any)        { *h = append(*h, x.(int)) }
func (h *ints) Pop() any {
	last := (*h)[len(*h)-1]
	*h = (*h)[:len(*h)-1]
	return last
}

const (
	bit0 uint8 = 1 << iota
	bit1
	_
	bit3
	huge = 1 << 100
	tiny = huge >> 98
)

type weekday int

const (
	monday weekday = iota + 1
	tuesday
)

func (d weekday) String() string { return [...]string{"none", "mon", "tue"}[d] }

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

// first returns from inside of a range over a function.
func first(n int, when func(int) bool) (found int, ok bool) {
	defer func() { found++ }()
	for v := range count(n) {
		if when(v) {
			return v, true
		}
	}
	return -1, false
}

// deferred is called with a text, and changes its result as it panics or returns.
func deferred(n int) (result string, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("recovered: %v", r)
			result += "!"
		}
	}()
	for k := range n & 3 {
		defer func() { result += strconv.Itoa(k) }()
	}
	if n%3 == 0 {
		panic(n)
	}
	return "r", nil
}

func variadic(first int, rest ...int) int {
	for _, v := range rest {
		first = first*3 + v
	}
	return first + len(rest)
}

func twice(f func(int) int) func(int) int { return func(n int) int { return f(f(n)) } }

func fib(n int) int {
	if n < 2 {
		return n
	}
	return fib(n-1) + fib(n-2)
}

//go:noinline
func num(n int) int { return n }

func g64(x float64) float64 { return x }

var (
	_ = errors.New
	_ = sort.Ints
	_ = strings.ToUpper
	_ = bytes.Equal
	_ = heap.Init
	_ = list.New
	_ = maps.Clone[map[int]int]
	_ = math.Sqrt
	_ = bits.Len
	_ = slices.Sort[[]int]
	_ = utf8.RuneLen
)

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

var sequentialIntegers = []string{
	"($i «+~-~*~&~|~^~&^» $i)", "($i «+~-~*~&~|~^~&^» $i)", "($i «+~-~*» $i)",
	"($i «<<~>>» ($i&7))", "($i «<<~>>» uint8($i))", "(-$i)", "(^$i)",
	"int(«int8~uint8~int16~uint16~uint32~int32~uint64~number»($i))",
	"int(int32($i) «+~-~*» int32($i))", "int(uint16($i) «+~-~*~<<~>>» uint16($i&9))", "int(int8($i) >> (uint($i)&9))",
	"is[($i)&3]", "m[«\"x\"~\"y\"~\"z\"»]", "arr[uint($i)%3]",
	"«len(is)~cap(alias)~len(m)~len(bs)~int(p.a)~p.sum()~sh.sum()~int(u>>60)~int(u8)~int(i8)~num(len(arr))~q.sum()~int(q.c[1])»",
	"strings.Index(t, «\"a\"~\"ß\"~\",\"»)", "generic($i, $i)", "int(generic(int8($i), 3))", "«min~max»($i, $i)", "func(n int) int { return n + i }($i)", "values(m)",
	"(num(100) / ($i | 1))", "($i % ($i | 1))", "variadic($i, $i, $i)", "variadic(1, is...)", "twice(func(n int) int { return n*2 + 1 })($i)", "fib($i & 7)",
	"bits.«OnesCount~LeadingZeros~TrailingZeros~Len»(uint($i))", "utf8.RuneCountInString(t)", "cmp.Compare($i, $i)", "int(math.Float64bits(f) >> 52)",
	"int(float64($i & 1023) / 3)", "int(int16(float32($i & 4095)))", "len([]rune(t))", "len(string(rune($i)))", "(inner{$i, 2}).total()", "num(int(bit3)) << tiny",
	"func() int { if $c { return $i }; return $i }()", "$k", "$k",
}

var sequentialConditions = []string{
	"f < float64(g)", "t < $q", "any1 == any(«i~t~1~p~int8(1)»)", "*q == p", "arr == [3]int{$i, 2, 3}", "c64 == complex(f, 1)",
	"$i «<~<=~==~!=~>» $i", "$i «<~<=~==~!=~>» $i", "($i < 3 «&&~||» $i > 2)", "!($i == j)", "f «==~!=~<~>=» math.NaN()", "strings.Contains(t, $q)",
	"e == nil", "q == &p", "uint8($i) < u8", "slices.Contains(is, $i)", "(struct{ a, b any }{$i, t}) == (struct{ a, b any }{j, \"a\"})", "kind(any1) == \"int\"",
}

// simpleStatements declare nothing.
var simpleStatements = []string{"i = $i", "j += $i", "u++", "t += \"k\"", "is[1] = $i", "p.a--", "arr[uint($i)%3]++", "*q = p", "bs = append(bs, 'x')"}

var sequentialStatements = []string{
	// numbers
	"«i~j» = $i", "«i~j» = $i",
	"u8 «+~-~*~<<~>>~|»= uint8($i)", "i8 «+~-~*~^»= int8($i)", "u «+~*~>>~^»= uint64($i)",
	"f «+~*~-»= float64($i); g = float32(f) / 3",
	"c64 = c64*complex(g64(«1~2.5~-3»), 1) + 2; f = real(c64)",
	"c64 = c64 / complex(g64(«0~1~-2.5»), g64(«0~3»)); out.WriteString(fmt.Sprint(c64, c64 == c64, imag(c64) < 1))",
	"{ x := complex64(c64); x *= x; out.WriteString(fmt.Sprint(x, real(x) == float32(real(x)))) }",
	"{ x, zero := g64(float64($i)), g64(0); out.WriteString(fmt.Sprint(x/zero, -zero, 1/-zero, zero/zero == zero/zero, min(x, zero/zero), max(zero, -zero), math.Signbit(min(zero, -zero)))) }",
	"{ x := float32($i); out.WriteString(fmt.Sprint(x, x*x, x/3, float64(x)/3, x+0.1, uint8(int(math.Abs(float64(x)))&255))) }",
	"{ x := int64($i); out.WriteString(fmt.Sprint(float32(x), float64(x), float64(uint64(x)), float32(uint64(x)), uint32(x), int8(x>>3))) }",
	"{ x := math.MinInt64 + num(0); out.WriteString(fmt.Sprint(x / num(-1), x % num(-1), -x, x - 1)) }",
	"{ x, n := int32($i), uint($i)&63; out.WriteString(fmt.Sprint(x<<n, x>>n, uint32(x)>>n, uint8(x)<<(n&15), int64(x)<<n>>n)) }",
	"{ hi, lo := bits.Mul64(u, uint64($i)); s, c := bits.Add64(hi, lo, 1); u ^= s + c; out.WriteString(fmt.Sprint(bits.RotateLeft8(u8, 3))) }",
	"out.WriteString(fmt.Sprint(bit0, bit1, bit3, huge>>97, tiny, monday, tuesday, weekday(0), 'a'+1, 7/2*2.0, 1<<3|1))",
	"out.WriteString(fmt.Sprint(math.«Sqrt~Floor~Trunc~Abs~Cbrt»(f), math.Mod(f, 3), math.Inf(-1) < f, math.MaxInt64, uint64(math.MaxUint64)))",
	"out.WriteString(strconv.FormatInt(int64($i), «2~8~16~36») + strconv.FormatFloat(f, 'g', -1, «32~64») + strconv.Quote(t))",
	"if v, err := strconv.«ParseInt(t+\"1\", 0, 8)~ParseUint(\"77\", 8, 64)~ParseInt(\"-9223372036854775809\", 10, 64)»; err != nil { out.WriteString(err.Error()) } else { i += int(v) }",
	"{ v, err := strconv.ParseFloat(«\"1e3\"~\"x\"~\"-.5\"~\"1e999\"~t», 64); out.WriteString(fmt.Sprint(v, err)) }",
	// slices and arrays
	"is = append(is, $i)", "alias = append(alias, $i, i)", "alias[0] = $i", "copy(is[1:], is); is = append(is[:1:2], is[2:]...)",
	"arr, arr[1] = [3]int{i, j, $i}, 9; for k, v := range arr { arr[(k+1)%3] = v }",
	"{ x := is[:2:2]; x = append(x, $i); x[0] = 7; y := append(is[:1], 8); out.WriteString(fmt.Sprint(x, y, is, len(x), cap(is[1:2]))) }",
	"{ x := [...]int{2: i, 0: 4}; y := x; y[1] = $i; z := x[:]; z[0] = 5; pz := &x; for k, v := range pz { pz[2-k] += v }; out.WriteString(fmt.Sprint(x, y, z, x == y)) }",
	"{ x := [2][2]int{{1, i}, {j}}; for _, row := range x { row[0] = 9 }; for k := range x { x[k][1]++ }; y := x[1]; x[1][0] = $i; out.WriteString(fmt.Sprint(x, y)) }",
	"out.WriteString(caught(func() { x := (*[3]int)(is); x[1] = $i; y := [2]int(alias); y[0]++; out.WriteString(fmt.Sprint(*x, y)) }))",
	"out.WriteString(caught(func() { x := make([]int, $i&7, ($i&7)+1); x = append(x, 1, 2); out.WriteString(fmt.Sprint(x, len(x))) }))",
	"out.WriteString(caught(func() { _ = make([]int, $i&7, $i&7) }) + caught(func() { _ = make([]int, -1-($i&7)) }))",
	"{ var x []int; y := x[:]; x = append(x, y...); out.WriteString(fmt.Sprint(x == nil, y == nil, len(x), cap(x))); x = append(x, $i); clear(x); out.WriteString(fmt.Sprint(x)) }",
	"{ x, y := []byte(«t~t + $q~$q»), []«byte~rune»(«t~$q»); out.WriteString(fmt.Sprint(cap(x), cap(y))); «x = append(x, t...)~clear(x)~i += len(x)»; «y = append(y, 'q')~j += len(y)~for k := range y { y[k]++ }»; out.WriteString(fmt.Sprint(cap(x), cap(y), len(y))) }",
	"{ x := append([]byte(«t~$q»), «t~$q~bs»...); y := append([]rune(t), 'a', 'b'); out.WriteString(fmt.Sprint(cap(x), cap(y), string(x), string(y))) }",
	"{ x := [][]int{is, alias, nil}; x[2] = append(x[1], $i); x[0][2]++; out.WriteString(fmt.Sprint(x)) }",
	"{ x := slices.Clone(is); slices.«Sort~Reverse»(x); k, ok := slices.BinarySearch(x, $i); out.WriteString(fmt.Sprint(x, k, ok, slices.Max(x), slices.Index(is, 3))) }",
	"{ x := slices.Insert(slices.Clone(is), 1, i, j); x = slices.Delete(x, 0, 1); x = slices.Compact(x); out.WriteString(fmt.Sprint(x, slices.Equal(x, is))) }",
	"{ x := slices.SortedFunc(slices.Values(is), func(a, b int) int { return cmp.Compare(b, a) }); out.WriteString(fmt.Sprint(x)) }",
	"for k := 0; k < len(is); k++ { is[k], is[len(is)-1-k] = is[len(is)-1-k], is[k]; if $c { break } }",
	"sort.Ints(is); if v, err := strconv.Atoi(t); err != nil { out.WriteString(err.Error()) } else { i += v }",
	"{ x := []pair{p, *q}; sort.Slice(x, func(a, b int) bool { return x[a].a > x[b].a }); x[0].grow($i); out.WriteString(fmt.Sprint(x)) }",
	"{ h := &ints{i, j, 3}; heap.Init(h); heap.Push(h, $i); for h.Len() > 0 { out.WriteString(fmt.Sprint(heap.Pop(h), \" \")) } }",
	"{ l := list.New(); l.PushBack(i); l.PushFront(t); l.PushBack(j); for at := l.Front(); at != nil; at = at.Next() { out.WriteString(fmt.Sprint(at.Value)) } }",
	"out.WriteString(caught(func() { _ = is[$i] }))", "out.WriteString(caught(func() { _ = is[$i:$i] }))", "out.WriteString(caught(func() { _ = is[$i&7:$i&7:$i&7] }))",
	"out.WriteString(caught(func() { _ = t[$i&7:$i&7] }))", "out.WriteString(caught(func() { _ = arr[$i] }))", "out.WriteString(caught(func() { x := &arr; _ = x[$i&7:][$i&3] }))",
	// strings and bytes
	"for k, r := range t { i += k * int(r); out.WriteRune(r) }; j ^= $i",
	"for k := range len(t) { j = j*31 + int(t[k]) }",
	"for k, r := range []rune(t + $q) { i ^= k + int(r) }; for k, b := range []byte(t) { j += k * int(b) }",
	"bs = append(bs, t...); bs[0] ^= 1; t = string(bs[1:]) + strings.ToUpper(t); if len(t) > 20 { t = t[:5] }; if len(bs) > 20 { bs = []byte(\"z\") }",
	"out.WriteString(strings.Join(strings.Split(t, \",\"), \";\")); t = strings.Replace(t, \"a\", \"bb\", 1)",
	"out.WriteString(fmt.Sprint(strings.Fields(\" a b \"+t), strings.Repeat(t, i&3), strings.TrimLeft(t, \"ax\"), strings.Title(t), strings.EqualFold(t, \"HÄß\"), strings.Map(func(r rune) rune { return r + 1 }, t)))",
	"{ before, after, ok := strings.Cut(t, $q); t = after + before; out.WriteString(fmt.Sprint(ok, strings.Count(t, $q), strings.LastIndex(t, \"b\"), strings.HasPrefix(t, $q))) }",
	"{ x := string(rune($i)) + string([]rune{'a', rune($i), -1, 0xD800}) + string(bs); out.WriteString(fmt.Sprint([]byte(x), utf8.ValidString(x), len(x))); r, n := utf8.DecodeRuneInString(x); i += int(r) * n }",
	"{ x := []byte(t); y := string(x); if len(x) > 0 { x[0] = 'Q' }; out.WriteString(y + string(x) + fmt.Sprint(y < string(x), bytes.Compare(x, bs))) }",
	"{ var b bytes.Buffer; b.WriteString(t); fmt.Fprintf(&b, \"%d-%s\", $i, t); line, err := b.ReadString('-'); out.WriteString(fmt.Sprint(line, err, b.Len())) }",
	"switch t { case \"a\", \"häß\": i++; fallthrough; case \"\": j++; default: t = $q }",
	"for w := range strings.SplitSeq(t+\",z\", \",\") { i += len(w) }",
	// maps
	"m[t+«\"x\"~\"y\"»] += $i", "delete(m, «\"x\"~\"y\"~\"z\"»)",
	"{ var x map[string]int; out.WriteString(caught(func() { x[\"a\"] = $i }) + fmt.Sprint(x[\"b\"], len(x), x == nil)); delete(x, \"q\"); clear(x); for range x { i++ } }",
	"{ x := map[any]string{1: \"a\", \"1\": \"b\", 1.5: \"c\", [2]int{1, 2}: \"d\", pair{}: \"e\", any1: \"f\"}; out.WriteString(caught(func() { out.WriteString(x[«any1~is~m~1~pair{}~nil»]) }) + fmt.Sprint(len(x))) }",
	"{ x := map[[2]int]map[string]int{{1, 2}: {\"a\": i}}; x[[2]int{1, 2}][\"b\"]++; v, ok := x[[2]int{0, $i}][\"q\"]; out.WriteString(fmt.Sprint(x, v, ok)) }",
	"{ x := map[int]int{}; for k := range 9 { x[k*k%7] += k }; for k := range x { if k%2 == 0 { delete(x, k) } }; total := 0; for k, v := range x { total += k * v }; i += total; out.WriteString(fmt.Sprint(x)) }",
	"{ x := map[float64]int{0: 1, 1: 2}; zero := g64(0); x[-zero]++; out.WriteString(fmt.Sprint(x[0], len(x))) }",
	"{ x := map[string][]int{}; x[t] = append(x[t], i); x[t] = append(x[t], $i); y := x; y[\"k\"] = x[t][:1]; out.WriteString(fmt.Sprint(x, slices.Sorted(maps.Keys(y)))) }",
	"{ x := map[string]*pair{\"a\": q}; x[\"a\"].grow($i); if v, ok := x[\"b\"]; !ok { out.WriteString(caught(func() { v.grow(1) })) } }",
	"{ x := maps.Clone(m); maps.DeleteFunc(x, func(k string, v int) bool { return v > $i }); out.WriteString(fmt.Sprint(x, maps.Equal(x, m))) }",
	"{ x := map[shape]int{p: 1, number(2): 2, &p: 3}; x[sh] += $i; out.WriteString(fmt.Sprint(x[p], x[number(2)], x[q], len(x))) }",
	"{ type local struct{ n int; s string }; out.WriteString(fmt.Sprint(map[local]int{{$i, t}: 1}[local{i, t}], local{j, t})) }",
	// structs, methods and interfaces
	"p.grow($i); p.c[1]++; q.b += \"r\"", "q = &pair{c: p.c}; sh = q; sh = *q",
	"{ o := outer{pair: p, inner: &inner{1, 2}, shape: number(4)}; o.grow($i); o.add(3).add(i).w++; o.pair.b += \"o\"; out.WriteString(fmt.Sprint(o.a, o.v, o.total(), o.pair.sum(), o.shape.sum(), o.n)) }",
	"{ x := p; f1, f2, f3, f4 := x.sum, (*pair).grow, pair.sum, shape.sum; f2(&x, $i); x.b += \"zz\"; out.WriteString(fmt.Sprint(f1(), f3(x), f4(sh), f4(&x))) }",
	"{ var none shape; var typed *pair; out.WriteString(caught(func() { none.sum() }) + caught(func() { typed.grow(1) }) + caught(func() { shape(typed).sum() }) + fmt.Sprint(any(typed) == nil, none == nil)) }",
	"out.WriteString(caught(func() { _ = any1.(«int~string~shape~error~fmt.Stringer~pair~*pair~map[string]int~func()») }))",
	"{ v, ok := any1.(«int~string~shape~fmt.Stringer~[]int»); out.WriteString(fmt.Sprint(v, ok)) }",
	"switch v := any1.(type) { case int: j += v; case string: t += v; case shape: i += v.sum(); case nil: i--; default: _ = v }; any1 = «t~p~i~number(3)~nil~[]int{1}~2.5~e»",
	"switch v := any1.(type) { case int, int8, number: out.WriteString(fmt.Sprint(v)); case *pair, pair: out.WriteString(fmt.Sprint(\"p\", v)); case error: out.WriteString(v.Error()); case func() int: i = v() }; any1 = «q~&p~number(4)~&wrong{2}~int8(3)~struct{}{}~[1]int{2}»",
	"{ x := struct{ a int; b struct{ c []int } }{a: $i}; y := x; y.b.c = append(y.b.c, x.a); x.b.c = y.b.c; y.b.c[0]++; out.WriteString(fmt.Sprint(x, y)) }",
	"{ x := [2]struct{ p pair; q *pair }{{p, q}}; x[1] = x[0]; x[0].p.grow($i); x[1].q.grow(1); out.WriteString(fmt.Sprint(x[0].p, x[1].p, *x[1].q, x[0] == x[1])) }",
	"out.WriteString(caught(func() { out.WriteString(fmt.Sprint(any1 == any1, any(is) == any1)) }))",
	"{ var x, y any = struct{ a any }{is}, struct{ a any }{is}; out.WriteString(caught(func() { _ = x == y })) }",
	"out.WriteString(kind($i) + kind(t) + kind(p) + kind(q) + kind(is) + kind(any1) + kind(stack[int]{}))",
	// functions, closures, defer, panic and recover
	"{ n := i; fs := []func() int{}; for k := range 3 { fs = append(fs, func() int { n += k; return n }) }; for _, h := range fs { j += h() } }",
	"{ var fs []func() int; for k := 0; k < 3; k++ { fs = append(fs, func() int { k += 10; return k }); if k == 1 { k += num(0) } }; for _, h := range fs { i += h() + h() } }",
	"func() { defer func() { out.WriteString(fmt.Sprint(\"d\", recover(), i)) }(); for k := range 2 { defer func() { i += k }() }; if $c { panic(«\"s\"~1~e~p~errors.New(\"x\")») } }()",
	"func() { defer func() { out.WriteString(fmt.Sprint(recover(), recover())) }(); defer func() { panic(fmt.Sprint(\"again \", recover())) }(); panic($i) }()",
	"func() { defer func() { out.WriteString(fmt.Sprint(\"outer \", recover())) }(); func() { defer func() { func() { out.WriteString(fmt.Sprint(\"inner \", recover())) }() }(); panic(t) }() }()",
	"out.WriteString(caught(func() { defer func() { panic(\"second\") }(); defer func() { defer func() { recover() }(); panic(\"third\") }(); panic(\"first\") }))",
	"out.WriteString(caught(func() { panic(«nil~any(nil)~&wrong{$i}~p~number(3)~int8(4)~1.5») }))",
	"{ r, err := deferred($i); out.WriteString(fmt.Sprint(r, err)) }",
	"func() { x := i; defer fmt.Fprint(&out, x, i); defer out.WriteString(t); defer p.grow(x); x, i = $i, 3; t += \"!\" }()",
	"func() { for k := range 3 { defer func(n int) { out.WriteString(strconv.Itoa(n + k)) }(i); if $c { return } } }()",
	"out.WriteString(caught(func() { i /= $i }))", "out.WriteString(caught(func() { j %= $i }))", "out.WriteString(caught(func() { i <<= $i }))",
	"out.WriteString(caught(func() { var f func(int) int; i = f(3) }))", "out.WriteString(caught(func() { var x *inner; x.v = $i }))", "out.WriteString(caught(func() { var x *[3]int; for k := range x { i += k }; x[1]++ }))",
	"{ var rec func(int) int; rec = func(n int) int { if n <= 0 { return j }; return n + rec(n-1) }; i += rec($i & 15) }",
	"{ grow := p.grow; if $c { grow = q.grow }; grow(2); h := q.String; q.a++; out.WriteString(h() + q.String()) }",
	"e = &wrong{$i}; out.WriteString(fmt.Errorf(\"in: %w\", e).Error())",
	"{ w := fmt.Errorf(\"w: %w\", &wrong{4}); var as *wrong; if errors.As(w, &as) { i += as.n }; if errors.Is(w, as) { j++ } }",
	"{ w := fmt.Errorf(\"%w and %d and %w%%w\", e, i, &wrong{j}); var as *wrong; out.WriteString(fmt.Sprint(w, errors.As(w, &as), as, errors.Is(w, e), errors.Unwrap(w))) }",
	"{ w := errors.Join(e, errors.New(t), nil, &wrong{1}); var as *wrong; out.WriteString(fmt.Sprint(w, errors.As(w, &as), errors.Is(w, e), errors.Unwrap(w))) }",
	// generics
	"{ var s stack[string]; s.push(t); s.push(\"b\"); v, ok := s.pop(); w, _ := s.pop(); _, none := s.pop(); out.WriteString(fmt.Sprint(v, ok, w, none)) }",
	"{ var r *tree[int, string]; for _, k := range is { r = r.insert(k, t) }; r = r.insert($i, \"new\"); for k, v := range r.seq() { if k > 100 { break }; out.WriteString(strconv.Itoa(k) + v) } }",
	"out.WriteString(fmt.Sprint(mapped(is, func(n int) string { return strconv.Itoa(n + i) }), mapped([]pair{p}, pair.sum), mapped(is, func(n int) any { return n })))",
	"out.WriteString(fmt.Sprint(generic(f, 1), generic(uint16($i), 5), generic(weekday(1), 2)*0))",
	"{ x := stack[pair]{[]pair{p}}; y := x; y.items[0].grow($i); push := x.push; push(p); out.WriteString(fmt.Sprint(len(x.items), len(y.items), x.items[0])) }",
	// control
	"if $c { $s } else { $s }", "if x := $i; x > j { $s } else if x < i { $s }",
	"for k$n := range 3 { if $c { continue }; $s; j += k$n }",
	"outer$n: for a := range 3 { for b := range 3 { if $c { continue outer$n }; if b == a { break }; if a*b > 2 { break outer$n }; i += a*10 + b } }",
	"{ n$n := 0; again$n: n$n++; if n$n < 4 { if $c { $s }; goto again$n } }",
	"switch { case $c: $s; case $c: $s; fallthrough; default: $s }",
	"switch x := $i; x & 3 { default: i++; case 0, 1: break; case 2: $s }",
	"block$n: switch { default: for range 2 { if $c { break block$n }; $s } }",
	"for range 2 { switch { case $c: continue; default: }; $s }",
	"for k, n := 0, $i & 7; k < n; k, n = k+1, n-1 { i += k ^ n }",
	"i, j = j, i; is[0], i = i, is[1]", "{ k := 0; k, is[k] = 2, $i }",
	// range over functions
	"for v := range count(5) { if v > $i { break }; i += v }",
	"loop$n: for v := range count(4) { for w := range count(4) { if w > v { continue loop$n }; if v+w > $i { break loop$n }; j += v * w } }",
	"{ v, ok := first(6, func(v int) bool { return v > $i }); out.WriteString(fmt.Sprint(v, ok)) }",
	"func() { for v := range count(3) { defer func() { out.WriteString(strconv.Itoa(v)) }(); if $c { return } } }()",
	"out.WriteString(caught(func() { for v := range count(5) { if v == 4 { panic(t) }; i += v } }))",
	"{ var kept func(int) bool; for range func(yield func(int) bool) { kept = yield; yield(1) } { i++ }; out.WriteString(caught(func() { kept(2) })) }",
	"out.WriteString(caught(func() { for v := range func(yield func(int) bool) { yield(1); yield(2) } { if v == 1 && $c { break } } }))",
	"for k, v := range slices.Backward(is) { i = i*3 + k - v }",
	"for k := range maps.Keys(m) { i += len(k) }",
	// formatting
	"out.WriteString(fmt.Sprintf(\"%d|%5d|%-4d|%x|%q|%v|%+v|%T|%8.3f|%t|%c|%s|%v\", i, u8, i8, u, t, p, arr, any1, f, $c, 'x', sh, m))",
	"out.WriteString(fmt.Sprintf(\"%08b|%+d|%o|%X|%#x|%U|%e|%g|%6.2f|%10s|%-6q|%x|% x|%5t\", i8, i, u8, is, u, 'ß', f, g, f, t, t, t, bs, $c))",
	"out.WriteString(fmt.Sprintf(\"%d %s %z %d\", t, i, j) + fmt.Sprintf(\"%!\") + fmt.Sprintf(\"%d\", 1, 2) + fmt.Sprintf(\"%*d|%.*f\", 5, i, 2, f))",
	"out.WriteString(fmt.Sprintln(q, &is, &m, e, nil, []any{1, nil, \"a\"}, [2]bool{true}, struct{ a any; b *int }{t, nil}, []string{t}, []error{e}, monday))",
	"out.WriteString(fmt.Sprintf(\"%v %+v %s %d\", struct{ a int; p pair; s []string }{i, p, []string{t}}, outer{pair: p}.pair, []fmt.Stringer{p, monday}, map[string]int8{t: i8}))",
	"out.WriteString(fmt.Sprintf(\"%[2]d %[1]s|%[1]q %v\", t, i))",
}
