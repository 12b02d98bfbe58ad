package test

import (
	"strings"
	"testing"

	"dporbench/harness/internal/shared/program"
)

// TestTwoDashes: flags are read as by go test.
func TestTwoDashes(t *testing.T) {
	r, err := program.New(nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	c := Command(r)
	for line, want := range map[string]string{
		"-run X ./...":                  "--run X ./...",
		"-run=X -v -json":               "--run=X -v --json",
		"--run X -p 2 -p4":              "--run X -p 2 -p4",
		"-short -timeout 30s -algo=pop": "--short --timeout 30s --algo=pop",
		"-cover":                        "--cover",
		"- -- -run":                     "- -- -run",
	} {
		if got := strings.Join(twoDashes(c.Flags(), strings.Fields(line)), " "); got != want {
			t.Errorf("%s: %s, want %s", line, got, want)
		}
	}
}
