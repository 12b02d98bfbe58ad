package language

import (
	"errors"
	"reflect"
	"slices"
)

type pair struct {
	Left  int8
	right []string
}

// Text is a method of a pair.
func (pair) Text() string { return "pair" }

// Reflection checks values and types that are inspected as tests do.
func Reflection() {
	types()
	values()
	converted()
}

func types() {
	var texts interface{ Text() string }
	for v, want := range map[any]string{
		1: "int int int", "": "string string string", pair{}.Left: "int8 int8 int8", &pair{}: "*language.pair ptr ",
		[2]string{}: "[2]string array ", errors.ErrUnsupported: "*errors.errorString ptr ",
	} {
		t := reflect.TypeOf(v)
		check(t.String()+" "+t.Kind().String()+" "+t.Name() == want, "a type, "+want)
	}
	i := reflect.TypeOf(&texts).Elem()
	check(reflect.TypeOf(pair{}).Implements(i) && reflect.TypeOf(&pair{}).Implements(i) && !reflect.TypeOf(1).Implements(i), "what implements an interface")
	check(reflect.TypeOf(nil) == nil && reflect.TypeOf(1) == reflect.TypeOf(2) && reflect.TypeOf(1) != reflect.TypeOf("") && i.Kind() == reflect.Interface, "equal types")
	check(reflect.TypeOf(1).ConvertibleTo(reflect.TypeOf("")) && !reflect.TypeOf("").ConvertibleTo(reflect.TypeOf(1)), "what can be converted")
	check(reflect.TypeOf(pair{}).Size() == 32 && !reflect.TypeOf(pair{}).Comparable(), "sizes")
}

func values() {
	p := &pair{1, []string{"x"}}
	v := reflect.ValueOf(p)
	check(v.Elem().Field(0).Int() == 1 && v.Elem().Field(1).Index(0).String() == "x" && v.Elem().NumField() == 2, "fields")
	check(reflect.ValueOf([]any{1, "a", nil}).Index(1).Interface() == "a" && reflect.ValueOf([]any{nil}).Index(0).Kind() == reflect.Interface, "elements")
	check(reflect.ValueOf([]any{nil}).Index(0).IsNil() && reflect.ValueOf((*pair)(nil)).IsNil() && !v.IsNil(), "nil")
	check(!reflect.ValueOf(nil).IsValid() && reflect.ValueOf(nil).Kind() == reflect.Invalid && !reflect.ValueOf((*pair)(nil)).Elem().IsValid(), "no value")
	m := map[string]int{"a": 1, "b": 2}
	keys := []string{}
	for _, k := range reflect.ValueOf(m).MapKeys() {
		keys = append(keys, k.String())
	}
	slices.Sort(keys)
	check(slices.Equal(keys, []string{"a", "b"}) && reflect.ValueOf(m).MapIndex(reflect.ValueOf("b")).Interface() == 2, "maps")
	check(!reflect.ValueOf(m).MapIndex(reflect.ValueOf("c")).IsValid() && reflect.ValueOf(m).Len() == 2 && reflect.ValueOf("abc").Len() == 3, "lengths")
	check(reflect.Zero(reflect.TypeOf(pair{})).Interface().(pair).right == nil && reflect.ValueOf(pair{}).IsZero() && !v.Elem().IsZero(), "zero values")
	check(thrown(func() { reflect.ValueOf(1).Len() }) == "reflect: call of reflect.Value.Len on int Value", "the length of a number")
	check(thrown(func() { reflect.ValueOf(nil).Type() }) == "reflect: call of reflect.Value.Type on zero Value", "the type of nothing")
	check(thrown(func() { reflect.ValueOf([]int{}).Index(0) }) == "reflect: slice index out of range", "an index")
}

func converted() {
	type number int16
	to := reflect.TypeOf(number(0))
	check(reflect.ValueOf(1<<16+5).Convert(to).Interface() == number(5) && reflect.ValueOf(uint8(200)).Convert(to).Int() == 200, "numbers")
	check(reflect.ValueOf(-2.5).Convert(to).Interface() == number(-2) && reflect.ValueOf(3).Convert(reflect.TypeOf(1.5)).Float() == 3, "other numbers")
}
