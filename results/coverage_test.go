package results

import (
	"bytes"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestCoverage(t *testing.T) {
	rows := []Coverage{
		{Program: "lastzero 5", Classes: 64, Sampler: "pct", Exact: true, Samples: 2, Seen: 1.8125},
		{Program: "p: x=1 | q: a=x, y", Sampler: "rff", Samples: 1e7, Seen: 3},
	}
	var b bytes.Buffer
	if err := WriteCoverage(&b, rows); err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "coverage.csv")
	if err := os.WriteFile(path, b.Bytes(), 0o666); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadCoverage(path); err != nil || !slices.Equal(got, rows) || !IsCoverage(path) {
		t.Errorf("%v, error %v, want %v", got, err, rows)
	}
	for text, want := range map[string]string{
		"a,b\n": `must be ["program"`,
		strings.Join(coverageHeader, ",") + "\np,x,s,true,1,1\n": "line 2: ",
		strings.Join(coverageHeader, ",") + "\np,1,s,true,1\n":   "wrong number of fields",
	} {
		if _, err := readCoverage(strings.NewReader(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: error %v, want %s", text, err, want)
		}
	}
	if IsCoverage(filepath.Join(t.TempDir(), "none")) {
		t.Error("a file that is not there")
	}
}
