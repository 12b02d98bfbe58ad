package translation

import (
	"fmt"
	"slices"
	"strings"
)

// Fact is something about a program that its translation must allow for. Facts are comparable. Files and command lines name
// them by their text, which is the same in every process: see [Fact.String].
type Fact struct {
	Kind  Kind
	Names string // of [NameLength] characters each, separated by dots; "" for Late and others about all of a program
}

// Kind is a kind of facts.
type Kind byte

// The kinds. Names are hashes: see package machine of goprog.
const (
	Written  Kind = 'w' // a cell, which is named, is written once other goroutines may reach it
	Grouped  Kind = 'g' // the channels made at sites, which are named, are in a select together
	Counted  Kind = 'c' // a WaitGroup, whose cell is named, does more than wait for goroutines to end
	Timed    Kind = 't' // goroutines sleep, and the program reads the clock
	Polled   Kind = 'p' // goroutines set timers, and loops wait
	Numbered Kind = 'n' // goroutines are counted
	Cleaned  Kind = 'u' // cleanups or finalizers wait until objects are found to be unreachable
	Late     Kind = 'l' // a goroutine that may outlive its test asks whether that has ended
)

// NameLength is the length of a name in a Fact.
const NameLength = 12

const (
	late     = "late"
	timed    = "timed"
	polled   = "polled"
	numbered = "numbered"
	cleaned  = "cleaned"
)

// String is the text of the fact: "w0123456789ab", "g0123456789ab.cdef01234567", "late", "timed", "polled".
func (f Fact) String() string {
	switch f.Kind {
	case Late:
		return late
	case Timed:
		return timed
	case Polled:
		return polled
	case Numbered:
		return numbered
	case Cleaned:
		return cleaned
	}
	return string(f.Kind) + f.Names
}

// ParseFact reads the text of a fact.
func ParseFact(text string) (Fact, error) {
	switch text {
	case late:
		return Fact{Kind: Late}, nil
	case timed:
		return Fact{Kind: Timed}, nil
	case polled:
		return Fact{Kind: Polled}, nil
	case numbered:
		return Fact{Kind: Numbered}, nil
	case cleaned:
		return Fact{Kind: Cleaned}, nil
	}
	if text != "" {
		f := Fact{Kind(text[0]), text[1:]}
		names := strings.Split(f.Names, ".")
		isNone := func(name string) bool { return len(name) != NameLength }
		if slices.Contains([]Kind{Written, Grouped, Counted}, f.Kind) && !slices.ContainsFunc(names, isNone) {
			return f, nil
		}
	}
	return Fact{}, fmt.Errorf("%q is not a fact about a program", text)
}

// MarshalText writes the text of the fact, for UnmarshalText.
func (f Fact) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText is ParseFact.
func (f *Fact) UnmarshalText(text []byte) (err error) {
	*f, err = ParseFact(string(text))
	return err
}

// Facts are the texts of facts, separated by commas, in the order in which they were found.
type Facts string

// All returns the facts.
func (s Facts) All() (all []Fact, err error) {
	for _, text := range s.texts() {
		f, err := ParseFact(text)
		if err != nil {
			return nil, err
		}
		all = append(all, f)
	}
	return all, nil
}

// Has reports whether f is one of them.
func (s Facts) Has(f Fact) bool { return slices.Contains(s.texts(), f.String()) }

// With returns s and then f.
func (s Facts) With(f Fact) Facts { return Facts(strings.Join(append(s.texts(), f.String()), ",")) }

func (s Facts) texts() []string {
	return strings.FieldsFunc(string(s), func(r rune) bool { return r == ',' })
}
