package goprog_test

import (
	"testing"

	"dporbench/frontends/goprog/testdata/language"
	"dporbench/model"
)

// TestLanguage: what holds in Go holds in explored programs.
func TestLanguage(t *testing.T) {
	for function, native := range map[string]func(){
		"Numbers": language.Numbers, "Texts": language.Texts, "Slices": language.Slices, "Methods": language.Methods, "Control": language.Control,
		"Primitives": language.Primitives, "Addresses": language.Addresses, "Reflection": language.Reflection, "Hashes": language.Hashes, "Appended": language.Appended,
		"Converted": language.Converted, "TypeNames": language.TypeNames,
	} {
		native()
		if seen := explore(t, program(t, "./testdata/language", function), "pop"); seen.outcomes[model.Complete] != 1 || seen.executions != 1 {
			t.Errorf("%s: %v %v", function, seen.outcomes, seen.reports)
		}
	}
}
