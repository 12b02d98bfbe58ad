// Package language has corner cases of the language, as checks that hold.
package language

import (
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"unsafe"
)

func check(ok bool, what string) {
	if !ok {
		panic(what)
	}
}

// thrown returns what f panics with, as a text.
func thrown(f func()) (text string) {
	defer func() {
		switch r := recover().(type) {
		case nil:
		case error:
			text = r.Error()
		default:
			text = fmt.Sprint(r)
		}
	}()
	f()
	return ""
}

// Addresses checks that pointers are numbers, and different ones if they are different.
func Addresses() {
	number := func(p *int) uintptr { return uintptr(unsafe.Pointer(p)) }
	x, y, a, c := 1, 2, [2]int{}, make(chan uintptr, 1)
	check(number(&x) == number(&x) && number(&x) != number(&y) && number(&a[0]) != number(&a[1]) && number(nil) == 0, "different")
	check(number(&x)%8 == 0 && (number(&x)>>1)%7 < 7, "as those of the compiler")
	p, before := &x, number(&x)
	go func() { c <- number(p) }()
	check(<-c == before, "the same for others")
}

// Numbers checks arithmetic, comparisons and conversions.
func Numbers() {
	nan, zero := math.NaN(), 0.0
	negative := math.Copysign(0, -1)
	check(nan != nan && !(nan == nan) && zero == negative, "floats compare as numbers")
	type f struct {
		x float64
		_ int
		y any
	}
	check(f{x: nan} != f{x: nan} && f{x: zero, y: 1} == f{x: negative, y: 1} && any(nan) != any(nan), "in structs and interfaces, too")
	m := map[float64]int{zero: 1}
	m[negative]++
	check(len(m) == 1 && m[0] == 2, "0 and -0 are one key")
	var i8 int8 = -128
	check(-i8 == -128 && i8-1 == 127 && i8/-1 == -128 && uint8(i8) == 128 && int(uint8(i8)) == 128, "overflow")
	var shift uint = 70
	check(1<<shift == 0 && int64(-1)>>shift == -1 && uint32(1)<<31>>31 == 1, "shifts")
	var n int64 = 1 << 60
	check(float32(n+1<<36) == float32(1<<60+1<<36), "rounding")
	check(string(rune(-1)) == "\uFFFD" && string(rune(0x10FFFF+1)) == "\uFFFD", "runes")
	c := complex(1, 2)
	check(c*c == complex(-3, 4) && real(c) == 1 && -c == complex(-1, -2), "complex numbers")
	check(math.IsNaN(min(1, nan)) && max(1, 2) == 2 && min("b", "a") == "a", "min and max")
	d := 0
	check(thrown(func() { _ = 1 / d }) == "runtime error: integer divide by zero", "division")
	check(thrown(func() { d--; _ = 1 << d }) == "runtime error: negative shift amount", "shift")
}

// Texts checks strings.
func Texts() {
	var at []int
	var runes []rune
	for i, r := range "a\uFFFDb\xffz" {
		at, runes = append(at, i), append(runes, r)
	}
	check(slices.Equal(at, []int{0, 1, 4, 5, 6}) && runes[1] == runes[3], "a real U+FFFD has three bytes")
	check(string([]rune("häß")[1:]) == "äß" && len([]byte("häß")) == 5, "conversions")
	b := []byte("abc")
	s := string(b)
	b[0] = 'x'
	check(s == "abc" && strings.Compare("a", "b") < 0, "a string does not change")
	check(thrown(func() { _ = s[len(b)] }) == "runtime error: index out of range [3] with length 3", "index")
	check(thrown(func() { _ = s[2 : len(b)-2] }) == "runtime error: slice bounds out of range [2:1]", "slice")
}

// Slices checks slices, arrays and maps.
func Slices() {
	a := []int{1, 2, 3, 4}
	b := append(a[:1], 9)
	c := append(a[:2:2], 7)
	check(a[1] == 9 && &b[0] == &a[0] && &c[0] != &a[0] && a[2] == 3, "aliasing")
	copy(a[1:], a)
	check(slices.Equal(a, []int{1, 1, 9, 3}), "copying to itself")
	x := [2][2]int{{1, 2}, {3, 4}}
	y := x
	y[1][0] = 9
	p := &x
	for i, row := range p {
		row[0] = 7
		p[i][1]++
	}
	check(x == [2][2]int{{1, 3}, {3, 5}} && y[1][0] == 9, "arrays are values")
	var none map[string]int
	check(none["x"] == 0 && len(none) == 0, "a nil map is empty")
	delete(none, "x")
	check(thrown(func() { none["x"] = 1 }) == "assignment to entry in nil map", "a nil map is not written")
	m := map[any]int{1: 1, int8(1): 2, "1": 3, [1]int{1}: 4}
	check(len(m) == 4 && m[int8(1)] == 2 && m[[1]int{1}] == 4, "keys of several types")
	check(thrown(func() { m[[]int{1}] = 1 }) == "runtime error: hash of unhashable type []int", "no key")
	n := map[int]int{1: 1, 2: 2, 3: 3}
	seen := 0
	for k := range n {
		for other := range n {
			if other != k {
				delete(n, other)
			}
		}
		seen++
	}
	check(seen == 1 && len(n) == 1, "what is deleted is not visited")
	arr := [4]int(a)
	check(arr[2] == 9 && *(*[2]int)(a[2:]) == [2]int{9, 3}, "slices as arrays")
	check(thrown(func() { _ = [5]int(a) }) == "runtime error: cannot convert slice with length 4 to array or pointer to array with length 5", "too short")
	first := unsafe.Pointer(&a[0])
	check(uintptr(first) == uintptr(unsafe.Pointer(&a[0])) && uintptr(first) != uintptr(unsafe.Pointer(&a[1])), "addresses are compared")
	addresses()
	var empty []int
	check(empty == nil && len(empty[:0]) == 0 && []int{} != nil && append(empty, nil...) == nil, "nil slices")
}

type packed struct {
	b    bool
	n    int32
	text string
	_    int64
	many [2]uint16
}

// addresses converts numbers to pointers to cells, wherever the compiler lays them out.
func addresses() {
	all := make([]packed, 3)
	base := uintptr(unsafe.Pointer(&all[0]))
	size := unsafe.Sizeof(all[0])
	*(*int32)(unsafe.Pointer(base + size + unsafe.Offsetof(all[0].n))) = 7
	*(*uint16)(unsafe.Pointer(base + 2*size + unsafe.Offsetof(all[0].many) + 2)) = 8
	*(*string)(unsafe.Add(unsafe.Pointer(&all[0]), 2*size+unsafe.Offsetof(all[0].text))) = "nine"
	check(all[1].n == 7 && all[2].many == [2]uint16{0, 8} && all[2].text == "nine", "pointers from numbers")
	check(uintptr(unsafe.Pointer(&all[1].many[1]))-base == size+unsafe.Offsetof(all[0].many)+2, "distances of addresses")
	m := map[string]int{}
	p := reflect.ValueOf(m).Pointer()
	check(unsafe.Pointer(p) == reflect.ValueOf(m).UnsafePointer() && unsafe.Pointer(p-p) == nil, "a map and nil")
}

type animal interface{ sound() string }
type dog struct{ name string }
type loud struct {
	animal
	times int
}

func (d dog) sound() string     { return d.name }
func (d *dog) rename(to string) { d.name = to }

// Methods checks methods, interfaces and closures.
func Methods() {
	d := dog{"a"}
	f, g := d.sound, (*dog).rename
	d.rename("b")
	g(&d, d.name+"c")
	check(f() == "a" && loud{d, 2}.sound() == "bc", "method values and embedding")
	var none animal
	var typed *dog
	check(none == nil && any(typed) != nil && any(typed) == any((*dog)(nil)), "a nil pointer in an interface")
	check(thrown(func() { none.sound() }) == "runtime error: invalid memory address or nil pointer dereference", "nil interface")
	check(thrown(func() { _ = any(d).(*dog) }) == "interface conversion: interface {} is language.dog, not *language.dog", "assertion")
	check(thrown(func() { _ = any(1).(animal) }) == "interface conversion: int is not language.animal: missing method sound", "assertion to an interface")
	check(thrown(func() { _ = any([]int{}) == any([]int{}) }) == "runtime error: comparing uncomparable type []int", "comparison")
	var fs []func() int
	for i := range 3 {
		fs = append(fs, func() int { i += 10; return i })
	}
	check(fs[1]() == 11 && fs[1]() == 21 && fs[2]() == 12, "a variable of each iteration")
}

func numbers(yield func(int) bool) {
	for i := range 10 {
		if !yield(i) {
			return
		}
	}
}

func first(limit int) (n int, log string) {
	for i := range numbers {
		defer func() { log += fmt.Sprint(i) }()
		if i == limit {
			return i, "r"
		}
	}
	return -1, "e"
}

type failure struct{ code int }

func (f *failure) Error() string { return fmt.Sprint("failure ", f.code) }

// Control checks control flow, defers and panics.
func Control() {
	n, log := first(2)
	check(n == 2 && log == "r210", "range over a function, with defers: "+log)
	order := ""
	func() {
		defer func() { order += fmt.Sprint("c", recover()) }()
		defer func() {
			defer func() { order += fmt.Sprint("a", recover()) }()
			panic(2)
		}()
		defer func() { order += "0" }()
		panic(1)
	}()
	check(order == "0a2c1", "nested panics: "+order)
	func() {
		defer func() { check(recover() == 2, "the later panic") }()
		defer func() { panic(2) }()
		panic(1)
	}()
	helper := func() any { return recover() }
	func() {
		defer func() { check(recover() == 3, "recovered by the deferred function itself") }()
		defer func() { check(helper() == nil, "not by what that calls") }()
		panic(3)
	}()
	e := fmt.Errorf("in: %w", &failure{4})
	swapped := fmt.Errorf("%[2]w, %[1]d", 1, e)
	check(errors.Is(swapped, e) && swapped.Error() == "in: failure 4, 1", "numbers of arguments")
	var f *failure
	check(errors.As(e, &f) && f.code == 4 && errors.Is(e, f) && !errors.Is(e, &failure{4}) && e.Error() == "in: failure 4", "errors")
outer:
	for i := range 3 {
		switch {
		case i == 0:
			continue outer
		case i == 1:
			n = 10
			fallthrough
		default:
			break outer
		}
	}
	check(n == 10, "labels")
}

// Primitives checks synchronisation, in one goroutine.
func Primitives() {
	var v atomic.Value
	check(v.Load() == nil && thrown(func() { v.Store(nil) }) == "sync/atomic: store of nil value into Value", "nil in a Value")
	v.Store(1)
	check(thrown(func() { v.Store("x") }) == "sync/atomic: store of inconsistently typed value into Value", "types of a Value")
	check(v.CompareAndSwap(1, 2) && !v.CompareAndSwap(1, 3) && v.Swap(4) == 2, "a Value")
	var wg sync.WaitGroup
	check(thrown(func() { wg.Done() }) == "sync: negative WaitGroup counter", "a WaitGroup")
	c := make(chan int, 2)
	c <- 1
	close(c)
	x, ok := <-c
	y, open := <-c
	check(x == 1 && ok && y == 0 && !open && len(c) == 0 && cap(c) == 2, "a closed channel")
	check(thrown(func() { c <- 1 }) == "send on closed channel" && thrown(func() { close(c) }) == "close of closed channel", "closed")
	var once sync.Once
	calls := 0
	for range 2 {
		thrown(func() { once.Do(func() { calls++; panic("once") }) })
	}
	check(calls == 1, "a Once whose function panics")
	var u atomic.Uint32
	check(u.Add(^uint32(0)) == math.MaxUint32 && u.Or(1) == math.MaxUint32 && u.And(3) == math.MaxUint32 && u.Load() == 3, "atomic arithmetic")
	var m sync.Map
	m.Store([2]int{1, 2}, "x")
	got, _ := m.LoadOrStore([2]int{1, 2}, "y")
	_, loaded := m.LoadAndDelete([2]int{2, 1})
	check(got == "x" && !loaded && m.CompareAndSwap([2]int{1, 2}, "x", "z"), "a sync.Map")
}

//go:noinline
func returned() []int {
	var s []int
	return append(s, 1)
}

// Appended checks the capacities to which slices grow first: a slice that stays in its function has memory on the stack.
func Appended() {
	var ints []int
	ints = append(ints, 1)
	var bytes []byte
	for i := range 5 {
		bytes = append(bytes, byte(i))
	}
	var texts []string
	texts = append(texts, "a")
	var many []int
	many = append(many, 1, 2, 3, 4, 5)
	empty := []int{}
	empty = append(empty, 1)
	one := []int{1}
	one = append(one, 2)
	if cap(ints) != 4 || cap(bytes) != 32 || cap(texts) != 2 || cap(many) != 6 || cap(empty) != 4 || cap(one) != 2 || cap(returned()) != 1 {
		panic("another capacity")
	}
}

// Converted checks the capacities of slices made of strings: bytes of a sum are joined by the compiler, which makes nothing of nothing, but
// not if a variable has held the sum, nor are runes.
func Converted() {
	nothing := empty()
	sum := nothing + nothing
	bytes, runes, joined := []byte(sum), []rune(nothing+nothing), []byte(nothing+nothing)
	bytes, runes, joined = append(bytes[:0], sum...), append(runes[:0], []rune(sum)...), append(joined[:0], sum...)
	if cap(bytes) != 32 || cap(runes) != 32 || cap(joined) != 0 {
		panic(fmt.Sprint("other capacities: ", cap(bytes), cap(runes), cap(joined)))
	}
}

//go:noinline
func empty() string { return "" }
