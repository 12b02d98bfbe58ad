package sealed

import (
	"bytes"
	"errors"
	"reflect"
	"testing"
)

type sample struct {
	Name   string
	Counts map[string]int
	Data   []byte
}

var (
	kind  = Kind{"test file", 2}
	value = sample{"<a & b>\n", map[string]int{"x": 1, "y": -2}, []byte{0, 255}}
)

func seal(t *testing.T) []byte {
	t.Helper()
	data, err := kind.Seal(value)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// TestEveryDamage: with any bit flipped, any byte lost or any end cut off, a value is refused or as it was.
func TestEveryDamage(t *testing.T) {
	data := seal(t)
	refused := 0
	try := func(damaged []byte) {
		var got sample
		if err := kind.Open(damaged, &got); err != nil {
			refused++
		} else if !reflect.DeepEqual(got, value) {
			t.Errorf("%s: read as %+v", damaged, got)
		}
	}
	try(data)
	if refused > 0 {
		t.Fatal("the intact value is refused")
	}
	for i := range data {
		for bit := range 8 {
			damaged := bytes.Clone(data)
			damaged[i] ^= 1 << bit
			try(damaged)
		}
		try(append(bytes.Clone(data[:i]), data[i+1:]...))
		try(data[:i])
	}
	if refused < 8*len(data) {
		t.Errorf("only %d of %d damages were refused", refused, 10*len(data))
	}
}

func TestOpenRefuses(t *testing.T) {
	data := seal(t)
	for _, test := range []struct {
		kind Kind
		data []byte
		v    any
		want string
	}{
		{Kind{"test file", 3}, data, new(sample), "a test file of version 2: this build reads version 3"},
		{Kind{"recipe", 2}, data, new(sample), "not a recipe"},
		{kind, []byte("{}"), new(sample), "not a test file"},
		{kind, append(bytes.Clone(data), data...), new(sample), "not a test file"},
		{kind, bytes.Replace(data, []byte("Counts"), []byte("Coumts"), 1), new(sample), ErrDamaged.Error()},
		{kind, data, new(struct{ Name string }), `not a valid test file: json: unknown field "Counts"`},
	} {
		if err := test.kind.Open(test.data, test.v); err == nil || err.Error() != test.want {
			t.Errorf("%v, %s: %v, want %s", test.kind, test.data, err, test.want)
		}
	}
	if err := kind.Open(bytes.Replace(data, []byte("Counts"), []byte("Coumts"), 1), new(sample)); !errors.Is(err, ErrDamaged) {
		t.Errorf("%v is not ErrDamaged", err)
	}
}
