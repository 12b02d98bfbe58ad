package loading

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"golang.org/x/tools/go/packages"
)

// Tests are the functions of one package to be explored: TestX(t *testing.T), FuzzX(f *testing.F), and ExploreX() or
// ExploreX(t *testing.T).
type Tests struct {
	Path      string // of the package
	Pattern   string // that names it: a folder such as ./queue, or its path
	Files     bool   // there are test files
	Functions []string
	// Fingerprint is a hash of the source files from which the functions are made: those of the package and of everything
	// it imports, except for the standard library.
	Fingerprint string
	Sources     []string // the files among these that may change: those not of a version of a module
	Problem     string   // why none of them can be explored; "" if they can
}

// FindTests finds the tests of the packages that patterns of the go command name, in the order of their paths.
func FindTests(folder string, patterns ...string) ([]Tests, error) {
	folder, err := filepath.Abs(cmp.Or(folder, "."))
	if err != nil {
		return nil, err
	}
	const mode = packages.NeedName | packages.NeedFiles | packages.NeedImports | packages.NeedDeps | packages.NeedModule | packages.NeedForTest
	roots, err := packages.Load(config(mode, folder, true), patterns...)
	if err != nil {
		return nil, errors.New(firstLine(err.Error()))
	}
	found := map[string]*testFinder{}
	for _, pkg := range roots {
		if strings.HasSuffix(pkg.ID, ".test") {
			continue // the main package of its tests
		}
		path := cmp.Or(pkg.ForTest, pkg.PkgPath)
		if found[path] == nil {
			found[path] = &testFinder{Tests: Tests{Path: path, Pattern: path}, places: map[string]string{}}
		}
		found[path].add(folder, pkg)
	}
	var all []Tests
	for _, f := range found {
		if err := f.find(); err != nil {
			return nil, err
		}
		all = append(all, f.Tests)
	}
	slices.SortFunc(all, func(a, b Tests) int { return cmp.Compare(a.Path, b.Path) })
	return all, nil
}

// Fingerprint returns the fingerprint of the tests of the package that a pattern names.
func Fingerprint(folder, pattern string) (string, error) {
	found, err := FindTests(folder, pattern)
	if err != nil {
		return "", err
	}
	if len(found) != 1 {
		return "", fmt.Errorf("%s names %d packages: must be one", pattern, len(found))
	}
	return found[0].Fingerprint, nil
}

// testFinder searches the variants of one package: itself, with its tests, and the package of its external tests.
type testFinder struct {
	Tests
	variants []*packages.Package
	places   map[string]string // of functions, by their names
}

// add adds a variant, and names the package by its folder if that is below the given one.
func (f *testFinder) add(folder string, pkg *packages.Package) {
	f.variants = append(f.variants, pkg)
	if pkg.Module == nil || !pkg.Module.Main || len(pkg.GoFiles) == 0 {
		return
	}
	switch relative, err := filepath.Rel(folder, filepath.Dir(pkg.GoFiles[0])); {
	case err != nil || strings.HasPrefix(relative, ".."):
	case relative == ".":
		f.Pattern = "."
	default:
		f.Pattern = "./" + filepath.ToSlash(relative)
	}
}

func (f *testFinder) find() error {
	fset := token.NewFileSet()
	for _, pkg := range f.variants {
		if len(pkg.Errors) > 0 && f.Problem == "" {
			f.Problem = problem(pkg.Errors[0]).Error()
		}
		for _, name := range pkg.GoFiles {
			if err := f.look(fset, name); err != nil {
				return err
			}
		}
	}
	return f.hash()
}

// look searches a file, which may belong to several variants.
func (f *testFinder) look(fset *token.FileSet, name string) error {
	isTestFile := strings.HasSuffix(name, "_test.go")
	f.Files = f.Files || isTestFile
	file, err := parser.ParseFile(fset, name, nil, parser.SkipObjectResolution)
	if err != nil {
		f.Problem = cmp.Or(f.Problem, firstLine(err.Error()))
		return nil
	}
	for _, d := range file.Decls {
		fn, ok := d.(*ast.FuncDecl)
		if !ok || fn.Recv != nil || fn.Type.TypeParams != nil || fn.Type.Results != nil {
			continue
		}
		at := fset.Position(fn.Pos())
		place := fmt.Sprintf("%s:%d", filepath.Base(name), at.Line)
		if !isExplored(fn, isTestFile) {
			continue
		}
		if other, ok := f.places[fn.Name.Name]; !ok {
			f.Functions = append(f.Functions, fn.Name.Name)
		} else if other != at.String() {
			f.Problem = cmp.Or(f.Problem, fmt.Sprintf("%s: another package of the same folder has a function %s, too", place, fn.Name.Name))
		}
		f.places[fn.Name.Name] = at.String()
	}
	return nil
}

var test = regexp.MustCompile(`^(Test|Fuzz|Explore)([^a-z].*)?$`)

// IsTest reports whether a function of that name may be among the tests of its package.
func IsTest(function string) bool { return test.MatchString(function) }

func isExplored(fn *ast.FuncDecl, inTestFile bool) bool {
	kind, params := test.FindStringSubmatch(fn.Name.Name), fn.Type.Params
	switch {
	case kind == nil:
		return false
	case kind[1] == "Explore":
		return params.NumFields() == 0 || takes(params, "T")
	case kind[1] == "Fuzz":
		return inTestFile && takes(params, "F")
	}
	return inTestFile && takes(params, "T")
}

// takes reports whether the only parameter is a pointer to a type of package testing.
func takes(params *ast.FieldList, name string) bool {
	if params.NumFields() != 1 {
		return false
	}
	pointer, ok := params.List[0].Type.(*ast.StarExpr)
	if !ok {
		return false
	}
	selected, ok := pointer.X.(*ast.SelectorExpr)
	return ok && selected.Sel.Name == name
}

// hash hashes the sources. Modules of a version do not change.
func (f *testFinder) hash() error {
	var parts []string
	packages.Visit(f.variants, nil, func(pkg *packages.Package) {
		if isStandard(pkg) {
			return
		}
		if m := pkg.Module; m != nil && m.Version != "" && m.Replace == nil {
			parts = append(parts, m.Path+"@"+m.Version)
			return
		}
		parts = append(parts, pkg.GoFiles...)
		f.Sources = append(f.Sources, pkg.GoFiles...)
		if pkg.Module != nil && pkg.Module.GoMod != "" {
			f.Sources = append(f.Sources, pkg.Module.GoMod)
		}
	})
	slices.Sort(parts)
	sum := sha256.New()
	for _, part := range slices.Compact(parts) {
		if err := writePart(sum, part); err != nil {
			return err
		}
	}
	f.Fingerprint = hex.EncodeToString(sum.Sum(nil)[:6])
	return nil
}

// writePart writes a file, or the name of a module. The file's location does not matter.
func writePart(sum io.Writer, part string) error {
	if !strings.HasSuffix(part, ".go") {
		_, err := io.WriteString(sum, part+"\n")
		return err
	}
	text, err := os.ReadFile(part)
	if err == nil {
		_, err = fmt.Fprintf(sum, "%s %d\n%s", filepath.Base(part), len(text), text)
	}
	return err
}
