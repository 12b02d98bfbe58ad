package walks

import (
	"encoding/json"
	"reflect"
)

// Reflected panics for one order of a map, and so does ReflectedKeys.
func Reflected() {
	text := ""
	for m := reflect.ValueOf(map[int]bool{1: true, 2: true, 3: true}).MapRange(); m.Next(); {
		text += string(rune('0' + m.Key().Int()))
	}
	if text == "321" {
		panic(text)
	}
}

func ReflectedKeys() {
	if k := reflect.ValueOf(map[int]bool{1: true, 2: true, 3: true}).MapKeys(); k[0].Int() == 3 && k[1].Int() == 2 {
		panic("321")
	}
}

// Encoded has a map that is written with sorted keys.
func Encoded() {
	if text, _ := json.Marshal(map[string]int{"b": 1, "a": 2}); string(text) != `{"a":2,"b":1}` {
		panic(string(text))
	}
}
