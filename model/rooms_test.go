package model_test

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// rooms lists the packages of this folder in order. Each may import those before it, and
// no other package of this module.
var rooms = []string{
	"model/stack", "model/lineage", "model/event", "model/memory", "model/operation", "model/order", "model",
	"model/behaviour", "model/machine", "model/races", "model/equivalence", "model/preemption", "model/isolation", "model/primitives",
}

func TestRoomsImportThoseBelow(t *testing.T) {
	out, err := exec.Command("go", "list", "-f", `{{.ImportPath}} {{join .Imports " "}}`, "dporbench/model/...").Output()
	if err != nil {
		t.Fatalf("go list: %v", err)
	}
	seen := 0
	for line := range strings.Lines(string(out)) {
		words := strings.Fields(line)
		at := slices.Index(rooms, strings.TrimPrefix(words[0], "dporbench/"))
		if at < 0 {
			t.Errorf("%s is not one of the rooms", words[0])
			continue
		}
		seen++
		for _, imported := range words[1:] {
			if room, ok := strings.CutPrefix(imported, "dporbench/"); ok && !slices.Contains(rooms[:at], room) {
				t.Errorf("%s imports %s, which is not below it", words[0], imported)
			}
		}
	}
	if seen != len(rooms) {
		t.Errorf("%d of %d rooms exist", seen, len(rooms))
	}
}
