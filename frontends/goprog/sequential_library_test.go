package goprog_test

// libraryImports are imports that only libraryStatements need.
const libraryImports = `
	"bufio"
	"context"
	"encoding/base64"
	"encoding/hex"
	"encoding/json"
	"io"
	"math/rand"
	"reflect"
	"regexp"
	"runtime"
	"sync"
	"sync/atomic"
	"text/template"
	"time"
	"unique"
	"unsafe"
`

// libraryHelpers are declarations that libraryStatements need.
const libraryHelpers = `
var (
	_ = bufio.NewReader
	_ = context.Background
	_ = base64.StdEncoding
	_ = hex.EncodeToString
	_ = json.Marshal
	_ = io.EOF
	_ = rand.New
	_ = reflect.TypeOf
	_ = regexp.MustCompile
	_ = runtime.Goexit
	_ atomic.Int32
	_ = template.New
	_ = time.Now
	_ = unique.Make[int]
	_ = unsafe.Sizeof(0)
	_ sync.Mutex
)

var word = regexp.MustCompile(` + "`([a-c]+)|(\\d+)`" + `)

// set is a generic type with methods that call each other.
type set[K comparable] struct{ in map[K]int }

func newSet[K comparable](all ...K) *set[K] {
	s := &set[K]{in: map[K]int{}}
	for _, k := range all {
		s.add(k)
	}
	return s
}

func (s *set[K]) add(k K) bool {
	s.in[k]++
	return s.in[k] == 1
}

func (s *set[K]) all() iter.Seq2[K, int] {
	return func(yield func(K, int) bool) {
		for k, n := range s.in {
			if !yield(k, n) {
				return
			}
		}
	}
}

// grown returns the capacities of a slice to which elements are appended, which escapes.
func grown[T any](n int, more ...T) (caps []int) {
	var s []T
	for range n {
		s = append(s, more...)
		if len(caps) == 0 || caps[len(caps)-1] != cap(s) {
			caps = append(caps, cap(s))
		}
	}
	kept = s
	return caps
}

var kept any

// joined waits for a goroutine, which may call Goexit, and returns the notes of its deferred calls.
func joined(f func(note func(any))) string {
	var notes strings.Builder
	var group sync.WaitGroup
	group.Go(func() {
		defer func() {
			if r := recover(); r != nil { // no one above recovers in a goroutine
				fmt.Fprint(&notes, r)
			}
		}()
		f(func(v any) { fmt.Fprint(&notes, v, ";") })
	})
	group.Wait()
	return notes.String()
}

type tagged struct {
	A int               ` + "`json:\"a,omitempty\"`" + `
	B []string          ` + "`json:\"b\"`" + `
	C map[string]float64
	d int
	E *tagged           ` + "`json:\",omitempty\"`" + `
}

type either[A, B any] interface{ ~func() A | ~func() B }

func pick[A, B any, F either[A, B]](f F) string { return fmt.Sprintf("%T", f) }

type wrapped[T fmt.Stringer] struct{ v T }

func (w wrapped[T]) String() string { return "<" + w.v.String() + ">" }
`

// libraryStatements use the standard library, and more of the language.
var libraryStatements = []string{
	// maps of package sync, pools, once, and contexts
	"{ var x sync.Map; x.Store(t, i); x.Store($i, 2); v, ok := x.LoadOrStore(t, 9); w, gone := x.LoadAndDelete($q); out.WriteString(fmt.Sprint(v, ok, w, gone)) }",
	"{ var x sync.Map; for k := range 5 { x.Store(k, k*i) }; n := 0; x.Range(func(k, v any) bool { n += k.(int) ^ v.(int); x.Delete(4 - k.(int)); return true }); i ^= n - n; x.Range(func(k, v any) bool { j++; return false }); x.Clear(); x.Range(func(k, v any) bool { j += 100; return true }) }",
	"{ var x sync.Map; x.Store(1, t); out.WriteString(fmt.Sprint(x.CompareAndSwap(1, t, $q), x.CompareAndSwap(1, \"no\", 3), x.CompareAndDelete(2, nil), caught(func() { x.CompareAndSwap(1, is, 2) }))); v, ok := x.Swap(1, i); out.WriteString(fmt.Sprint(v, ok)) }",
	// names of types
	"out.WriteString(fmt.Sprintf(\"%T %v\", «newSet(t)~newSet(p)~&wrapped[time.Duration]{}~func(a int, b ...pair) (x error) { return }~struct { A pair `x:\"y\"`; b *int }{}~(*interface { M(pair) error; m() })(nil)~[]any{nil}~make(chan (<-chan int))~map[[2]rune]func(...byte){}~(*set[struct{ x pair }])(nil)~wrapped[interface { fmt.Stringer; m(a, b int) }]{}», reflect.TypeOf(any1)))",
	"out.WriteString(fmt.Sprint(reflect.TypeFor[«wrapped[time.Duration]~*set[[2]pair]~func(int, ...set[any]) (a, b error)~struct { pair; e error }~error~rune~any~uint8»]().String(), reflect.TypeFor[«wrapped[time.Duration]~error~rune~any~[]byte~tagged»]().Name()))",
	"{ var o sync.Once; for range 3 { out.WriteString(caught(func() { o.Do(func() { i++; if $c { panic(t) } }) })) } }",
	"{ f := sync.OnceValues(func() (int, error) { j++; return j, e }); a, x := f(); b, y := f(); out.WriteString(fmt.Sprint(a, b, x == y)) }",
	"{ f := sync.OnceFunc(func() { i++; panic($q) }); out.WriteString(caught(f) + caught(f)) }",
	"{ type key int; ctx := context.WithValue(context.Background(), key(1), t); ctx, cancel := context.WithCancelCause(ctx); cancel(e); cancel(errors.New(\"2\")); out.WriteString(fmt.Sprint(ctx.Err(), context.Cause(ctx), ctx.Value(key(1)), ctx.Value(1))) }",
	"{ ctx, cancel := context.WithCancel(context.Background()); child, stop := context.WithCancel(ctx); cancel(); <-child.Done(); stop(); _, has := child.Deadline(); out.WriteString(fmt.Sprint(child.Err(), has, context.WithoutCancel(child).Err())) }",
	"{ var x atomic.Value; out.WriteString(caught(func() { x.Store(i); x.Store(«t~j~nil») }) + fmt.Sprint(x.Load(), x.CompareAndSwap(i, j))) }",
	"{ var x atomic.Uint32; x.Store(uint32($i)); out.WriteString(fmt.Sprint(x.Add(^uint32(0)), x.And(0xff), x.Or(0x100), x.Swap(3), x.CompareAndSwap(3, 4), x.Load())) }",
	"{ var mu sync.RWMutex; out.WriteString(fmt.Sprint(mu.TryLock(), mu.TryRLock(), mu.TryLock())); mu.Unlock(); mu.RLock(); out.WriteString(fmt.Sprint(mu.TryRLock(), mu.TryLock())) }",
	"{ var wg sync.WaitGroup; sum := make([]int, 3); for k := range sum { wg.Go(func() { sum[k] = k + i }) }; wg.Wait(); out.WriteString(fmt.Sprint(sum)) }",
	// channels and select
	"{ x := make(chan int, 3); x <- i; x <- j; close(x); v, ok := <-x; for w := range x { v ^= w }; w, more := <-x; out.WriteString(fmt.Sprint(v, ok, w, more, len(x), cap(x)) + caught(func() { x <- 1 }) + caught(func() { close(x) })) }",
	"{ x := make(chan string, 1); for k := range 3 { select { case x <- t: j += k; case v := <-x: out.WriteString(v); default: i++ } } }",
	"{ var none chan int; select { case <-none: i++; case none <- 1: j++; default: out.WriteString(\"none\") }; out.WriteString(caught(func() { close(none) })) }",
	"{ x := make(chan func() int, 2); x <- func() int { return i }; select { case f := <-x: j += f() }; out.WriteString(fmt.Sprint(len(x))) }",
	// deferred calls and Goexit
	"out.WriteString(joined(func(note func(any)) { defer note(1); defer func() { note(recover()) }(); func() { defer note(\"in\"); if $c { runtime.Goexit() } }(); note(\"after\") }))",
	"out.WriteString(joined(func(note func(any)) { defer func() { note(recover()); note(\"last\") }(); defer func() { runtime.Goexit() }(); panic(t) }))",
	"out.WriteString(joined(func(note func(any)) { defer func() { defer func() { note(recover()) }(); panic(\"second\") }(); defer note(i); runtime.Goexit() }))",
	"out.WriteString(joined(func(note func(any)) { for v := range count(4) { defer note(v); if v == $i&3 { runtime.Goexit() } }; note(\"whole\") }))",
	"out.WriteString(joined(func(note func(any)) { defer func() { note(fmt.Sprint(recover())) }(); defer func() { defer func() { note(recover()) }(); for v := range count(3) { defer note(v); if v == 1 { panic(v) } } }(); if $c { panic(\"outer\") } }))",
	"out.WriteString(joined(func(note func(any)) { var once sync.Once; defer once.Do(func() { note(\"late\") }); once.Do(func() { defer note(\"d\"); if $c { runtime.Goexit() } }); note(\"on\") }))",
	"out.WriteString(caught(func() { defer func() { r := recover(); out.WriteString(fmt.Sprint(r)); panic(fmt.Sprint(\"again \", r)) }(); var x []int; x[$i&3] = 1 }))",
	"{ f := func() (n int, err error) { defer func() { if r := recover(); r != nil { n, err = -n, fmt.Errorf(\"r: %v\", r) } }(); n = $i; for k := range count(9) { if k > n&7 { return k, nil }; if $c { panic(k) } }; return }; n, err := f(); out.WriteString(fmt.Sprint(n, err)) }",
	// iterators
	"{ next, stop := iter.Pull(count(3)); a, x := next(); b, y := next(); if $c { stop() }; c, z := next(); d, w := next(); stop(); out.WriteString(fmt.Sprint(a, x, b, y, c, z, d, w)) }",
	"{ next, stop := iter.Pull2(slices.All(is)); k, v, ok := next(); stop(); _, _, more := next(); out.WriteString(fmt.Sprint(k, v, ok, more)) }",
	"out.WriteString(caught(func() { next, stop := iter.Pull(func(yield func(int) bool) { yield(1); panic(t) }); defer stop(); next(); next() }))",
	"{ for v := range count(3) { for w := range newSet(v, v).all() { if w == v && $c { goto done$n }; i += w } }; done$n: j++ }",
	"{ x := slices.Collect(func(yield func(string) bool) { for k, v := range maps.Collect(slices.All([]string{t, \"b\"})) { if !yield(v + strconv.Itoa(k)) { return } } }); slices.Sort(x); out.WriteString(fmt.Sprint(x)) }",
	"func() { defer func() { out.WriteString(fmt.Sprint(\"r\", recover())) }(); for v := range count(4) { defer func() { out.WriteString(fmt.Sprint(v)) }(); func() { defer func() { if $c { panic(v) } }() }() } }()",
	"for x := range slices.Chunk(append(slices.Clone(is), 5, 6), 2) { out.WriteString(fmt.Sprint(x, cap(x))); if $c { break } }",
	"{ walk := func(yield func(int) bool) { defer func() { i++ }(); _ = yield(1) && yield(2) && yield(3) }; for v := range walk { if v == 2 { continue }; if $c { break }; j += v } }",
	// generics
	"{ s := newSet(t, $q, \"a\"); s.add(\"a\"); n := 0; for _, c := range s.all() { n += c }; out.WriteString(fmt.Sprint(len(s.in), n)) }",
	"{ type local struct{ v int }; x := newSet(local{i}, local{j}, local{i}); out.WriteString(fmt.Sprintf(\"%d %T\", len(x.in), any(x.in) == nil)) }",
	"out.WriteString(pick[int, string](func() int { return 1 }) + wrapped[wrapped[weekday]]{wrapped[weekday]{weekday(1)}}.String())",
	"{ x := newSet[any](1, \"1\", int8(1), p, t, i, nil); add := x.add; out.WriteString(fmt.Sprint(add(nil), add(1.5), len(x.in)) + caught(func() { add(is) })) }",
	"{ f := (*set[int]).add; s := newSet[int](); out.WriteString(fmt.Sprint(f(s, i), f(s, i), mapped([]*set[int]{s}, func(s *set[int]) int { return s.in[i] }))) }",
	// append, copy, and the sizes of things
	"out.WriteString(fmt.Sprint(grown(70, byte(1)), grown(50, int16(1)), grown(30, i), grown(30, t), grown(20, p), grown(9, [3]int32{}), grown(12, struct{}{})))",
	"out.WriteString(fmt.Sprint(grown(9, 1, 2, 3), grown(7, \"a\", \"b\", \"c\", \"d\", \"e\"), grown(6, [7]byte{}, [7]byte{}, [7]byte{})))",
	"{ x := append([]byte(nil), t...); x = append(x, make([]byte, $i&63)...); kept = x; out.WriteString(fmt.Sprint(len(x), cap(x))) }",
	"{ x := slices.Grow(is[:1], $i&31); y := slices.Concat(is, alias); z := slices.Repeat(alias, 3); kept = [][]int{x, y, z}; out.WriteString(fmt.Sprint(cap(x), cap(y), cap(z))) }",
	"{ x := bytes.Repeat([]byte{1}, $i&31); y := []byte(strings.Repeat(\"ab\", $i&15)); z := []rune(t); kept = [][]byte{x, y}; out.WriteString(fmt.Sprint(len(x), len(y), len(z))) }",
	"out.WriteString(fmt.Sprint(unsafe.Sizeof(p), unsafe.Alignof(f), unsafe.Offsetof(p.c), unsafe.Sizeof(tagged{}), unsafe.String(unsafe.StringData(t), len(t)), len(unsafe.Slice(&is[0], 2))))",
	// times without a clock
	"{ d := time.Duration($i); out.WriteString(fmt.Sprint(d, d.Round(time.Millisecond), d.Truncate(time.Second).Hours(), d.Abs())) }",
	"{ at := time.Date(2024, time.Month(i&15), int(u8)&31, 25, 61, 3, 999, time.UTC); y, w := at.ISOWeek(); out.WriteString(at.Format(time.RFC1123) + at.AddDate(0, 1, 1).Format(\"2006-01-02 Mon\") + fmt.Sprint(y, w, at.YearDay(), at.Unix(), at.Equal(at.Add(time.Nanosecond)))) }",
	"{ at, err := time.Parse(time.RFC3339, «\"2024-02-30T00:00:00Z\"~\"2023-06-01T12:00:00+02:00\"~t»); out.WriteString(fmt.Sprint(at.UTC(), err)); d, err := time.ParseDuration(«\"1h3ms\"~\"-1.5s\"~\"x\"»); out.WriteString(fmt.Sprint(d, err)) }",
	// texts and encodings
	"{ b, err := json.Marshal(tagged{A: i, B: []string{t}, C: map[string]float64{\"z\": float64(u8), \"a\": 1.5}, E: &tagged{}}); out.WriteString(fmt.Sprint(string(b), err)); var back tagged; out.WriteString(fmt.Sprint(json.Unmarshal(b, &back), back.A == i, back.B, back.C, back.E != nil)) }",
	"{ var x any; err := json.Unmarshal([]byte(«\"{\\\"a\\\": [1, null, true]}\"~\"[1,]\"~\"3e2\"~\"\\\"\\\\u00e4\\\"\"»), &x); out.WriteString(fmt.Sprintf(\"%v %T %v\", x, x, err)) }",
	"out.WriteString(fmt.Sprint(word.FindAllString(t+$q+\"ab12\", -1), word.ReplaceAllString(\"xb7c\", \"<\\x241\\x242>\"), word.FindStringSubmatchIndex(t), word.MatchString(t)))",
	"{ var b strings.Builder; x := template.Must(template.New(\"x\").Parse(\"{{range \\x24k, \\x24v := .}}{{\\x24k}}={{\\x24v}};{{else}}none{{end}}\")); err := x.Execute(&b, «m~is~nil~map[string]int{}»); out.WriteString(fmt.Sprint(b.String(), err)) }",
	"{ x := base64.StdEncoding.EncodeToString([]byte(t)); y, err := hex.DecodeString(«\"6a6b\"~\"6\"~t»); out.WriteString(fmt.Sprint(x, y, err)) }",
	"{ sc := bufio.NewScanner(strings.NewReader(t + \"\\nb c\\n\" + $q)); sc.Split(«bufio.ScanWords~bufio.ScanLines~bufio.ScanRunes»); for sc.Scan() { out.WriteString(sc.Text() + \"|\") } }",
	"out.WriteString(strings.NewReplacer(\"a\", \"1\", \"ab\", \"2\", $q+\"z\", \"3\").Replace(t+\"abz\") + fmt.Sprint(strings.FieldsFunc(t+\" x,y\", func(r rune) bool { return r == ',' || r == ' ' })))",
	"{ var b bytes.Buffer; n, err := io.CopyN(&b, io.MultiReader(strings.NewReader(t), io.TeeReader(strings.NewReader($q), &out)), 4); out.WriteString(fmt.Sprint(b.String(), n, err)) }",
	// numbers that look random, and reflection
	"{ r := rand.New(rand.NewSource(int64(u8))); out.WriteString(fmt.Sprint(r.Intn(1000), r.Perm(5), r.Float64() < 2, r.Int63()&0xff)); r.Shuffle(len(is), func(a, b int) { is[a], is[b] = is[b], is[a] }) }",
	"{ x := reflect.ValueOf(&p).Elem(); x.FieldByName(«\"a\"~\"b\"»); out.WriteString(fmt.Sprint(x.NumField(), x.Type(), x.Field(0).Int(), x.Addr().MethodByName(\"String\").IsValid(), reflect.TypeOf(q).Elem() == x.Type())) }",
	"out.WriteString(fmt.Sprint(reflect.DeepEqual(is, slices.Clone(is)), reflect.DeepEqual(m, map[string]int{\"x\": 1}), reflect.DeepEqual(any1, any(i)), reflect.DeepEqual([]int(nil), []int{}), reflect.ValueOf(sh).Kind()))",
	"{ x := reflect.MakeMap(reflect.TypeOf(m)); x.SetMapIndex(reflect.ValueOf(t), reflect.ValueOf(i)); y := reflect.Append(reflect.ValueOf(is), reflect.ValueOf(j)); out.WriteString(fmt.Sprint(x.Interface(), y.Len(), y.Index(0))) }",
	"{ f := reflect.ValueOf(strings.Repeat); x := f.Call([]reflect.Value{reflect.ValueOf(t), reflect.ValueOf(2)}); out.WriteString(x[0].String() + caught(func() { f.Call(nil) })) }",
	"out.WriteString(fmt.Sprint(unique.Make(t) == unique.Make(t+\"\"), unique.Make(i).Value(), unique.Make(any(p)) == unique.Make(any(*q))))",
	"out.WriteString(fmt.Sprint(min(i, j, 3), max(f, 1.5), min(t, \"b\"), max(u8, 3))); clear(m); clear(is[:1])",
}
