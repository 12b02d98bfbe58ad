package smallprog

import (
	"reflect"
	"testing"
)

// FuzzParse checks that Parse accepts any input without panic, and parses what
// String writes.
func FuzzParse(f *testing.F) {
	f.Fuzz(func(t *testing.T, text string) {
		p, err := Parse(text)
		if err != nil {
			return
		}
		q, err := Parse(p.String())
		if err != nil || !reflect.DeepEqual(p, q) {
			t.Errorf("%q\nwrites itself as %v\nwhich is read as %v, error %v", text, p, q, err)
		}
	})
}
