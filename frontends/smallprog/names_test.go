package smallprog

import (
	"slices"
	"strings"
	"testing"
)

func TestCheckNames(t *testing.T) {
	for _, c := range []struct {
		text    string
		renamed []string
		problem string
	}{
		{"p: x=1 | q: a=x", nil, ""},
		{" p : x=1 | a=x", nil, ""},
		{"writer: x=1 | reader: a=x", []string{"writer", "reader"}, ""},
		{"p: x=1 | reader: a=x", []string{"reader"}, ""},
		{"p: x=1 | p: a=x", nil, "two threads are named p"},
		{"w1: x=1 | w1: a=x", nil, "two threads are named w1"},
		{"q: x=1 | p: a=x", nil, "is named"},
		{"reader: x=1 | p: a=x", nil, "thread 2 is named p"},
	} {
		renamed, err := CheckNames(c.text)
		if c.problem == "" && err != nil || c.problem != "" && (err == nil || !strings.Contains(err.Error(), c.problem)) {
			t.Errorf("%q: error %v, want %q", c.text, err, c.problem)
		}
		if !slices.Equal(renamed, c.renamed) {
			t.Errorf("%q: renamed %q, want %q", c.text, renamed, c.renamed)
		}
	}
}

func TestNamed(t *testing.T) {
	if got := Named("x=1; a=y|y=1 "); got != "p: x=1; a=y | q: y=1" {
		t.Errorf("got %q", got)
	}
}
