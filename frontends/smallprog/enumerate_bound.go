package smallprog

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// Alphabet is the set of accesses in enumerated programs. Their threads have no branches.
type Alphabet int

// The alphabets.
const (
	RWU     Alphabet = iota // loads, stores and updates; stored values do not matter
	Mutexes                 // loads, stores, locks and unlocks
	CASes                   // loads, stores and CompareAndSwaps
	Awaits                  // loads, stores, awaits of a value and updates that wait for one
	Chosen                  // loads, stores, updates and choices of one of two
	Fences                  // loads, stores and fences, for memory models with store buffers
	Applies                 // loads, stores, and updates without a result by two operations
	Orders                  // loads, stores, updates and fences with memory orders, for memory models of graphs
)

var alphabetNames = []string{RWU: "rwu", Mutexes: "mutex", CASes: "cas", Awaits: "await", Chosen: "choice", Fences: "fence", Applies: "apply", Orders: "order"}

func (a Alphabet) String() string { return alphabetNames[a] }

// Alphabets returns all alphabets.
func Alphabets() []Alphabet {
	return []Alphabet{RWU, Mutexes, CASes, Awaits, Chosen, Fences, Applies, Orders}
}

// ParseAlphabet returns the alphabet with that name.
func ParseAlphabet(name string) (Alphabet, error) {
	if i := slices.Index(alphabetNames, name); i >= 0 {
		return Alphabet(i), nil
	}
	return 0, fmt.Errorf("unknown alphabet %q: must be one of %s", name, strings.Join(alphabetNames, ", "))
}

// Bound bounds programs: from FewestThreads to Threads threads, none of them empty, with at
// most Accesses statements altogether, and at most that many variables and mutexes.
type Bound struct {
	Alphabet      Alphabet
	FewestThreads int // from 1
	Threads       int
	Variables     int
	Accesses      int
	Mutexes       int // of the alphabet Mutexes, else 0
	Values        int // of the alphabets CASes and Awaits: of a variable, including its initial 0; else 0
}

// The largest bounds, given by the number of names.
const (
	mostThreads  = 6
	mostAccesses = len(registerNames)
	mostValues   = 6
)

// numbers lists the numbers of a bound with their names and limits, in the order of String.
func (b *Bound) numbers() []boundNumber {
	numbers := []boundNumber{
		{"threads", &b.Threads, b.FewestThreads, mostThreads},
		{"variables", &b.Variables, 1, len(variableNames)},
		{"accesses", &b.Accesses, 1, mostAccesses},
	}
	switch b.Alphabet {
	case Mutexes:
		numbers = append(numbers, boundNumber{"mutexes", &b.Mutexes, 1, len(mutexNames)})
	case CASes, Awaits:
		numbers = append(numbers, boundNumber{"values", &b.Values, 2, mostValues})
	}
	return numbers
}

type boundNumber struct {
	name     string
	value    *int
	from, to int
}

// Validate reports a number that is out of range.
func (b Bound) Validate() error {
	if b.FewestThreads < 1 || b.FewestThreads > mostThreads {
		return fmt.Errorf("fewest threads = %d: must be from 1 to %d", b.FewestThreads, mostThreads)
	}
	for _, n := range b.numbers() {
		if *n.value < n.from || *n.value > n.to {
			return fmt.Errorf("%s = %d: must be from %d to %d", n.name, *n.value, n.from, n.to)
		}
	}
	return nil
}

// String formats the bound as ParseBound reads it:
// rwu:threads=2-3,variables=2,accesses=7.
func (b Bound) String() string {
	var parts []string
	for _, n := range b.numbers() {
		value := strconv.Itoa(*n.value)
		if n.name == "threads" && b.FewestThreads < b.Threads {
			value = strconv.Itoa(b.FewestThreads) + "-" + value
		}
		parts = append(parts, n.name+"="+value)
	}
	return b.Alphabet.String() + ":" + strings.Join(parts, ",")
}

// ParseBound parses a bound as formatted by Bound.String. No number may be missing.
func ParseBound(text string) (b Bound, err error) {
	name, rest, _ := strings.Cut(text, ":")
	if b.Alphabet, err = ParseAlphabet(name); err != nil {
		return b, fmt.Errorf("bound %q: %w", text, err)
	}
	parts := strings.Split(rest, ",")
	numbers := b.numbers()
	for i, n := range numbers {
		if i >= len(parts) || !b.parseNumber(n, parts[i]) || i == len(numbers)-1 && len(parts) > len(numbers) {
			return b, fmt.Errorf("bound %q: must be of the form %s", text, example(b.Alphabet))
		}
	}
	if err := b.Validate(); err != nil {
		return b, fmt.Errorf("bound %q: %w", text, err)
	}
	return b, nil
}

func (b *Bound) parseNumber(n boundNumber, part string) (ok bool) {
	name, value, _ := strings.Cut(part, "=")
	var noLeast, noMost error
	if least, most, isRange := strings.Cut(value, "-"); n.name == "threads" {
		if b.FewestThreads, noLeast = strconv.Atoi(least); isRange {
			value = most
		}
	}
	*n.value, noMost = strconv.Atoi(value)
	return noLeast == nil && noMost == nil && name == n.name
}

func example(a Alphabet) string {
	return Bound{Alphabet: a, FewestThreads: 2, Threads: 3, Variables: 2, Accesses: 5, Mutexes: 2, Values: 3}.String()
}
