package states

import (
	"math/rand"
	"sync"
	"sync/atomic"
)

// Each function here shows why one part of a local state is needed. Two ways lead to the same state except for that part. If it is left out, the search
// continues only one of them, and the states that follow the other way are found nowhere else.

var (
	before, after atomic.Int64
	pointers      [3]atomic.Pointer[int]
	constant      int
)

// restored changes before for a while. Once a value has been received, only the part in question shows which value was read.
func restored() chan bool {
	done := make(chan bool, 1)
	go func() {
		before.Store(1)
		before.Store(0)
		done <- true
	}()
	return done
}

// isChanged reports whether before is read while it is changed.
func isChanged() bool { return before.Load() == 1 }

// Publications: objects are named by how many others a goroutine has made known before.
func Publications() {
	done := restored()
	if isChanged() {
		pointers[0].Store(new(int))
		pointers[0].Store(nil)
	}
	<-done
	pointers[0].Store(new(int))
}

// Retracted objects: a CompareAndSwap that fails takes back what only it has made known.
func Retracted() {
	done := restored()
	n := new(int)
	pointers[1].Store(&constant)
	if isChanged() {
		pointers[0].Store(n)
		pointers[0].Store(nil)
	}
	<-done
	pointers[1].CompareAndSwap(nil, n)
	*n = 1
	pointers[0].Store(new(int))
	pointers[2].Store(n)
}

// Randoms: random bytes of a goroutine differ by how many it has had.
func Randoms() {
	done := restored()
	b := make([]byte, 1)
	if isChanged() {
		rand.Read(b)
	}
	b[0] = 0
	<-done
	rand.Read(b)
	after.Store(int64(b[0]))
}

// Blocks of a function.
func Blocks() {
	done := restored()
	if isChanged() {
		<-done
		after.Store(1)
	} else {
		<-done
		after.Store(2)
	}
}

// Instructions of a block.
func Instructions() {
	before.Add(0)
	before.Add(0)
	after.Store(1)
}

// Registers that are read later.
func Registers() {
	done := restored()
	n := before.Load()
	<-done
	after.Store(n)
}

func first(done chan bool)  { <-done; after.Store(1) }
func second(done chan bool) { <-done; after.Store(2) }

// Started functions.
func Started() {
	done := restored()
	f := first
	if isChanged() {
		f = second
	}
	go f(done)
}

// Callers wait for functions that they call.
func Callers() {
	done := restored()
	if isChanged() {
		waits(done)
		after.Store(1)
	} else {
		waits(done)
		after.Store(2)
	}
}

func waits(done chan bool) { <-done }

// Defers: functions that are still to be called, how many, with which arguments, and values that they hold.
func Defers() {
	done := restored()
	if isChanged() {
		defer after.Add(1)
	}
	<-done
}

func DeferredFunctions() {
	done := restored()
	f := first
	if isChanged() {
		f = second
	}
	again := make(chan bool, 1)
	again <- true
	defer f(again)
	<-done
}

func DeferredArguments() {
	done := restored()
	defer after.Store(before.Load())
	<-done
}

func DeferredBuiltins() {
	done := restored()
	a, b := make(chan int, 1), make(chan int, 1)
	if isChanged() {
		defer close(a)
	} else {
		defer close(b)
	}
	<-done
}

func DeferredPanics() {
	done := restored()
	defer func() {
		if recover() != nil {
			after.Store(1)
		}
	}()
	var v any = 1
	if isChanged() {
		defer panic(v)
	} else {
		defer print(v)
	}
	<-done
}

// Bindings of functions.
func Bindings() {
	done := restored()
	n := before.Load()
	f := func() { after.Store(n) }
	<-done
	f()
}

// Functions that are values.
func Functions() {
	done := restored()
	f := func() { after.Store(1) }
	if isChanged() {
		f = func() { after.Store(2) }
	}
	<-done
	f()
}

// Aliases of three variables.
func ThreeAliases() {
	done := restored()
	p, q := new(int), new(int)
	r := p
	if isChanged() {
		r = q
	}
	<-done
	*r = 1
	after.Store(int64(*p))
	after.Store(int64(*q))
}

// Sites: an object is named by the place where it was made.
func Sites() {
	done := restored()
	var p *int
	if isChanged() {
		p = new(int)
	} else {
		p = new(int)
	}
	<-done
	pointers[0].Store(p)
}

// Slices have an offset, a length and a capacity.
func SliceOffsets() {
	done := restored()
	s := make([]int, 2)
	t := s[:1:1]
	if isChanged() {
		t = s[1:2]
	}
	<-done
	t[0] = 1
	after.Store(int64(s[0]))
}

func SliceLengths() {
	done := restored()
	s := make([]int, 2)
	if isChanged() {
		s = s[:1]
	}
	<-done
	after.Store(int64(len(s)))
}

func SliceCapacities() {
	done := restored()
	s := make([]int, 2)
	t := s[:1]
	if isChanged() {
		t = s[:1:1]
	}
	<-done
	_ = append(t, 1)
	after.Store(int64(s[1]))
}

func SliceArrays() {
	done := restored()
	s, t := make([]int, 1), make([]int, 1)
	u := s
	if isChanged() {
		u = t
	}
	<-done
	u[0] = 1
	after.Store(int64(s[0]))
}

// Types of values in interfaces.
func Types() {
	done := restored()
	var v any = int32(0)
	if isChanged() {
		v = int64(0)
	}
	<-done
	if _, ok := v.(int32); ok {
		after.Store(1)
	}
}

// Values in interfaces.
func Values() {
	done := restored()
	var v any = before.Load()
	<-done
	after.Store(v.(int64))
}

// Texts differ in their length and their letters.
func Texts() {
	done := restored()
	s := "a text of some length"
	if isChanged() {
		s = "a text of equal lengt"
	}
	<-done
	if s == "a text of some length" {
		after.Store(1)
	}
}

func TextLengths() {
	done := restored()
	s := "a"
	if isChanged() {
		s = "a\x00"
	}
	<-done
	after.Store(int64(len(s)))
}

// Complexes have two parts.
func Complexes() {
	done := restored()
	c := complex(1, 1)
	if isChanged() {
		c = complex(1, 2)
	}
	<-done
	after.Store(int64(imag(c)))
}

func Reals() {
	done := restored()
	c := complex(1, 1)
	if isChanged() {
		c = complex(2, 1)
	}
	<-done
	after.Store(int64(real(c)))
}

// Maps have keys and values, and an iterator keeps the entries that it began with.
func MapKeys() {
	done := restored()
	m := map[int64]bool{before.Load(): true}
	<-done
	if m[0] {
		after.Store(1)
	}
}

func MapValues() {
	done := restored()
	m := map[int]int64{0: before.Load()}
	<-done
	after.Store(m[0])
}

func MapEntries() {
	done := restored()
	m := map[int]int{0: 0}
	if isChanged() {
		m[1] = 0
	}
	<-done
	after.Store(int64(len(m)))
}

func Iterators() {
	done := restored()
	m := map[int]int{1: 1}
	if isChanged() {
		m[2] = 2
	}
	n := 0
	for k := range m {
		if k == 1 {
			m[2] = 2
			<-done
		}
		n++
	}
	after.Store(int64(n))
}

func IteratorsProgress() {
	m := map[int]int{1: 1, 2: 1, 3: 1}
	for range m {
		before.Add(0)
	}
	after.Store(1)
}

func IteratedMaps() {
	done := restored()
	m, other := map[int]int{1: 1, 2: 1}, map[int]int{1: 1, 2: 1}
	from := m
	if isChanged() {
		from = other
	}
	n := 0
	for k := range from {
		if k == 1 {
			from = nil
			<-done
			delete(m, 2)
		}
		n++
	}
	after.Store(int64(n))
}

func IteratedTexts() {
	done := restored()
	s := "ab"
	if isChanged() {
		s = "ac"
	}
	for _, c := range s {
		if c == 'a' {
			<-done
			continue
		}
		after.Store(int64(c))
	}
}

var entries sync.Map

// Ranges over a sync.Map: it has been read before its entries are given to a function.
func Ranges() {
	done := restored()
	numbers := [2]int{2, 3}
	entries.Store(1, 1)
	entries.Store(numbers[before.Load()], 1)
	n := 0
	entries.Range(func(k, _ any) bool {
		if k == 1 {
			entries.Delete(2)
			entries.Delete(3)
			<-done
		} else {
			n += k.(int)
		}
		return true
	})
	after.Store(int64(n))
}

// Shuffles: an order has been chosen before a function is called for the first exchange.
func Shuffles() {
	rand.Shuffle(3, func(i, j int) { after.Store(int64(3*i + j)) })
}

// Arguments of a native, and the memory that they reach: a function that is called again finds a variable as it left it.
func Arguments() {
	done := restored()
	entries.Store(1, 1)
	entries.Store(2, 1)
	n := int64(0)
	defer entries.Range(func(k, _ any) bool {
		if k == 1 {
			n = before.Load()
			<-done
		} else {
			after.Store(n)
		}
		return true
	})
}

// NativeFunctions that have the same arguments.
func NativeFunctions() {
	done := restored()
	if isChanged() {
		defer after.And(2)
	} else {
		defer after.Or(2)
	}
	<-done
	after.Store(1)
}

// Results of an instruction that is several events.
func Results() {
	done := restored()
	p := &pair
	pair.a = 0
	mu.Lock()
	v := *p
	mu.Unlock()
	<-done
	after.Store(v.a + v.b)
}

var (
	mu   sync.Mutex
	pair struct{ a, b int64 }
)

// ResultsOfInstructions: a struct is read cell by cell.
func ResultsOfInstructions() {
	done := make(chan bool, 1)
	go func() {
		pair.a = 1
		pair.a = 0
		pair.b = 1
		done <- true
	}()
	v := pair
	if v.b == 1 {
		after.Store(v.a)
	}
	<-done
}

// Waits: a loop that waits compares its variables with their values at its beginning.
func Waits() {
	done := restored()
	n := before.Load()
	go func() { <-done; after.Store(1) }()
	for {
		if v := after.Load(); v == n {
			return
		}
		n = 1
	}
}

// Sync maps that are known to one goroutine alone.
func OwnMaps() {
	done := restored()
	var m sync.Map
	m.Store(1, before.Load())
	<-done
	v, _ := m.Load(1)
	after.Store(v.(int64))
}
