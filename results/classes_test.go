package results

import (
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

func TestClasses(t *testing.T) {
	path := filepath.Join(t.TempDir(), "map.classes.csv")
	want := []Classes{{"casw 3", "mazurkiewicz", 66}, {"p: a=x, \"b\" | q: x=1", "reads-from", 2}}
	if err := WriteClasses(path, want); err != nil {
		t.Fatal(err)
	}
	if got, err := ReadClasses(path); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, error %v", got, err)
	}
	for text, problem := range map[string]string{
		"a,b\n": "the columns must be",
		"":      "the columns must be",
		"program,equivalence,classes\na,b,many\n": `:2: classes: "many" is not a number`,
		"program,equivalence,classes\na,b\n":      "wrong number of fields",
	} {
		os.WriteFile(path, []byte(text), 0o600)
		if _, err := ReadClasses(path); err == nil || !strings.Contains(err.Error(), problem) {
			t.Errorf("%q: error %v", text, err)
		}
	}
}
