// Package value holds the types of flag values: how each is read and written, and what
// is allowed where one is wrong.
package value

import (
	"fmt"
	"slices"
	"strings"
)

// Value implements pflag.Value for a flag of any type.
type Value[T any] struct {
	target  *T
	kind    string   // as the help shows it
	choices []string // for the shell to complete; nil if there are too many
	parse   func(string) (T, error)
	format  func(T) string
}

func (v Value[T]) String() string {
	if v.target == nil {
		return ""
	}
	return v.format(*v.target)
}

func (v Value[T]) Type() string { return v.kind }

// Choices are the values to choose from, or nil if there are too many.
func (v Value[T]) Choices() []string { return v.choices }

// Set reads the value. The error names the allowed values.
func (v Value[T]) Set(text string) error {
	parsed, err := v.parse(text)
	if err == nil {
		*v.target = parsed
	}
	return err
}

// OneOf is one of the choices, by name.
func OneOf[T comparable](target *T, kind string, choices []T) Value[T] {
	return Value[T]{target, kind, names(choices), func(text string) (T, error) {
		i := slices.IndexFunc(names(choices), func(name string) bool { return strings.EqualFold(name, text) })
		if i < 0 {
			return *new(T), fmt.Errorf("must be one of %s", strings.Join(names(choices), ", "))
		}
		return choices[i], nil
	}, func(choice T) string { return fmt.Sprint(choice) }}
}

// SomeOf is some of all choices, by their names separated by commas, or word, which
// stands for all of them.
func SomeOf[T any](target *[]T, kind, word string, all []T) Value[[]T] {
	return Value[[]T]{target, kind, append(names(all), word), func(text string) ([]T, error) {
		if text == word {
			return all, nil
		}
		var chosen []T
		for name := range strings.SplitSeq(text, ",") {
			i := slices.Index(names(all), name)
			if i < 0 {
				return nil, fmt.Errorf("must be some of %s, or %s", strings.Join(names(all), ", "), word)
			}
			chosen = append(chosen, all[i])
		}
		return chosen, nil
	}, func(chosen []T) string {
		if len(chosen) == len(all) {
			return word
		}
		return strings.Join(names(chosen), ",")
	}}
}

// Parsed is a value with a given parser and formatter.
func Parsed[T any](target *T, kind string, parse func(string) (T, error), format func(T) string) Value[T] {
	return Chosen(target, kind, nil, parse, format)
}

// Chosen is Parsed with choices for the shell to complete.
func Chosen[T any](target *T, kind string, choices []string, parse func(string) (T, error), format func(T) string) Value[T] {
	return Value[T]{target, kind, choices, parse, format}
}

func names[T any](choices []T) []string {
	var names []string
	for _, choice := range choices {
		names = append(names, fmt.Sprint(choice))
	}
	return names
}
