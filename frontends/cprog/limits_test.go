package cprog_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"dporbench/algos"
	"dporbench/algos/catalog"
	"dporbench/frontends/cprog"
)

// TestLimits: a file that exceeds a limit is refused, when it is loaded or when it runs.
func TestLimits(t *testing.T) {
	limits := cprog.Limits{Instructions: 1000, Memory: 1 << 12, Variables: 64, Depth: 20}
	for _, c := range []struct{ text, want string }{
		{"int main(void) { for (;;) ; }", "f.c:1: more than 1000 instructions without an event: does this end?"},
		{"int f(int n) { return f(n + 1) + 1; } int main(void) { return f(0); }", "function f: more than 20 calls inside each other"},
		{"int a[100]; int main(void) { return 0; }", "f.c: the globals are more than 64 variables"},
		{"char a[5000]; int main(void) { return 0; }", "f.c: the globals are"},
		{"int main(void) { int a[2000]; a[0] = 1; return a[0]; }", "function main: the locals are more than 4096 bytes"},
		{"#include <stdlib.h>\nint main(void) { return malloc(5000) == 0; }", "f.c:2: 5000 bytes of memory are more than 4096"},
		{"#include <stdlib.h>\nint main(void) { for (int i = 0; i < 9; i++) malloc(1000); }", "f.c:2: the memory of a thread is more than 4096 bytes"},
		{"int a[1 << 30]; int main(void) { return 0; }", "f.c:1: an array of 1073741824 elements is too large: at most 1048576"},
		{"#include </dev/zero>\nint main(void) { return 0; }", "f.c:1: include file not found: </dev/zero>"},
		{"int main(void) { int n; return scanf(\"%d\", &n); }", "f.c:1: function scanf is not supported"},
		{"#include <pthread.h>\nint o; int main(void) { pthread_setcanceltype(PTHREAD_CANCEL_ASYNCHRONOUS, &o); }", "f.c:2: a thread that can be cancelled at any moment is not supported"},
		{"#include <pthread.h>\nint main(void) { pthread_kill(pthread_self(), 0); }", "f.c:2: function pthread_kill is not supported"},
	} {
		file := filepath.Join(t.TempDir(), "f.c")
		if err := os.WriteFile(file, []byte(c.text), 0o600); err != nil {
			t.Fatal(err)
		}
		p, err := cprog.Load(file, cprog.Options{Limits: limits})
		if err == nil {
			pop, unknown := catalog.New("pop", algos.Options{})
			if unknown != nil {
				t.Fatal(unknown)
			}
			_, err = pop.Explore(context.Background(), p, nil)
		}
		if err == nil || !strings.Contains(err.Error(), c.want) || strings.Contains(err.Error(), "\n") {
			t.Errorf("%s\ngot  %v\nwant %s", c.text, err, c.want)
		}
	}
}

// TestNestedRecords: a record in many others is laid out in a time that grows with their number, not with the number of paths to it.
func TestNestedRecords(t *testing.T) {
	const depth = 60
	var text strings.Builder
	text.WriteString("struct s0 { char c; };\n")
	for k := 1; k < depth; k++ {
		fmt.Fprintf(&text, "struct s%d { struct s%d a; };\n", k, k-1)
	}
	fmt.Fprintf(&text, "struct s%d v; int main(void) { return sizeof v - 1 + v%s.c; }", depth-1, strings.Repeat(".a", depth-1))
	if _, err := cprog.Parse("f.c", text.String(), cprog.Options{}); err != nil {
		t.Error(err)
	}
}
