package suite

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// The Go runtime tests its profile of leaked goroutines with programs in runtime/testdata/testgoroutineleakprofile, each a function.
// A test lists the goroutines that leak, by regular expressions for the function that a goroutine was started with and for the
// operation at which it waits.

// LeakTest is one of these programs.
type LeakTest struct {
	Folder   string // of its package
	Group    string // of the tests: micro, stress, pattern or goker
	Name     string // of the function
	Expected []*regexp.Regexp
}

// expectations is the path, from the folder of the programs, of the test that lists the expected leaks.
const expectations = "../../goroutineleakprofile_test.go"

// HasLeakTests reports whether a folder is the one with these programs.
func HasLeakTests(folder string) bool {
	_, err := os.Stat(filepath.Join(folder, expectations))
	return err == nil && filepath.Base(folder) == "testgoroutineleakprofile"
}

// ReadLeakTests reads the leaks expected of the programs in a folder.
func ReadLeakTests(folder string) ([]LeakTest, error) {
	file, err := parser.ParseFile(token.NewFileSet(), filepath.Join(folder, expectations), nil, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	var tests []LeakTest
	ast.Inspect(file, func(n ast.Node) bool {
		list, ok := n.(*ast.AssignStmt)
		if !ok || err != nil {
			return err == nil
		}
		name, ok := list.Lhs[0].(*ast.Ident)
		values, isList := list.Rhs[0].(*ast.CompositeLit)
		group, isTests := groupOf(name, ok)
		if !isList || !isTests {
			return true
		}
		for _, e := range values.Elts {
			t, problem := leakTest(e)
			if problem != nil {
				err = fmt.Errorf("%s: %w", expectations, problem)
				return false
			}
			t.Group, t.Folder = group, folder
			if group == goker {
				t.Folder = filepath.Join(folder, goker)
			}
			tests = append(tests, t)
		}
		return false
	})
	if err == nil && len(tests) == 0 {
		err = fmt.Errorf("%s: no lists of tests in it", filepath.Join(folder, expectations))
	}
	return tests, err
}

const goker = "goker"

// groupOf returns the group of a list of tests, by its name: "micro" for microTests, "goker" for gokerTestCases.
func groupOf(list *ast.Ident, ok bool) (group string, isTests bool) {
	if !ok {
		return "", false
	}
	for _, ending := range []string{"TestCases", "Tests"} {
		if group, ok := strings.CutSuffix(list.Name, ending); ok && group != "" {
			return group, true
		}
	}
	return "", false
}

// leakTest reads a call such as makeTest("ChanRecv", `ChanRecv\.func1\(.* \[chan receive\]`).
func leakTest(e ast.Expr) (t LeakTest, err error) {
	call, ok := e.(*ast.CallExpr)
	if !ok || len(call.Args) == 0 {
		return t, fmt.Errorf("a test is not a call")
	}
	for i, arg := range call.Args {
		literal, ok := arg.(*ast.BasicLit)
		if !ok {
			return t, fmt.Errorf("an argument of a test is not a string")
		}
		text, err := strconv.Unquote(literal.Value)
		if err != nil {
			return t, err
		}
		if i == 0 {
			t.Name = text
			continue
		}
		pattern, err := regexp.Compile(text)
		if err != nil {
			return t, err
		}
		t.Expected = append(t.Expected, pattern)
	}
	return t, nil
}
