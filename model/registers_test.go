package model_test

import (
	"reflect"
	"testing"

	"dporbench/model/event"
	"dporbench/model/operation"
)

// TestInRegisters checks that types which hot paths pass by value have the shape that the
// compiler keeps in registers: at most four fields at each level, and four words. With six
// fields, POP took a sixth more time on the same number of instructions.
func TestInRegisters(t *testing.T) {
	for _, of := range []reflect.Type{reflect.TypeFor[event.Event](), reflect.TypeFor[operation.Step]()} {
		if of.Size() > 32 {
			t.Errorf("%v has %d bytes, more than 32", of, of.Size())
		}
		checkFields(t, of)
	}
}

func checkFields(t *testing.T, of reflect.Type) {
	if of.Kind() != reflect.Struct {
		return
	}
	if n := of.NumField(); n > 4 {
		t.Errorf("%v has %d fields, more than 4", of, n)
	}
	for i := range of.NumField() {
		checkFields(t, of.Field(i).Type)
	}
}
