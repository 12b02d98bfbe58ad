package smallprog

import (
	"strings"
	"testing"
)

// TestOperations: statements that begin and end operations are read, and written as text and in Go.
func TestOperations(t *testing.T) {
	const text = "p: invoke q.enqueue(1); x=1; respond | q: invoke dequeue(); a=x; respond a; invoke m.put(2,-3); respond"
	p := MustParse(text)
	if got := p.String(); got != text {
		t.Errorf("written as %q", got)
	}
	source := p.Source("marked")
	for _, want := range []string{`t.Invoke("q", "enqueue", 1)`, `t.Invoke("o", "dequeue")`, `t.Invoke("m", "put", 2, -3)`, "t.Respond()\n", "t.Respond(a)"} {
		if !strings.Contains(source, want) {
			t.Errorf("no %s in\n%s", want, source)
		}
	}
	for _, wrong := range []string{"invoke enqueue", "invoke .enqueue(1)", "invoke q.enqueue(1,2,3)", "respond 1"} {
		if _, err := Parse("p: " + wrong); err == nil {
			t.Errorf("%q is read", wrong)
		}
	}
}
