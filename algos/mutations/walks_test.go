package mutations

import (
	"strings"
	"testing"
)

// TestWalksAreNotRepeated makes POP's sleep sets repeat nested walks, which is not wrong, only slow: a call of Asleep
// may then make exponentially many (Lemma A9 of docs/pop-proof.md). It checks that TestWorstCase of package pop
// notices that, and how many walks there are, with and without.
func TestWalksAreNotRepeated(t *testing.T) {
	if testing.Short() {
		t.Skip("builds a test for each mistake")
	}
	repeated := edit{asleepFile, "if !x.asked.add(ask{s, g}) {", "if !x.asked.add(ask{s, g}) && false {"}
	countsWalks := []edit{ // instead of items
		{comesFile, "		x.Work.Comparisons++\n", ""},
		{comesFile, "	for l := 1; l < len(s.Tail); l++ {", "	x.Work.Comparisons++\n	for l := 1; l < len(s.Tail); l++ {"},
	}
	for _, c := range []struct {
		name  string
		edits []edit
		want  string
	}{
		{"items", []edit{repeated}, "want 707 in an execution of 102 events"},
		{"walks", countsWalks, "d = 12: 35 in an execution of 102 events"},                               // 3d - 1
		{"walks, repeated", append(countsWalks, repeated), "d = 12: 4107 in an execution of 102 events"}, // 2^d + d - 1
	} {
		t.Run(c.name, func(t *testing.T) {
			t.Parallel()
			got := runMutated(t.Context(), t, c.edits, "./algos/pop", "-test.v", "-test.timeout=20s", "-test.run=^TestWorstCase$")
			if got.passed || !strings.Contains(got.output, c.want) {
				t.Errorf("got this, want %q:\n%s", c.want, got.output)
			}
			t.Logf("%s", got.output)
		})
	}
}
