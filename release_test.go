package dporbench_test

import (
	"encoding/json"
	"os"
	"regexp"
	"strings"
	"testing"
)

// TestVersions: the command, the citation, the metadata and the changelog name one version.
func TestVersions(t *testing.T) {
	read := func(path string) string {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	found := regexp.MustCompile(`const Version = "v(.*)"`).FindStringSubmatch(read("internal/version/version.go"))
	if found == nil {
		t.Fatal("the command has no version")
	}
	version := found[1]
	if !strings.Contains(read("CITATION.cff"), "\nversion: "+version+"\n") {
		t.Errorf("CITATION.cff has not version %s", version)
	}
	var meta struct{ Version string }
	if err := json.Unmarshal([]byte(read("codemeta.json")), &meta); err != nil || meta.Version != version {
		t.Errorf("codemeta.json has version %q, want %s; error %v", meta.Version, version, err)
	}
	headings := regexp.MustCompile(`(?m)^## (.*)$`).FindAllStringSubmatch(read("CHANGELOG.md"), -1)
	if len(headings) < 2 || headings[0][1] != "Unreleased" || headings[1][1] != version {
		t.Errorf("CHANGELOG.md begins with the versions %v, want Unreleased and %s", headings[:min(2, len(headings))], version)
	}
}
