package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestRelease: the licence of each module that the commands link is in the notices, and the bill of materials names all of them.
func TestRelease(t *testing.T) {
	folder := t.TempDir()
	notices, sbom := filepath.Join(folder, "n.txt"), filepath.Join(folder, "s.json")
	if err := write("v1.2.3", notices, sbom, []string{"dporbench/cmd/..."}); err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(notices)
	if err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(sbom)
	if err != nil {
		t.Fatal(err)
	}
	var b bill
	if err := json.Unmarshal(data, &b); err != nil {
		t.Fatal(err)
	}
	if b.Metadata.Component.Version != "v1.2.3" || len(b.Components) < 20 {
		t.Errorf("version %q, %d modules", b.Metadata.Component.Version, len(b.Components))
	}
	known := 0
	for _, c := range b.Components {
		if !strings.Contains(string(text), "\n"+c.Name+" "+c.Version+": ") {
			t.Errorf("no licence of %s %s", c.Name, c.Version)
		}
		if strings.HasPrefix(c.Name, "dporbench") {
			t.Errorf("%s is our own", c.Name)
		}
		for _, l := range c.Licences {
			if l.Licence.ID != "" {
				known++
				break
			}
		}
	}
	if known < len(b.Components)*9/10 {
		t.Errorf("only %d of %d modules have a licence with an identifier", known, len(b.Components))
	}
}

func TestKindOf(t *testing.T) {
	for text, want := range map[string]string{
		"Apache License\n   Version 2.0, January 2004":                                  "Apache-2.0",
		"Permission is hereby granted, free of charge, to any\nperson obtaining a copy": "MIT",
		"Redistributions in binary form must reproduce ... Neither the name of":         "BSD-3-Clause",
		"Redistributions in binary form must reproduce":                                 "BSD-2-Clause",
		"All rights reserved.": "",
	} {
		if got := kindOf(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestNoLicence(t *testing.T) {
	if _, err := licencesIn(t.TempDir()); err == nil {
		t.Error("no error for a module without a licence")
	}
}
