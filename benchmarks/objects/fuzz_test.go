package objects_test

import (
	"strings"
	"testing"

	"dporbench/benchmarks/objects"
)

// FuzzParseClient: a text is refused in one line, or is a client that is read again from its own text, and builds.
func FuzzParseClient(f *testing.F) {
	for _, seed := range []string{
		"treiber{push(1); pop | push(2)}", "ms-queue{enqueue(1) | dequeue}", "lazy-list{add(1); contains(1) | remove(1)}", "counter{}", "x{a(1,2)", "treiber{push(99999999999)}",
	} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		c, err := objects.ParseClient(text)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Errorf("more than a line: %q", err)
			}
			return
		}
		if again, err := objects.ParseClient(c.String()); err != nil || again.String() != c.String() {
			t.Errorf("%q writes itself as %q, which is read as %q, error %v", text, c.String(), again.String(), err)
		}
		c.Build()
	})
}
