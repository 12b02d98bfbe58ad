package smallprog

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
)

var smallBounds = []Bound{
	{Alphabet: RWU, FewestThreads: 1, Threads: 4, Variables: 2, Accesses: 4},
	{Alphabet: RWU, FewestThreads: 2, Threads: 3, Variables: 3, Accesses: 3},
	{Alphabet: Mutexes, FewestThreads: 1, Threads: 3, Variables: 1, Mutexes: 2, Accesses: 4},
	{Alphabet: CASes, FewestThreads: 2, Threads: 3, Variables: 1, Values: 3, Accesses: 3},
	{Alphabet: CASes, FewestThreads: 1, Threads: 2, Variables: 2, Values: 3, Accesses: 2},
	{Alphabet: CASes, FewestThreads: 3, Threads: 3, Variables: 1, Values: 4, Accesses: 3},
	{Alphabet: Orders, FewestThreads: 1, Threads: 3, Variables: 2, Accesses: 3},
	{Alphabet: Chosen, FewestThreads: 1, Threads: 3, Variables: 2, Accesses: 4},
}

// TestEnumerationIsOneOfEachOrbit makes all programs within a bound, whatever
// their names and the order of their threads, and gathers them into orbits: each
// must hold exactly one that is enumerated, unless it is left out.
func TestEnumerationIsOneOfEachOrbit(t *testing.T) {
	for _, b := range smallBounds {
		t.Run(b.String(), func(t *testing.T) {
			leasts := map[string]string{} // by each member of the orbits met so far
			leastOf := func(p Program) string {
				if _, met := leasts[p.String()]; !met {
					all := orbit(b, p)
					least := slices.Min(all)
					for _, member := range append(all, p.String()) {
						leasts[member] = least
					}
				}
				return leasts[p.String()]
			}
			want := map[string]bool{} // orbits, by their least member
			for p := range everything(b) {
				if !leftOut(b, p) {
					want[leastOf(p)] = true
				}
			}
			got := map[string]bool{}
			for p := range b.Programs() {
				least := leastOf(p)
				if got[least] {
					t.Errorf("%v: a program of its orbit has been enumerated before", p)
				}
				got[least] = true
				if !want[least] {
					t.Errorf("%v: is not within the bound", p)
				}
			}
			for least := range maps.Keys(want) {
				if !got[least] {
					t.Errorf("no program of the orbit of %s is enumerated", least)
				}
			}
			if n := b.Count(); n != len(want) {
				t.Errorf("counted %d programs, there are %d orbits", n, len(want))
			}
			t.Logf("%d orbits", len(want))
		})
	}
}

// everything yields all programs within the bound.
func everything(b Bound) func(yield func(Program) bool) {
	var statements []Statement
	for _, c := range b.letters() {
		statements = append(statements, c.statement())
	}
	return func(yield func(Program) bool) {
		var extend func(p Program, left int) bool
		extend = func(p Program, left int) bool {
			n := len(p.Threads)
			if n >= b.FewestThreads && n <= b.Threads && len(p.Threads[n-1]) > 0 && !yield(p) {
				return false
			}
			if left == 0 {
				return true
			}
			for _, s := range statements {
				if n > 0 {
					q := p.Clone()
					q.Threads[n-1] = append(q.Threads[n-1], s)
					if !extend(q, left-1) {
						return false
					}
				}
				if n < b.Threads {
					q := p.Clone()
					q.Threads = append(q.Threads, []Statement{s})
					if !extend(q, left-1) {
						return false
					}
				}
			}
			return true
		}
		extend(Program{}, b.Accesses)
	}
}

// orbit lists the forms of p under all names and orders of threads.
func orbit(b Bound, p Program) []string {
	var all []string
	for _, threads := range permutations(len(p.Threads)) {
		for _, variables := range permutations(b.Variables) {
			for _, mutexes := range permutations(b.Mutexes) {
				for values := range valueRenamings(b) {
					q := p.Clone()
					for t, from := range threads {
						q.Threads[t] = nil
						for _, s := range p.Threads[from] {
							s.Register = 0
							switch s.Op {
							case Choose:
							case Lock, Unlock:
								s.Object = mutexes[s.Object]
							default:
								s.A, s.B = values[s.Object][s.A], values[s.Object][s.B]
								s.Object = variables[s.Object]
							}
							q.Threads[t] = append(q.Threads[t], s)
						}
					}
					all = append(all, q.String())
				}
			}
		}
	}
	return all
}

// valueRenamings returns the ways to rename the values of each variable except 0.
func valueRenamings(b Bound) func(yield func([][]int64) bool) {
	return func(yield func([][]int64) bool) {
		var extend func(chosen [][]int64) bool
		extend = func(chosen [][]int64) bool {
			if len(chosen) == b.Variables {
				return yield(chosen)
			}
			for _, order := range permutations(max(b.Values, 2) - 1) {
				values := []int64{0}
				for _, v := range order {
					values = append(values, int64(v)+1)
				}
				if !extend(append(slices.Clone(chosen), values)) {
					return false
				}
			}
			return true
		}
		extend(nil)
	}
}

func permutations(n int) [][]int { return ordersOfEqual(make([]int, n)) }

// leftOut decides in another way what Bound.Programs leaves out.
func leftOut(b Bound, p Program) bool {
	for _, body := range p.Threads {
		var held [3]int
		for i, s := range body {
			switch s.Op {
			case Lock:
				held[s.Object]++
			case Unlock:
				held[s.Object]--
			}
			if h := held[s.Object]; (s.Op == Lock && h == 2 || s.Op == Unlock && h == -1) && i < len(body)-1 {
				return true
			}
		}
	}
	if b.Alphabet != CASes {
		return false
	}
	for x := range variableNames {
		values, expected := map[int64]bool{0: true}, map[int64]bool{}
		for _, body := range p.Threads {
			for _, s := range body {
				switch {
				case s.Object != x:
				case s.Op == Store:
					values[s.A] = true
				case s.Op == CAS:
					values[s.B], expected[s.A] = true, true
				}
			}
		}
		maps.DeleteFunc(values, func(v int64, _ bool) bool { return expected[v] })
		if len(values) > 1 {
			return true
		}
	}
	return false
}

// TestCountByBurnside compares the counts with Burnside's lemma on straight-line
// programs of two threads over two variables: the orbits of pairs of words under
// the exchange of the threads and the exchange of the variables.
func TestCountByBurnside(t *testing.T) {
	power := func(n int) int { // 6 letters
		words := 1
		for range n {
			words *= 6
		}
		return words
	}
	for n := 2; n <= 6; n++ {
		// No word of length 1 or more is its own image when the variables are exchanged,
		// and the two threads together are only if each is the image of the other.
		all, fixedByThreads := (n-1)*power(n), 0
		if n%2 == 0 {
			fixedByThreads = power(n / 2)
		}
		want := (all + 2*fixedByThreads) / 4
		b := Bound{Alphabet: RWU, FewestThreads: 2, Threads: 2, Variables: 2, Accesses: n}
		smaller := b
		smaller.Accesses--
		if got := b.Count() - smaller.Count(); got != want {
			t.Errorf("%d programs of %d accesses, want %d", got, n, want)
		}
	}
}

func TestEnumerationInOrder(t *testing.T) {
	for _, b := range smallBounds {
		var all []string
		size := 0
		for p := range b.Programs() {
			n := 0
			for _, body := range p.Threads {
				n += len(body)
			}
			if n < size {
				t.Errorf("%v: after a program of %d accesses", p, size)
			}
			size = n
			all = append(all, p.String())
		}
		for _, first := range []int{0, 1, len(all) / 2, len(all) - 1, len(all)} {
			rest := []string{}
			for i, p := range b.From(first) {
				if i != first+len(rest) {
					t.Fatalf("%v: number %d at place %d", b, i, first+len(rest))
				}
				rest = append(rest, p.String())
			}
			if !slices.Equal(rest, all[first:]) {
				t.Errorf("%v: from %d on, the programs are not those left after skipping that many", b, first)
			}
		}
	}
}

// TestOfSize checks that all sizes together make up the whole.
func TestOfSize(t *testing.T) {
	for _, b := range smallBounds {
		var want, got []string
		for p := range b.Programs() {
			want = append(want, p.String())
		}
		for n := range b.Accesses {
			for p := range b.OfSize(n + 1) {
				got = append(got, p.String())
			}
		}
		if !slices.Equal(got, want) {
			t.Errorf("%v: %d programs by size, %d in all", b, len(got), len(want))
		}
	}
}

func TestEnumerationStops(t *testing.T) {
	n := 0
	for range smallBounds[0].Programs() {
		if n++; n == 3 {
			break
		}
	}
	if n != 3 {
		t.Errorf("%d programs, stopped at the third", n)
	}
}

func TestEnumeratedProgramsParse(t *testing.T) {
	for _, b := range smallBounds {
		for p := range b.Programs() {
			if q, err := Parse(p.String()); err != nil || q.String() != p.String() {
				t.Errorf("%v: read back as %v, error %v", p, q, err)
			}
		}
	}
}

func TestParseBound(t *testing.T) {
	for _, b := range smallBounds {
		if got, err := ParseBound(b.String()); err != nil || got != b {
			t.Errorf("%v: read back as %v, error %v", b, got, err)
		}
	}
	for text, want := range map[string]string{
		"":                                       `unknown alphabet "": must be one of rwu, mutex, cas`,
		"rwu":                                    "must be of the form rwu:threads=2-3,variables=2,accesses=5",
		"mutex:threads=2,variables=1,accesses=3": "must be of the form mutex:threads=2-3,variables=2,accesses=5,mutexes=2",
		"rwu:threads=2,variables=1,accesses=3,mutexes=1":   "must be of the form",
		"rwu:threads=3-2,variables=1,accesses=3":           "threads = 2: must be from 3 to 6",
		"rwu:threads=0,variables=1,accesses=3":             "fewest threads = 0: must be from 1 to 6",
		"rwu:threads=2,variables=7,accesses=3":             "variables = 7: must be from 1 to 6",
		"cas:threads=2,variables=1,accesses=3,values=1":    "values = 1: must be from 2 to 6",
		"cas:threads=two,variables=1,accesses=3,values=1":  "must be of the form",
		"cas:threads=2,variables=one,accesses=3,values=1":  "must be of the form",
		"cas:threads=2,accesses=3,variables=1,values=1":    "must be of the form",
		"cas:threads=2-x,variables=1,accesses=3,values=20": "must be of the form",
	} {
		if _, err := ParseBound(text); err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), fmt.Sprintf("%q", text)) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
}

func TestArrangements(t *testing.T) {
	var got []string
	for q := range MustParse("p: x=1 | q: y=1 | r: a=x").Arrangements() {
		got = append(got, q.String())
	}
	want := []string{
		"p: x=1 | q: y=1 | r: a=x", "p: x=1 | q: a=x | r: y=1", "p: y=1 | q: x=1 | r: a=x",
		"p: y=1 | q: a=x | r: x=1", "p: a=x | q: x=1 | r: y=1", "p: a=x | q: y=1 | r: x=1",
	}
	if !slices.Equal(got, want) {
		t.Errorf("got %q", got)
	}
}
