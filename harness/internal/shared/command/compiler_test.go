package command

import (
	"slices"
	"strings"
	"testing"
)

// TestCompilerWords: flags are read as compilers do where a C file is named, and only there.
func TestCompilerWords(t *testing.T) {
	for line, want := range map[string]string{
		"run a.c -std=c11 -O2 -Wall -Wno-unused -g -pthread -lm --spin": "run a.c --spin",
		"run -include l.h a.c b.c -I. -DX -UY":                          "run --include-first l.h a.c b.c -I. -DX -UY",
		"run a.c -fno-strict-aliasing -march=native -- -O2 -include":    "run a.c -- -O2 -include",
		"run -O2 casrot 3":        "run -O2 casrot 3",
		"run casrot 3 -- a.c -O2": "run casrot 3 -- a.c -O2",
		"run a.c -std=c++17":      "",
		"run a.c -m32":            "",
		"run a.c -funsigned-char": "",
	} {
		got, err := CompilerWords(strings.Fields(line))
		if want == "" && err == nil || want != "" && (err != nil || !slices.Equal(got, strings.Fields(want))) {
			t.Errorf("%s: %q, error %v, want %q", line, got, err, want)
		}
	}
}
