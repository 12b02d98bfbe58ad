package measure

import (
	"io"
	"strings"
	"testing"
)

// A tail that embedded its Buffer would have its ReadFrom, through which io.Copy and os/exec keep everything.
func TestTailIsBounded(t *testing.T) {
	var kept tail
	if _, err := io.Copy(&kept, io.MultiReader(strings.NewReader(strings.Repeat("line\n", 1<<20)), strings.NewReader("the end"))); err != nil {
		t.Fatal(err)
	}
	if text := kept.String(); len(text) > 2*mostOutput || !strings.HasSuffix(text, "line\nthe end") {
		t.Errorf("kept %d bytes", len(text))
	}
}
