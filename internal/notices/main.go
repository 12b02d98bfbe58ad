// Command notices writes two files about other people's code in the executables of a release: the licence of each module that is
// linked into some packages, and a bill of materials (SBOM) in CycloneDX's JSON.
//
//	go run ./internal/notices -version v1.2.3 -notices NOTICES.txt -sbom sbom.json ./cmd/...
//
// The go command lists the modules, for GOOS and GOARCH. A module without a licence file is an error.
package main

import (
	"encoding/json"
	"flag"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strings"
)

func main() {
	version := flag.String("version", "", "version of the release")
	notices := flag.String("notices", "", "FILE for the licences")
	sbom := flag.String("sbom", "", "FILE for the bill of materials")
	flag.Parse()
	if err := write(*version, *notices, *sbom, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "notices:", err)
		os.Exit(1)
	}
}

func write(version, notices, sbom string, packages []string) error {
	modules, err := linked(packages)
	if err != nil {
		return err
	}
	bill, err := json.MarshalIndent(billOf(version, modules), "", "  ")
	if err != nil {
		return err
	}
	if err := os.WriteFile(notices, []byte(noticesOf(modules)), 0o644); err != nil {
		return err
	}
	return os.WriteFile(sbom, append(bill, '\n'), 0o644)
}

// module is a module of somebody else, with the texts of its licence files.
type module struct {
	path, version string
	licences      []licence
}

type licence struct{ file, text string }

// linked lists the modules of the packages and of everything that they import, but for the main module, and Go itself.
func linked(packages []string) ([]module, error) {
	const line = "{{with .Module}}{{if not .Main}}{{.Path}}\t{{.Version}}\t{{.Dir}}{{end}}{{end}}"
	out, err := exec.Command("go", append([]string{"list", "-deps", "-f", line}, packages...)...).Output()
	if err != nil {
		return nil, fmt.Errorf("go list: %w", err)
	}
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		return nil, fmt.Errorf("go env: %w", err)
	}
	lines := slices.Compact(slices.Sorted(strings.SplitSeq(strings.TrimSpace(string(out)), "\n")))
	lines = append(lines, "std\t"+runtime.Version()+"\t"+strings.TrimSpace(string(root)))
	var modules []module
	for _, l := range lines {
		fields := strings.Split(l, "\t")
		if len(fields) != 3 {
			continue // a package of the standard library or of the main module
		}
		m := module{path: fields[0], version: fields[1]}
		if m.licences, err = licencesIn(fields[2]); err != nil {
			return nil, fmt.Errorf("%s: %w", m.path, err)
		}
		modules = append(modules, m)
	}
	return modules, nil
}

var licenceFile = regexp.MustCompile(`(?i)^((?:un)?licen[cs]e|copying|notice|copyright|ofl)([.-].*)?$`)

// licencesIn reads the licence files of a module. Folders below may have their own, for code or fonts that the module has from others.
func licencesIn(folder string) (all []licence, err error) {
	err = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && path != folder && (d.Name() == "testdata" || filepath.Base(folder) == "go"):
			return fs.SkipDir // of Go itself, the licence of the whole
		case d.IsDir() || !licenceFile.MatchString(d.Name()) || strings.HasSuffix(path, ".go"):
			return nil
		}
		text, err := os.ReadFile(path)
		if err != nil {
			return err
		}
		file, err := filepath.Rel(folder, path)
		all = append(all, licence{filepath.ToSlash(file), string(text)})
		return err
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("there is no licence in %s", folder)
	}
	return all, err
}

func noticesOf(modules []module) string {
	var b strings.Builder
	b.WriteString("The executables contain code of these modules, under the licences that follow.\n")
	for _, m := range modules {
		for _, l := range m.licences {
			fmt.Fprintf(&b, "\n%s\n%s %s: %s\n%s\n\n%s\n", strings.Repeat("=", 80), m.path, m.version, l.file, strings.Repeat("=", 80), strings.TrimSpace(l.text))
		}
	}
	return b.String()
}

// The parts of a bill of materials that we write; see cyclonedx.org.
type bill struct {
	Format     string      `json:"bomFormat"`
	Spec       string      `json:"specVersion"`
	Version    int         `json:"version"`
	Metadata   metadata    `json:"metadata"`
	Components []component `json:"components"`
}

type metadata struct {
	Component component `json:"component"`
}

type component struct {
	Type     string          `json:"type"`
	Name     string          `json:"name"`
	Version  string          `json:"version"`
	URL      string          `json:"purl,omitempty"`
	Licences []licenceChoice `json:"licenses,omitempty"`
}

type licenceChoice struct {
	Licence struct {
		ID   string `json:"id,omitempty"`
		Name string `json:"name,omitempty"`
	} `json:"license"`
}

func billOf(version string, modules []module) bill {
	b := bill{"CycloneDX", "1.5", 1, metadata{component{Type: "application", Name: "dporbench", Version: version}}, nil}
	for _, m := range modules {
		c := component{Type: "library", Name: m.path, Version: m.version, URL: "pkg:golang/" + m.path + "@" + m.version}
		for _, l := range m.licences {
			var choice licenceChoice
			if choice.Licence.ID = kindOf(l.text); choice.Licence.ID == "" {
				choice.Licence.Name = l.file
			}
			if !slices.Contains(c.Licences, choice) {
				c.Licences = append(c.Licences, choice)
			}
		}
		b.Components = append(b.Components, c)
	}
	return b
}

// kindOf is the SPDX identifier of a licence, or "" if it is none of the usual ones.
func kindOf(text string) string {
	words := strings.Join(strings.Fields(text), " ")
	for _, k := range [][2]string{
		{"Apache License Version 2.0", "Apache-2.0"},
		{"Mozilla Public License Version 2.0", "MPL-2.0"},
		{"SIL OPEN FONT LICENSE Version 1.1", "OFL-1.1"},
		{"Permission is hereby granted, free of charge, to any person obtaining a copy", "MIT"},
		{"Permission to use, copy, modify, and/or distribute this software for any purpose", "ISC"},
		{"This is free and unencumbered software released into the public domain", "Unlicense"},
		{"Neither the name", "BSD-3-Clause"},
		{"Redistributions in binary form must reproduce", "BSD-2-Clause"},
	} {
		if strings.Contains(strings.ReplaceAll(words, ", Version", " Version"), k[0]) {
			return k[1]
		}
	}
	return ""
}
