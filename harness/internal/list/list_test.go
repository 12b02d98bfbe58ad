package list

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"dporbench/algos/catalog"
)

// TestListShowsEveryPromise: every boolean of a catalogue entry makes a difference to the list, and is a field of
// its JSON.
func TestListShowsEveryPromise(t *testing.T) {
	shown := func(a catalog.Algorithm) (text string, object map[string]any) {
		var plain, asJSON strings.Builder
		var lists map[string][]map[string]any
		if err := listAlgorithms(&plain, []catalog.Algorithm{a}); err != nil {
			t.Fatal(err)
		}
		if err := listJSON(&asJSON, nil, []catalog.Algorithm{a}); err != nil {
			t.Fatal(err)
		}
		if err := json.Unmarshal([]byte(asJSON.String()), &lists); err != nil {
			t.Fatal(err)
		}
		return plain.String(), lists["algorithms"][0]
	}
	none, promisesNothing := shown(catalog.Algorithm{})
	n := 0
	for field := range reflect.TypeFor[catalog.Algorithm]().Fields() {
		if field.Type.Kind() != reflect.Bool {
			continue
		}
		n++
		var a catalog.Algorithm
		reflect.ValueOf(&a).Elem().FieldByName(field.Name).SetBool(true)
		text, object := shown(a)
		name := snakeCase(field.Name)
		if text == none || object[name] != true || promisesNothing[name] != false {
			t.Errorf("%s is not shown:\n%s%v", field.Name, text, object)
		}
	}
	if n == 0 {
		t.Error("there are no promises")
	}
}
