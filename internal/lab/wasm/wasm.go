//go:build js && wasm

// Package wasm is package lab as a WebAssembly module: it defines the JavaScript object lab, whose functions take
// and return JSON. The module is a command whose main calls harness.Main, built for a browser: cmd/dporbench, or the
// command of another module, whose programs and algorithms it then has.
package wasm

import (
	"encoding/json"
	"fmt"
	"syscall/js"

	"dporbench/internal/lab"
	"dporbench/internal/quiz"
)

// Main defines the functions of a laboratory, and does not return.
func Main(l lab.Laboratory) {
	experiment := func(args []js.Value) lab.Experiment { return read[lab.Experiment](args[0]).In(l) } // the first argument of most functions
	js.Global().Set("lab", js.ValueOf(map[string]any{
		"catalog": function(func([]js.Value) any { return l.Catalog() }),
		"check":   function(func(a []js.Value) any { return experiment(a).Check() }),
		"explore": function(func(a []js.Value) any {
			return experiment(a).Explore(a[1].String(), read[lab.Bounds](a[2]), func(r lab.Run) { a[3].Invoke(write(r)) })
		}),
		"trees":   function(func(a []js.Value) any { return experiment(a).Trees(read[[]string](a[1]), a[2].Int()) }),
		"meeting": function(func(a []js.Value) any { return experiment(a).Meeting(a[1].String(), a[2].Int()) }),
		"steps":   function(func(a []js.Value) any { return experiment(a).Steps(a[1].String(), a[2].Int()) }),
		"play":    function(func(a []js.Value) any { return experiment(a).Play(a[1].String(), read[[]string](a[2])) }),
		"quiz": function(func(a []js.Value) any {
			return experiment(a).Quiz(a[1].String(), quiz.Kind(a[2].String()), a[3].Int())
		}),
		"compare": function(func(a []js.Value) any {
			all, err := experiment(a).Compare(read[[]string](a[1]), read[lab.Bounds](a[2]), func(c lab.Comparison) { a[3].Invoke(write(c)) })
			if err != nil {
				return map[string]string{"failed": err.Error()}
			}
			return map[string]any{"comparisons": all}
		}),
		"states": function(func(a []js.Value) any { return experiment(a).States(a[1].String(), read[lab.Bounds](a[2])) }),
		"why":    function(func(a []js.Value) any { return experiment(a).Why(a[1].String(), int64(a[2].Int())) }),
		"whyNot": function(func(a []js.Value) any { return experiment(a).WhyNot(a[1].String(), a[2].String()) }),
	}))
	js.Global().Call("labReady")
	select {}
}

// function makes f callable from JavaScript. A panic becomes the result of the call, and ends nothing else.
func function(f func(args []js.Value) any) js.Func {
	return js.FuncOf(func(_ js.Value, args []js.Value) (result any) {
		defer func() {
			if r := recover(); r != nil {
				result = write(map[string]string{"panic": fmt.Sprint(r)})
			}
		}()
		return write(f(args))
	})
}

func read[T any](v js.Value) (t T) {
	if err := json.Unmarshal([]byte(v.String()), &t); err != nil {
		panic(err)
	}
	return t
}

func write(v any) string {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(text)
}
