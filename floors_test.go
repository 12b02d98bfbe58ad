package dporbench_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// floors are the packages of rooms that have several, from the ground up: each imports only those before it. "" is the room's
// own package.
var floors = map[string][]string{
	"model": {"lineage", "stack", "guarded", "event", "memory", "operation", "order", "origin", "front", "", "behaviour", "machine", "races", "axioms", "equivalence", "preemption",
		"isolation", "primitives"},
	"frontends/cprog": {"internal/source", "internal/parse", "internal/code", "internal/tree", "internal/emit", "internal/waiting", "internal/compile",
		"internal/image", "internal/machine", "internal/program", "compiled", "", "export"},
	"frontends/goprog": {"translation", "internal/loading", "internal/memory", "internal/machine", "internal/reflection", "internal/world", "internal/library", "internal/compiling", "internal/judging", ""},
}

// TestFloors: packages of a room import each other in one direction.
func TestFloors(t *testing.T) {
	for room, from := range floors {
		root := "dporbench/" + room
		out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, root+"/...").Output()
		if err != nil {
			t.Fatalf("go list: %v", err)
		}
		for line := range strings.Lines(string(out)) {
			words := strings.Fields(line)
			floor := slices.Index(from, within(words[0], root))
			if floor < 0 {
				t.Errorf("%s has no floor", words[0])
				continue
			}
			for _, imported := range words[1:] {
				if below(imported, root) && slices.Index(from, within(imported, root)) >= floor {
					t.Errorf("%s imports %s, which is above it", words[0], imported)
				}
			}
		}
	}
}

func within(path, root string) string { return strings.TrimPrefix(strings.TrimPrefix(path, root), "/") }
