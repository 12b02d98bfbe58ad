package counters

import (
	"reflect"
	"testing"
)

// TestEveryFieldIsInTheTable, once, and is documented there.
func TestEveryFieldIsInTheTable(t *testing.T) {
	check(t, OfCounts())
	check(t, OfStored())
	check(t, OfWork())
}

func check[T any](t *testing.T, table []Counter[T]) {
	var all T
	v := reflect.ValueOf(&all).Elem()
	if v.NumField() != len(table) {
		t.Errorf("%T has %d fields, and the table %d", all, v.NumField(), len(table))
	}
	columns, fields := map[string]bool{}, map[*int64]bool{}
	for _, c := range table {
		if columns[c.Column] || c.Column == "" || c.Doc == "" || fields[c.Of(&all)] {
			t.Errorf("%T: counter %q is duplicated, or says too little", all, c.Column)
		}
		columns[c.Column], fields[c.Of(&all)] = true, true
	}
}

func TestOwn(t *testing.T) {
	places := map[int]bool{}
	for _, c := range Own() {
		if c.Name == "" || c.Title == "" || c.Place < 1 || c.Place > len(Own()) || places[c.Place] {
			t.Errorf("counter %q has no name, no title or no separate place", c.Column)
		}
		places[c.Place] = true
	}
	if last := OfStored()[len(Own())]; last.Name != "" {
		t.Errorf("%s is left out", last.Column)
	}
}
