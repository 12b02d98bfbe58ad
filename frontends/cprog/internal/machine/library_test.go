package machine

import (
	"slices"
	"strings"
	"testing"

	"dporbench/frontends/cprog/internal/code"
)

// TestFunctions: every C name stands for one function, and none is also refused; each function can be executed, unless it is
// compiled to other instructions.
func TestFunctions(t *testing.T) {
	all, prototypes := functions(), Prototypes()
	for number, f := range all {
		for _, name := range strings.Fields(f.names) {
			if p := prototypes[name]; int(p.Function) != number || p.Arguments != f.arguments {
				t.Errorf("%s stands in the table as function %d, with %d arguments, and as %+v", name, number, f.arguments, p)
			}
			if code.Missing[name] != "" || code.Unsupported(name) {
				t.Errorf("%s is supported, and is listed as missing", name)
			}
		}
		compiled := slices.Contains([]code.LibraryFunction{code.LibMutexKind, code.LibMutexAttributes, code.LibAttributes, code.LibDetachState}, code.LibraryFunction(number))
		if !compiled && (f.do == nil) == (f.result == nil) {
			t.Errorf("%q, function %d, is executed in no way or in two", f.names, number)
		}
	}
	if len(all) > code.MostFunctions {
		t.Errorf("%d functions, and code.MostFunctions is %d", len(all), code.MostFunctions)
	}
	for number := range int(code.LibRespond) + 1 {
		if all[number].names == "" && all[number].do == nil && all[number].result == nil {
			t.Errorf("function %d of package code has no entry", number)
		}
	}
}
