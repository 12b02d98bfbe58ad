package dporbench_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// TestModels: docs/memory-models.md names every file that asks for a trait of a memory model or names a model, and those
// that it names for nothing else do so.
func TestModels(t *testing.T) {
	const page = "docs/memory-models.md"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	asking := filesThatAsk(t)
	named := linkedGoFiles(page, string(text))
	for _, file := range asking {
		if !slices.Contains(named, file) {
			t.Errorf("%s tells memory models apart, but is not on %s", file, page)
		}
	}
	const heading = "## What other files ask"
	_, others, found := strings.Cut(string(text), heading)
	if !found {
		t.Fatalf("%s has no %q", page, heading)
	}
	for _, file := range linkedGoFiles(page, others) {
		if !slices.Contains(asking, file) {
			t.Errorf("%s: %s tells no memory models apart", page, file)
		}
	}
}

func linkedGoFiles(page, text string) (files []string) {
	for _, m := range regexp.MustCompile(`\]\(([^)]*\.go)\)`).FindAllStringSubmatch(text, -1) {
		files = append(files, filepath.Join(filepath.Dir(page), m[1]))
	}
	return files
}

// filesThatAsk are the files, but for tests and those of package memory, that use one of its models or traits.
func filesThatAsk(t *testing.T) (files []string) {
	t.Helper()
	models, traits := modelsAndTraits(t)
	anywhere := regexp.MustCompile(`\b(memory|model)\.(` + models + `)\b|\.(` + traits + `)\(\)|\bModel\.(` + traits + `)\b`)
	inModel := regexp.MustCompile(`\b(` + models + `)\b`) // where they also have names of their own
	comment := regexp.MustCompile(`(?m)//.*$`)
	err := filepath.WalkDir(".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (path == "model/memory" || d.Name() == "testdata" || strings.HasPrefix(d.Name(), ".") && path != "."):
			return filepath.SkipDir
		case d.IsDir() || !strings.HasSuffix(path, ".go") || strings.HasSuffix(path, "_test.go"):
			return nil
		}
		text, err := os.ReadFile(path)
		code := comment.ReplaceAll(text, nil)
		if anywhere.Match(code) || filepath.Dir(path) == "model" && inModel.Match(code) {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

// modelsAndTraits are the constants of package memory and the methods of its Model that return a bool, as alternatives.
func modelsAndTraits(t *testing.T) (models, traits string) {
	t.Helper()
	file, err := parser.ParseFile(token.NewFileSet(), "model/memory/memory.go", nil, 0)
	if err != nil {
		t.Fatal(err)
	}
	var constants, methods []string
	for _, d := range file.Decls {
		switch d := d.(type) {
		case *ast.GenDecl:
			for _, s := range d.Specs {
				if d.Tok == token.CONST {
					constants = append(constants, s.(*ast.ValueSpec).Names[0].Name)
				}
			}
		case *ast.FuncDecl:
			if r := d.Type.Results; d.Recv != nil && len(r.List) == 1 {
				if of, ok := r.List[0].Type.(*ast.Ident); ok && of.Name == "bool" {
					methods = append(methods, d.Name.Name)
				}
			}
		}
	}
	if len(constants) < 5 || len(methods) < 5 {
		t.Fatalf("package memory has the models %v and the traits %v, want at least five of each", constants, methods)
	}
	return strings.Join(constants, "|"), strings.Join(methods, "|")
}
