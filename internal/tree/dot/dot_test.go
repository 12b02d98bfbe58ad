package dot_test

import (
	"bytes"
	"context"
	"os/exec"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/benchmarks"
	"dporbench/internal/tree"
	"dporbench/internal/tree/dot"
	"dporbench/model"
)

func graph(t *testing.T, algorithm string, p *model.Program, o dot.Options) string {
	t.Helper()
	a, ok := catalog.Lookup(algorithm)
	if !ok {
		t.Fatalf("no algorithm %s", algorithm)
	}
	recorded, err := tree.Record(context.Background(), p, a, algos.Options{}, tree.Keep{})
	if err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	if err := dot.Write(&b, recorded, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// odd is a program with names that mean something in the language.
func odd() *model.Program {
	p := model.NewProgram(`a "b" \n`)
	x := p.Var(`x\"{}`, 0)
	for range 2 {
		p.Thread(`t"\N]`, func(t *model.Thread) { t.Add(x, 1) })
	}
	return p
}

func TestWrite(t *testing.T) {
	got := graph(t, "pop", benchmarks.Fig1(), dot.Options{})
	for line, want := range map[string]int{`label="E`: 32, "constraint=false": 40, "label=\"asleep\"": 9, "shape=triangle": 0} {
		if n := strings.Count(got, line); n < want || want == 0 && n > 0 {
			t.Errorf("%d lines with %s, want %d", n, line, want)
		}
	}
	got = graph(t, "pop", benchmarks.Fig1(), dot.Options{Limit: 2})
	if !strings.Contains(got, "shape=triangle") || !strings.Contains(got, "30 executions in the subtrees T") {
		t.Error("what is left out is not said")
	}
	if got := graph(t, "pop", odd(), dot.Options{}); !strings.Contains(got, `label="t\"\\N]: x\\\"{} += 1 → 1"`) {
		t.Errorf("not quoted:\n%s", got)
	}
}

// TestGraphviz lets graphviz read what is written.
func TestGraphviz(t *testing.T) {
	path, err := exec.LookPath("dot")
	if err != nil {
		t.Skip("graphviz is not installed")
	}
	for _, input := range []string{
		graph(t, "pop", benchmarks.Fig1(), dot.Options{Limit: 4}),
		graph(t, "source", benchmarks.LastZero(3), dot.Options{}),
		graph(t, "pop", odd(), dot.Options{}),
	} {
		c := exec.Command(path, "-Tsvg")
		c.Stdin = strings.NewReader(input)
		var stderr bytes.Buffer
		c.Stderr = &stderr
		out, err := c.Output()
		if err != nil || !bytes.Contains(out, []byte("</svg>")) || strings.Contains(stderr.String(), "syntax error") {
			t.Errorf("graphviz: %v\n%s", err, stderr.Bytes())
		}
	}
}
