package dporbench_test

import (
	"errors"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestNoPackageState: packages of algos, model and the front ends have no state: a variable of a package has a value from the
// beginning and is never changed, so explorations run side by side without noticing each other.
func TestNoPackageState(t *testing.T) {
	packages := 0
	for _, root := range []string{"algos", "model", "frontends"} {
		err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
			switch {
			case err != nil || !d.IsDir():
				return err
			case d.Name() == "testdata":
				return filepath.SkipDir
			}
			packages++
			for _, problem := range stateOf(t, path) {
				t.Error(problem)
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	if packages < 50 {
		t.Errorf("%d folders, want at least 50", packages)
	}
}

func TestStateOf(t *testing.T) {
	folder := t.TempDir()
	source := `package p
var kept []int
var table = map[string]int{"a": 1}
var pool = sync.Pool{}
var fine = []int{1, 2}
func f() { table["b"] = 2; fine := 1; fine++; g(&fine) }
`
	if err := os.WriteFile(filepath.Join(folder, "p.go"), []byte(source), 0o644); err != nil {
		t.Fatal(err)
	}
	if got := stateOf(t, folder); len(got) != 3 {
		t.Errorf("got %q, want problems with kept, table and pool", got)
	}
}

// stateOf returns a line for each variable of the package in a folder that may be changed.
func stateOf(t *testing.T, folder string) (problems []string) {
	t.Helper()
	set := token.NewFileSet()
	files, info, _ := parsePackage(t, set, folder)
	report := func(at ast.Node, name, why string) {
		problems = append(problems, set.Position(at.Pos()).String()+": "+name+" "+why)
	}
	for _, file := range files {
		for _, d := range file.Decls {
			if declared, ok := d.(*ast.GenDecl); ok && declared.Tok == token.VAR {
				for _, s := range declared.Specs {
					checkDeclared(s.(*ast.ValueSpec), report)
				}
			}
		}
		ast.Inspect(file, func(n ast.Node) bool {
			for _, changed := range changedBy(n) {
				if name := rootOf(changed); name != nil && isOfPackage(info.Uses[name]) {
					report(changed, name.Name, "is changed")
				}
			}
			return true
		})
	}
	return problems
}

type nothing struct{}

func (nothing) Import(path string) (*types.Package, error) { return nil, errors.New("not needed") }

// parsePackage parses the files of a folder without tests, and resolves names declared in them.
func parsePackage(t *testing.T, set *token.FileSet, folder string) ([]*ast.File, *types.Info, *types.Package) {
	t.Helper()
	paths, err := filepath.Glob(filepath.Join(folder, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var files []*ast.File
	for _, path := range paths {
		if strings.HasSuffix(path, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(set, path, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, file)
	}
	info := &types.Info{Uses: map[*ast.Ident]types.Object{}}
	// Other packages are not read, so not every expression has a type, but everything declared here has.
	own, _ := (&types.Config{Importer: nothing{}, Error: func(error) {}}).Check(folder, set, files, info)
	return files, info, own
}

// checkDeclared reports variables that begin empty, or that hold something made to be changed.
func checkDeclared(s *ast.ValueSpec, report func(at ast.Node, name, why string)) {
	embedded := false
	if selector, ok := s.Type.(*ast.SelectorExpr); ok {
		embedded = selector.Sel.Name == "FS"
	}
	if len(s.Values) == 0 && !embedded && s.Names[0].Name != "_" {
		report(s, s.Names[0].Name, "has no value")
	}
	for i, v := range s.Values {
		literal, ok := v.(*ast.CompositeLit)
		if !ok {
			continue
		}
		if of, ok := literal.Type.(*ast.SelectorExpr); ok {
			if in, ok := of.X.(*ast.Ident); ok && (in.Name == "sync" || in.Name == "atomic") {
				report(s, s.Names[i].Name, "is a "+in.Name+"."+of.Sel.Name)
			}
		}
	}
}

// changedBy returns the expressions that a statement changes, or whose address an expression takes.
func changedBy(n ast.Node) []ast.Expr {
	switch n := n.(type) {
	case *ast.AssignStmt:
		if n.Tok != token.DEFINE {
			return n.Lhs
		}
	case *ast.IncDecStmt:
		return []ast.Expr{n.X}
	case *ast.UnaryExpr:
		if n.Op == token.AND {
			return []ast.Expr{n.X}
		}
	}
	return nil
}

// rootOf returns the variable of which e is a part, or nil.
func rootOf(e ast.Expr) *ast.Ident {
	for {
		switch part := e.(type) {
		case *ast.Ident:
			return part
		case *ast.IndexExpr:
			e = part.X
		case *ast.SelectorExpr:
			e = part.X
		case *ast.ParenExpr:
			e = part.X
		default:
			return nil
		}
	}
}

func isOfPackage(o types.Object) bool {
	v, ok := o.(*types.Var)
	return ok && v.Pkg() != nil && v.Parent() == v.Pkg().Scope()
}
