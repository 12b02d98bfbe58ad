package lineage_test

import (
	"testing"

	"dporbench/model/lineage"
)

// TestPaths: threads have different paths, which describe the way to them.
func TestPaths(t *testing.T) {
	known := map[int64]string{lineage.Root: "main"}
	level := []int64{lineage.Root}
	for range 3 {
		var next []int64
		for _, path := range level {
			for n := int64(1); n <= 5; n++ {
				child, ok := lineage.Child(path, n, 27)
				if !ok {
					t.Fatalf("child %d of %s has no path", n, known[path])
				}
				text := known[path] + "." + string(rune('0'+n))
				if other, taken := known[child]; taken || lineage.Text("main", child) != text {
					t.Fatalf("%s has the path %b of %q, which reads %s", text, child, other, lineage.Text("main", child))
				}
				known[child] = text
				next = append(next, child)
			}
		}
		level = next
	}
	if path, ok := lineage.Child(1<<26, 1, 27); ok {
		t.Errorf("a path of more than 27 bits: %b", path)
	}
}
