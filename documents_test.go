package dporbench_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestLinksInDocuments checks that the files and headings the pages point to exist.
func TestLinksInDocuments(t *testing.T) {
	link := regexp.MustCompile(`\]\(([^):#]*)(?:#([^):]*))?\)`)
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range link.FindAllStringSubmatch(string(text), -1) {
			target := page
			if m[1] != "" {
				target = filepath.Join(filepath.Dir(page), m[1])
			}
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s points to %s: %v", page, m[1], err)
			} else if m[2] != "" && !hasHeading(t, target, m[2]) {
				t.Errorf("%s points to %s of %s, which has no such heading", page, m[2], target)
			}
		}
	}
}

// hasHeading reports whether a page has a heading for which a forge makes this anchor.
func hasHeading(t *testing.T, page, anchor string) bool {
	t.Helper()
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(text), -1) {
		name := regexp.MustCompile(`[^\p{L}\p{N}_ -]`).ReplaceAllString(strings.ToLower(m[1]), "")
		if strings.ReplaceAll(name, " ", "-") == anchor {
			return true
		}
	}
	return false
}

// pages are the pages at the root, in docs, and of the reference.
func pages(t *testing.T) (all []string) {
	t.Helper()
	for _, pattern := range []string{"*.md", "docs/*.md", "reference/*.md", "examples/*.md"} {
		found, err := filepath.Glob(pattern)
		if err != nil || len(found) == 0 {
			t.Fatalf("no pages %s: %v", pattern, err)
		}
		all = append(all, found...)
	}
	return all
}

// TestPackagesOfTests: the packages that pages have tested exist.
func TestPackagesOfTests(t *testing.T) {
	checked := 0
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range regexp.MustCompile("go test (?:-[^`]* )?(\\./[a-z0-9/-]+)").FindAllStringSubmatch(string(text), -1) {
			if found, _ := filepath.Glob(filepath.Join(m[1], "*_test.go")); len(found) == 0 {
				t.Errorf("%s: %q, where there are no tests", page, m[0])
			}
			checked++
		}
	}
	if checked < 5 {
		t.Errorf("only %d commands are found", checked)
	}
}

// TestPlacesInDocuments checks that names listed on a page after a Go file, as in "[`a.go`](a.go): `F`, `T`", are declared
// in it, and that the folders and files that ARCHITECTURE.md names exist.
func TestPlacesInDocuments(t *testing.T) {
	place := regexp.MustCompile("\\]\\(([^)]*\\.go)\\): ((?:`[A-Za-z]+`(?:, )?)+)")
	checked := 0
	for _, page := range pages(t) {
		text, err := os.ReadFile(page)
		if err != nil {
			t.Fatal(err)
		}
		for _, m := range place.FindAllStringSubmatch(string(text), -1) {
			file := filepath.Join(filepath.Dir(page), m[1])
			declared := declarations(t, file)
			for name := range strings.SplitSeq(m[2], ", ") {
				checked++
				if name = strings.Trim(name, "`, "); name != "" && !declared[name] {
					t.Errorf("%s: %s does not declare %s", page, m[1], name)
				}
			}
		}
	}
	if checked < 20 {
		t.Errorf("%d names checked, want at least 20", checked)
	}
	checkPaths(t, "ARCHITECTURE.md")
}

// checkPaths checks that what a page at the root names in backticks, with a slash, exists, unless it has to be built.
func checkPaths(t *testing.T, page string) {
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	paths := regexp.MustCompile("`([^` ]+/[^` ]*)`").FindAllStringSubmatch(string(text), -1)
	if len(paths) < 100 {
		t.Errorf("%s names %d folders and files, want at least 100", page, len(paths))
	}
	for _, m := range paths {
		if strings.HasPrefix(m[1], "bin/") {
			continue
		}
		if _, err := os.Stat(m[1]); err != nil {
			t.Errorf("%s: %v", page, err)
		}
	}
}

// declarations are the names of the functions, methods, types, variables and constants of a Go file.
func declarations(t *testing.T, file string) map[string]bool {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, d := range parsed.Decls {
		switch d := d.(type) {
		case *ast.FuncDecl:
			names[d.Name.Name] = true
		case *ast.GenDecl:
			for _, s := range d.Specs {
				switch s := s.(type) {
				case *ast.TypeSpec:
					names[s.Name.Name] = true
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names[n.Name] = true
					}
				}
			}
		}
	}
	return names
}
