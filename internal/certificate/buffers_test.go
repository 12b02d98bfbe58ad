package certificate

import (
	"bytes"
	"regexp"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/frontends/smallprog"
	"dporbench/model/memory"
)

// TestOneBuffer: where a thread has one buffer, a flush of any other is refused; a certificate under pso is none under tso,
// even if it has the same classes there.
func TestOneBuffer(t *testing.T) {
	p := smallprog.MustBuild("p: y=1; x=1 | q: a=x; b=y")
	for _, m := range []memory.Model{memory.TSO, memory.GenMCTSO} {
		data := certify(t, p, "pop", algos.Options{Memory: m})
		if _, err := verify(p, data); err != nil {
			t.Errorf("%v: %v", m, err)
		}
		lines := strings.Split(string(data), "\n")
		lines = lines[len(under(m).lines()) : len(lines)-2]
		for _, buffer := range []string{"!1", "!65000"} {
			changed := 0
			for i, line := range lines {
				other := regexp.MustCompile(`(\d)!`).ReplaceAllString(line, "${1}"+buffer)
				if other == line {
					continue
				}
				changed++
				forged := append(append(append([]string(nil), lines[:i]...), other), lines[i+1:]...)
				if _, err := verify(p, assembleUnder(t, m, forged)); err == nil || !strings.Contains(err.Error(), "which has no such buffer") {
					t.Errorf("%v: %q: error %v", m, other, err)
				}
			}
			if changed == 0 {
				t.Errorf("%v: no flush in %q", m, lines)
			}
		}
	}
	pso := certify(t, p, "pop", algos.Options{Memory: memory.PSO})
	lines := bytes.Split(pso, []byte("\n"))
	var entries []string
	for _, line := range lines[len(under(memory.PSO).lines()) : len(lines)-2] {
		entries = append(entries, string(line))
	}
	if _, err := verify(p, assembleUnder(t, memory.TSO, entries)); err == nil {
		t.Error("a certificate under pso is one under tso")
	}
}
