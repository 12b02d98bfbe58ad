package tree_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"dporbench/algos/catalog"
	"dporbench/frontends/smallprog"
	"dporbench/internal/tree"
)

// TestExplain explains every execution of random programs, by each algorithm.
func TestExplain(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 0))
	for range 40 {
		program := smallprog.Random(r)
		p := program.Build()
		for _, a := range catalog.All() {
			drawn, ok := recordSmall(t, p, a)
			if !ok {
				continue
			}
			for n := int64(1); n <= drawn.Executions(); n++ {
				if problem := checkExplained(drawn, drawn.Find(n), a.Name); problem != "" {
					t.Fatalf("%s, %v, execution %d: %s", a.Name, program, n, problem)
				}
			}
		}
	}
}

// checkExplained describes the problem of an explanation, or returns "".
func checkExplained(drawn *tree.Tree, l *tree.Leaf, algorithm string) string {
	text := drawn.Explain(l)
	branches := 0
	for branch := l; branch.Parent != nil; branch = branch.Parent {
		branches++
	}
	races := branches
	if !reversing[algorithm] && algorithm != "trust" {
		races = 0
	}
	_, end, _ := strings.Cut(text, fmt.Sprintf("\nexecution %d is how exploration %d ends\n", l.Number, branches+1))
	switch {
	case strings.Count(text, " leaves exploration ") != branches || strings.Count(text, "\n  race ") != races:
		return "a branch is missing:\n" + text
	case strings.Count(end, "\n") != len(l.Steps)+1:
		return "steps are missing:\n" + text
	case !strings.HasSuffix(end, l.Outcome.String()+"\n") && l.Failure == "":
		return "the outcome is missing:\n" + text
	}
	return ""
}
