// Package library has tests of the parts of the standard library that tests use most.
package library

import (
	"bufio"
	"bytes"
	"context"
	crand "crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"log"
	"log/slog"
	"maps"
	"math"
	"math/rand"
	randv2 "math/rand/v2"
	"net"
	"os"
	"os/signal"
	"path/filepath"
	"reflect"
	"regexp"
	"runtime"
	"slices"
	"sort"
	"strings"
	"sync"
	"testing"
	"testing/quick"
	"text/template"
	"time"
	"unique"
	"weak"
)

type S struct {
	A int    `json:"a"`
	B string `json:"b,omitempty"`
	C []float64
	D map[string]int
	E *S `json:"e,omitempty"`
	x int
}

func TestJSON(t *testing.T) {
	s := S{A: 1, B: "x<", C: []float64{1.5, 2}, D: map[string]int{"z": 1, "a": 2}, E: &S{A: 3}}
	b, err := json.Marshal(s)
	if err != nil || string(b) != `{"a":1,"b":"x\u003c","C":[1.5,2],"D":{"a":2,"z":1},"e":{"a":3,"C":null,"D":null}}` {
		t.Fatal(string(b), err)
	}
	var u S
	if err := json.Unmarshal(b, &u); err != nil || !reflect.DeepEqual(s, u) {
		t.Fatalf("%+v %v", u, err)
	}
	var a any
	if err := json.Unmarshal([]byte(`{"x":[1,true,null,"s"]}`), &a); err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(a) != "map[x:[1 true <nil> s]]" {
		t.Fatal(a)
	}
	if err := json.Unmarshal([]byte(`{"a":"x"}`), &u); err == nil || err.Error() != "json: cannot unmarshal string into Go struct field S.a of type int" {
		t.Fatal(err)
	}
	d := json.NewDecoder(strings.NewReader(`{"a":5} {"a":6}`))
	d.Decode(&u)
	d.Decode(&u)
	if u.A != 6 {
		t.Fatal(u)
	}
	var bb bytes.Buffer
	e := json.NewEncoder(&bb)
	e.SetIndent("", "  ")
	e.Encode(map[string]any{"k": time.Second, "t": []byte("hi")})
	if bb.String() != "{\n  \"k\": 1000000000,\n  \"t\": \"aGk=\"\n}\n" {
		t.Fatal(bb.String())
	}
}
func TestJSONConcurrent(t *testing.T) {
	var wg sync.WaitGroup
	for range 2 {
		wg.Go(func() { json.Marshal(S{}) })
	}
	wg.Wait()
}
func TestSlog(t *testing.T) {
	var b bytes.Buffer
	l := slog.New(slog.NewTextHandler(&b, &slog.HandlerOptions{ReplaceAttr: func(g []string, a slog.Attr) slog.Attr {
		if a.Key == "time" {
			return slog.Attr{}
		}
		return a
	}}))
	l.With("k", 1).Info("hello", "a", "b c", slog.Group("g", "x", 2.5))
	if b.String() != "level=INFO msg=hello k=1 a=\"b c\" g.x=2.5\n" {
		t.Fatal(b.String())
	}
	b.Reset()
	slog.New(slog.NewJSONHandler(&b, nil)).Warn("w", "e", errors.New("bad"))
	if !strings.Contains(b.String(), `"level":"WARN","msg":"w","e":"bad"}`) {
		t.Fatal(b.String())
	}
}
func TestLogger(t *testing.T) {
	var b bytes.Buffer
	log.New(&b, "p: ", 0).Printf("x %d", 1)
	if b.String() != "p: x 1\n" {
		t.Fatal(b.String())
	}
	log.Println("to stderr")
}
func TestRegexp(t *testing.T) {
	re := regexp.MustCompile(`(\w+)@(\w+)\.com`)
	if m := re.FindStringSubmatch("bob@example.com"); len(m) != 3 || m[1] != "bob" {
		t.Fatal(m)
	}
	if s := re.ReplaceAllString("a@b.com c@d.com", "$2"); s != "b d" {
		t.Fatal(s)
	}
	if regexp.MustCompile(`^\d{3}-[a-z]*$`).MatchString("12-a") {
		t.Fatal()
	}
}
func TestTemplate(t *testing.T) {
	var b bytes.Buffer
	tm := template.Must(template.New("x").Parse(`{{range $i, $e := .L}}{{if $i}}, {{end}}{{$e | printf "%03d"}}{{end}} {{.M.k}} {{len .L}}`))
	if err := tm.Execute(&b, map[string]any{"L": []int{1, 2}, "M": map[string]string{"k": "v"}}); err != nil {
		t.Fatal(err)
	}
	if b.String() != "001, 002 v 2" {
		t.Fatal(b.String())
	}
}
func TestFiles(t *testing.T) {
	d := t.TempDir()
	p := filepath.Join(d, "a", "b.txt")
	if err := os.WriteFile(p, nil, 0o600); !errors.Is(err, fs.ErrNotExist) || !os.IsNotExist(err) {
		t.Fatal(err)
	}
	if err := os.MkdirAll(filepath.Dir(p), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(p, []byte("hello\nworld\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	f, err := os.Open(p)
	if err != nil {
		t.Fatal(err)
	}
	sc := bufio.NewScanner(f)
	n := 0
	for sc.Scan() {
		n++
	}
	f.Close()
	if n != 2 {
		t.Fatal(n)
	}
	if _, err := f.Read(make([]byte, 1)); !errors.Is(err, os.ErrClosed) {
		t.Fatal(err)
	}
	st, err := os.Stat(p)
	if err != nil || st.Size() != 12 || st.IsDir() || st.Name() != "b.txt" {
		t.Fatal(st, err)
	}
	g, _ := os.OpenFile(p, os.O_APPEND|os.O_WRONLY, 0)
	fmt.Fprintf(g, "x")
	g.Close()
	b, _ := os.ReadFile(p)
	if string(b) != "hello\nworld\nx" {
		t.Fatal(string(b))
	}
	var pe *fs.PathError
	if _, err := os.ReadFile("nope"); !errors.As(err, &pe) || err.Error() != "open nope: no such file or directory" {
		t.Fatal(err)
	}
	es, err := os.ReadDir(d)
	if err != nil || len(es) != 1 || es[0].Name() != "a" || !es[0].IsDir() {
		t.Fatal(es, err)
	}
	if err := os.Remove(filepath.Join(d, "a")); err == nil {
		t.Fatal("not empty")
	}
	os.Rename(p, p+"2")
	if _, err := os.Stat(p); err == nil {
		t.Fatal()
	}
	var seen []string
	filepath.WalkDir(d, func(p string, d fs.DirEntry, err error) error { seen = append(seen, d.Name()); return nil })
	if len(seen) != 3 {
		t.Fatal(seen)
	}
}
func TestEnv(t *testing.T) {
	t.Setenv("X", "1")
	if os.Getenv("X") != "1" {
		t.Fatal()
	}
	if _, ok := os.LookupEnv("NOPE"); ok {
		t.Fatal()
	}
	if os.ExpandEnv("$X-${X}") != "1-1" {
		t.Fatal()
	}
	var names []string
	for _, name := range []string{"sub name", "a\u2003\tb", "\x00é", "", "x#01", "x", "x", "x#00", "x#1", "x#1", "/"} {
		t.Run(name, func(t *testing.T) { names = append(names, strings.TrimPrefix(t.Name(), "TestEnv/")) })
	}
	if got, want := strings.Join(names, " "), `sub_name a__b \x00é #00 x#01 x x#02 x#00 x#1 x#1#01 /`; got != want {
		t.Error(got)
	}
}

func TestZones(t *testing.T) {
	ny, err := time.LoadLocation("America/New_York")
	if err != nil {
		t.Fatal(err)
	}
	for at, want := range map[time.Time]string{
		time.Date(2024, 7, 1, 12, 0, 0, 0, time.UTC): "2024-07-01 08:00:00 -0400 EDT",
		time.Date(2024, 3, 10, 2, 30, 0, 0, ny):      "2024-03-10 01:30:00 -0500 EST",
		time.Date(2051, 12, 1, 0, 0, 0, 0, ny):       "2051-12-01 00:00:00 -0500 EST",
	} {
		if got := at.In(ny).String(); got != want {
			t.Error(got, want)
		}
	}
	if at, err := time.ParseInLocation(time.DateTime, "2024-11-03 01:30:00", ny); err != nil || at.UTC().Hour() != 5 || !at.IsDST() {
		t.Error(at, err)
	}
	for _, name := range []string{"No/Where", "America"} {
		if _, err := time.LoadLocation(name); err == nil {
			t.Error("a zone", name)
		}
	}
	if _, err := time.LoadLocation("No/Where"); err.Error() != "unknown time zone No/Where" {
		t.Error(err)
	}
}

type outer struct{ *Embedded }
type Embedded struct{ X int }

func TestFieldsOfNil(t *testing.T) {
	v := reflect.ValueOf(outer{})
	if _, err := v.FieldByIndexErr([]int{0, 0}); err == nil || err.Error() != "reflect: indirection through nil pointer to embedded struct field Embedded" {
		t.Error(err)
	}
	if f, err := reflect.ValueOf(outer{&Embedded{7}}).FieldByIndexErr([]int{0, 0}); err != nil || f.Int() != 7 {
		t.Error(err)
	}
	defer func() {
		if r := recover(); r != "reflect: indirection through nil pointer to embedded struct" {
			t.Error(r)
		}
	}()
	v.FieldByName("X")
}

func TestIsSorted(t *testing.T) {
	for _, c := range [][]int{nil, {1}, {1, 2, 2}, {2, 1}} {
		if sorted := sort.SliceIsSorted(c, func(i, j int) bool { return c[i] < c[j] }); sorted != slices.IsSorted(c) {
			t.Error(c, sorted)
		}
	}
}
func TestCallers(t *testing.T) {
	_, file, line, ok := runtime.Caller(0)
	if !ok || !strings.HasSuffix(file, "library_test.go") || line == 0 {
		t.Fatal(file, line, ok)
	}
	pc, _, _, _ := runtime.Caller(0)
	if n := runtime.FuncForPC(pc).Name(); !strings.HasSuffix(n, "library.TestCallers") {
		t.Fatal(n)
	}
	pcs := make([]uintptr, 5)
	fr, _ := runtime.CallersFrames(pcs[:runtime.Callers(1, pcs)]).Next()
	if !strings.HasSuffix(fr.Function, "library.TestCallers") || fr.Line == 0 {
		t.Fatal(fr)
	}
	func() {
		pc, _, _, _ := runtime.Caller(1)
		if !strings.HasSuffix(runtime.FuncForPC(pc).Name(), ".TestCallers") {
			t.Fatal()
		}
	}()
}
func TestNum(t *testing.T) {
	before := runtime.NumGoroutine()
	d := make(chan bool)
	go func() { <-d }()
	if runtime.NumGoroutine() != before+1 {
		t.Fatal(before, runtime.NumGoroutine())
	}
	close(d)
	for runtime.NumGoroutine() > before {
		time.Sleep(time.Millisecond)
	}
}
func TestRand(t *testing.T) {
	r := rand.New(rand.NewSource(1))
	if a, b := r.Intn(100), r.Intn(100); a != 81 || b != 87 {
		t.Fatal(a, b)
	}
	if randv2.New(randv2.NewPCG(1, 2)).IntN(100) < 0 {
		t.Fatal()
	}
	if p := rand.Perm(3); len(p) != 3 {
		t.Fatal()
	}
	x := []int{1, 2, 3}
	rand.Shuffle(3, func(i, j int) { x[i], x[j] = x[j], x[i] })
	sort.Ints(x)
	if x[2] != 3 {
		t.Fatal(x)
	}
}
func TestFloatFails(t *testing.T) {
	if rand.Float64() > 0.9 {
		t.Fatal("large")
	}
}
func TestPermFails(t *testing.T) {
	if p := rand.Perm(3); p[0] == 2 && p[1] == 0 {
		t.Fatal("order")
	}
}
func TestQuick(t *testing.T) {
	if err := quick.Check(func(a, b int8) bool { return a+b == b+a }, &quick.Config{MaxCount: 5, Rand: rand.New(rand.NewSource(1))}); err != nil {
		t.Fatal(err)
	}
	if err := quick.Check(func(s string) bool { return len(s) >= 0 }, nil); err != nil {
		t.Fatal(err)
	}
}

type I interface{ M(int) string }
type T struct{ n int }

func (t T) M(k int) string { return fmt.Sprint(t.n + k) }
func (t *T) P()            {}

type deepest struct{ C, E int }

type within struct {
	A byte
	B int32 `tag:"b"`
	C int
	deepest
}

type beside struct{ A, D int }

type whole struct {
	First [3]byte
	*within
	beside
	C string
}

func TestFields(t *testing.T) {
	typ, names := reflect.TypeOf(whole{}), ""
	for _, f := range reflect.VisibleFields(typ) {
		names += fmt.Sprint(f.Name, f.Index, f.Offset) + " "
	}
	if names != "First[0] 0 within[1] 8 B[1 1] 4 deepest[1 3] 16 E[1 3 1] 8 beside[2] 16 D[2 1] 8 C[3] 32 " {
		t.Error(names)
	}
	if f, ok := typ.FieldByName("B"); !ok || f.Offset != 4 || f.Tag.Get("tag") != "b" || len(f.Index) != 2 {
		t.Error(f, ok)
	}
	if f := typ.FieldByIndex([]int{1, 1}); f.Name != "B" || f.Offset != 4 || f.Tag.Get("tag") != "b" || len(f.Index) != 1 {
		t.Error(f)
	}
	if _, ok := typ.FieldByName("A"); ok {
		t.Error("A is ambiguous")
	}
	if typ.Align() != 8 || typ.Field(0).Type.Align() != 1 || reflect.TypeOf("").Align() != 8 {
		t.Error("alignments")
	}
	var small float32
	v := reflect.ValueOf(&small).Elem()
	for f, over := range map[float64]bool{1e39: true, -1e39: true, math.MaxFloat32 * (1 + 1e-9): true, math.Inf(1): false, math.MaxFloat32: false} {
		if v.OverflowFloat(f) != over {
			t.Error(f)
		}
	}
}

func TestReflect(t *testing.T) {
	v := reflect.ValueOf(T{2})
	if out := v.MethodByName("M").Call([]reflect.Value{reflect.ValueOf(3)}); out[0].String() != "5" {
		t.Fatal(out)
	}
	if v.NumMethod() != 1 || reflect.TypeOf(&T{}).NumMethod() != 2 {
		t.Fatal()
	}
	x := 1
	reflect.ValueOf(&x).Elem().SetInt(7)
	if x != 7 {
		t.Fatal()
	}
	f := reflect.MakeFunc(reflect.TypeOf(func(int) int { return 0 }), func(a []reflect.Value) []reflect.Value { return []reflect.Value{reflect.ValueOf(int(a[0].Int()) * 2)} }).Interface().(func(int) int)
	if f(4) != 8 {
		t.Fatal()
	}
	sum := func(a int, rest ...int) int {
		for _, r := range rest {
			a += r
		}
		return a
	}
	if reflect.ValueOf(sum).Call([]reflect.Value{reflect.ValueOf(1), reflect.ValueOf(2), reflect.ValueOf(3)})[0].Int() != 6 {
		t.Fatal()
	}
	c := make(chan int, 1)
	c <- 5
	if i, v, ok := reflect.Select([]reflect.SelectCase{{Dir: reflect.SelectRecv, Chan: reflect.ValueOf(c)}, {Dir: reflect.SelectDefault}}); i != 0 || v.Int() != 5 || !ok {
		t.Fatal(i)
	}
	st, _ := reflect.TypeOf(S{}).FieldByName("A")
	if st.Tag.Get("json") != "a" {
		t.Fatal(st)
	}
	m := reflect.MakeMap(reflect.TypeOf(map[string]int{}))
	m.SetMapIndex(reflect.ValueOf("k"), reflect.ValueOf(1))
	if m.Interface().(map[string]int)["k"] != 1 {
		t.Fatal()
	}
	s := reflect.Append(reflect.ValueOf([]int{1}), reflect.ValueOf(2))
	if s.Len() != 2 || s.Index(1).Int() != 2 {
		t.Fatal()
	}
	if !reflect.TypeOf(T{}).Implements(reflect.TypeFor[I]()) {
		t.Fatal()
	}
	it := reflect.ValueOf(map[string]int{"a": 1}).MapRange()
	for it.Next() {
		if it.Key().String() != "a" || it.Value().Int() != 1 {
			t.Fatal()
		}
	}
}
func TestPull(t *testing.T) {
	next, stop := iter.Pull(slices.Values([]int{1, 2, 3}))
	defer stop()
	s := 0
	for {
		v, ok := next()
		if !ok {
			break
		}
		s += v
	}
	if s != 6 {
		t.Fatal(s)
	}
	n2, s2 := iter.Pull2(maps.All(map[string]int{"a": 1}))
	k, v, ok := n2()
	s2()
	if k != "a" || v != 1 || !ok {
		t.Fatal()
	}
	if _, _, ok := n2(); ok {
		t.Fatal()
	}
}
func TestSignal(t *testing.T) {
	c := make(chan os.Signal, 1)
	signal.Notify(c, os.Interrupt)
	defer signal.Stop(c)
	select {
	case <-c:
		t.Fatal()
	default:
	}
	ctx, stop := signal.NotifyContext(t.Context(), os.Interrupt)
	stop()
	<-ctx.Done()
}
func TestCtx(t *testing.T) {
	ctx := t.Context()
	t.Cleanup(func() {
		if ctx.Err() == nil {
			t.Error("not cancelled")
		}
	})
	c, f := context.WithCancel(ctx)
	go f()
	<-c.Done()
}
func TestPipe(t *testing.T) {
	r, w := io.Pipe()
	go func() { io.WriteString(w, "hi"); w.Close() }()
	b, _ := io.ReadAll(r)
	if string(b) != "hi" {
		t.Fatal(string(b))
	}
}
func TestChdir(t *testing.T) {
	d := t.TempDir()
	t.Chdir(d)
	if w, _ := os.Getwd(); w != d {
		t.Fatal(w)
	}
}
func TestStdout(t *testing.T) {
	fmt.Fprintln(os.Stdout, "x")
	os.Stdout.WriteString("y\n")
	fmt.Fprintf(os.Stderr, "%v", 1)
}

func TestPointers(t *testing.T) {
	x := new(int)
	runtime.AddCleanup(x, func(int) {}, 1)
	if p := weak.Make(x); p.Value() != x {
		t.Fatal("lost")
	}
	if unique.Make("a") != unique.Make("a") || unique.Make("a") == unique.Make("b") || unique.Make(1).Value() != 1 {
		t.Fatal("handles")
	}
	if n, err := crand.Read(make([]byte, 4)); n != 4 || err != nil {
		t.Fatal(n, err)
	}
}

func TestNetPipe(t *testing.T) {
	a, b := net.Pipe()
	go a.Write([]byte("x"))
	if n, err := b.Read(make([]byte, 1)); n != 1 || err != nil {
		t.Fatal(n, err)
	}
}

// TestTypesInMaps: a value that is a type is a reflect.Type again.
func TestTypesInMaps(t *testing.T) {
	var m sync.Map
	m.Store("int", reflect.TypeFor[int]())
	v, _ := m.Load("int")
	if typ, ok := v.(reflect.Type); !ok || v.(fmt.Stringer).String() != "int" || typ.Kind() != reflect.Int {
		t.Error(v)
	}
}
