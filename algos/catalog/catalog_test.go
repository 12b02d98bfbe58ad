package catalog_test

import (
	"slices"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/model/equivalence"
)

func TestValidate(t *testing.T) {
	if err := catalog.Validate(slices.Concat(catalog.All(), catalog.Samplers())); err != nil {
		t.Error(err)
	}
	good := catalog.All()[0]
	for _, c := range []struct {
		what string
		list func() []catalog.Algorithm
		want string
	}{
		{"no name", func() []catalog.Algorithm { a := good; a.Name = ""; return []catalog.Algorithm{a} }, "no name"},
		{"twice", func() []catalog.Algorithm { return []catalog.Algorithm{good, good} }, "twice"},
		{"no paper", func() []catalog.Algorithm { a := good; a.Paper = ""; return []catalog.Algorithm{a} }, "no paper"},
		{"no DOI", func() []catalog.Algorithm {
			a := good
			a.DOI = "doi.org/10.1145/1040305.1040315"
			return []catalog.Algorithm{a}
		}, "is not a DOI"},
		{"no doc", func() []catalog.Algorithm { a := good; a.Doc = ""; return []catalog.Algorithm{a} }, "no description"},
		{"no constructor", func() []catalog.Algorithm { a := good; a.New = nil; return []catalog.Algorithm{a} }, "no constructor"},
		{"samples", func() []catalog.Algorithm {
			a := good
			a.Samples, a.ExactlyOnce = true, true
			return []catalog.Algorithm{a}
		}, "promises more"},
		{"optimal", func() []catalog.Algorithm {
			a := good
			a.Optimal, a.ExactlyOnce = true, false
			return []catalog.Algorithm{a}
		}, "not exactly once"},
		{"coarser samples", func() []catalog.Algorithm {
			a := catalog.Samplers()[0]
			a.Equivalence = equivalence.ReadsFrom
			return []catalog.Algorithm{a}
		}, "has an equivalence"},
		{"awaits", func() []catalog.Algorithm {
			a := good
			a.Awaits = false
			return []catalog.Algorithm{a}
		}, "awaits of applied variables"},
	} {
		if err := catalog.Validate(c.list()); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: got %v, want an error about %q", c.what, err, c.want)
		}
	}
}

func TestNew(t *testing.T) {
	for _, a := range catalog.All() {
		if x, err := catalog.New(a.Name, algos.Options{}); x == nil || err != nil {
			t.Errorf("%s: %v, %v", a.Name, x, err)
		}
	}
	_, err := catalog.New("nosuch", algos.Options{})
	if err == nil || !strings.Contains(err.Error(), `"nosuch"`) || !strings.Contains(err.Error(), "sleepset, ") {
		t.Errorf("got error %v, want one that lists the algorithms", err)
	}
}
