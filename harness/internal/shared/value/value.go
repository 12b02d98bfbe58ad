// Package value holds the types of values that flags have: how each is read,
// written and, where it is wrong, what is allowed instead.
package value

import (
	"fmt"
	"slices"
	"strings"
)

// Value is a flag of any type, as pflag.Value.
type Value[T any] struct {
	target  *T
	kind    string   // as the help shows it
	choices []string // that the shell completes; nil if there are too many
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

// Set reads the value. The error says what is allowed.
func (v Value[T]) Set(text string) error {
	parsed, err := v.parse(text)
	if err == nil {
		*v.target = parsed
	}
	return err
}

// OneOf is one of some choices, by its name.
func OneOf[T comparable](target *T, kind string, choices []T) Value[T] {
	return Value[T]{target, kind, names(choices), func(text string) (T, error) {
		i := slices.Index(names(choices), text)
		if i < 0 {
			return *new(T), fmt.Errorf("must be one of %s", strings.Join(names(choices), ", "))
		}
		return choices[i], nil
	}, func(choice T) string { return fmt.Sprint(choice) }}
}

// SomeOf is some of all choices, by their names separated by commas, or the word
// that stands for all of them.
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

// Parsed is a value that others know how to read and to write.
func Parsed[T any](target *T, kind string, parse func(string) (T, error), format func(T) string) Value[T] {
	return Chosen(target, kind, nil, parse, format)
}

// Chosen is such a value of which there are choices, that the shell completes.
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
