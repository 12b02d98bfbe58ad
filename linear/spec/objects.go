package spec

import (
	"maps"
	"slices"
)

func truth(b bool) []int64 {
	if b {
		return []int64{1}
	}
	return []int64{0}
}

func same1(a, b int64) bool { return a == b }

func register() object[int64] {
	return object[int64]{equal: same1, operations: map[string]operation[int64]{
		"write": {1, func(_ int64, args []int64) (int64, []int64, bool) { return args[0], nil, true }},
		"read":  {0, func(s int64, _ []int64) (int64, []int64, bool) { return s, []int64{s}, true }},
		"cas": {2, func(s int64, args []int64) (int64, []int64, bool) {
			if s == args[0] {
				return args[1], truth(true), true
			}
			return s, truth(false), true
		}},
	}}
}

func counter() object[int64] {
	return object[int64]{equal: same1, operations: map[string]operation[int64]{
		"add": {1, func(s int64, args []int64) (int64, []int64, bool) { return s + args[0], nil, true }},
		"get": {0, func(s int64, _ []int64) (int64, []int64, bool) { return s, []int64{s}, true }},
		"inc": {0, func(s int64, _ []int64) (int64, []int64, bool) { return s + 1, []int64{s}, true }},
		"dec": {0, func(s int64, _ []int64) (int64, []int64, bool) { return s - 1, []int64{s}, true }},
	}}
}

// A lock is 1 while it is held. By whom is not checked.
func lock() object[int64] {
	return object[int64]{equal: same1, operations: map[string]operation[int64]{
		"lock":    {0, func(s int64, _ []int64) (int64, []int64, bool) { return 1, nil, s == 0 }},
		"unlock":  {0, func(s int64, _ []int64) (int64, []int64, bool) { return 0, nil, s == 1 }},
		"trylock": {0, func(s int64, _ []int64) (int64, []int64, bool) { return 1, truth(s == 0), true }},
	}}
}

func queue() object[[]int64] {
	return object[[]int64]{equal: slices.Equal[[]int64], operations: map[string]operation[[]int64]{
		"enqueue": {1, appended},
		"dequeue": {0, func(s, _ []int64) ([]int64, []int64, bool) {
			if len(s) == 0 {
				return s, nil, true
			}
			return s[1:], s[:1], true
		}},
	}}
}

func stack() object[[]int64] {
	return object[[]int64]{equal: slices.Equal[[]int64], operations: map[string]operation[[]int64]{
		"push": {1, appended},
		"pop": {0, func(s, _ []int64) ([]int64, []int64, bool) {
			if len(s) == 0 {
				return s, nil, true
			}
			return s[:len(s)-1], s[len(s)-1:], true
		}},
	}}
}

func appended(s, args []int64) ([]int64, []int64, bool) {
	return append(slices.Clip(s), args[0]), nil, true
}

// A set is a sorted list of its elements.
func set() object[[]int64] {
	return object[[]int64]{equal: slices.Equal[[]int64], operations: map[string]operation[[]int64]{
		"add": {1, func(s, args []int64) ([]int64, []int64, bool) {
			i, found := slices.BinarySearch(s, args[0])
			if found {
				return s, truth(false), true
			}
			return slices.Insert(slices.Clone(s), i, args[0]), truth(true), true
		}},
		"remove": {1, func(s, args []int64) ([]int64, []int64, bool) {
			i, found := slices.BinarySearch(s, args[0])
			if !found {
				return s, truth(false), true
			}
			return slices.Delete(slices.Clone(s), i, i+1), truth(true), true
		}},
		"contains": {1, func(s, args []int64) ([]int64, []int64, bool) {
			_, found := slices.BinarySearch(s, args[0])
			return s, truth(found), true
		}},
	}}
}

// A table is a map from keys to values.
type table = map[int64]int64

func dictionary() object[table] {
	return object[table]{equal: maps.Equal[table, table], operations: map[string]operation[table]{
		"put": {2, func(s table, args []int64) (table, []int64, bool) {
			after := table{args[0]: args[1]}
			for k, v := range s {
				if k != args[0] {
					after[k] = v
				}
			}
			return after, nil, true
		}},
		"get": {1, func(s table, args []int64) (table, []int64, bool) {
			v, found := s[args[0]]
			if !found {
				return s, nil, true
			}
			return s, []int64{v}, true
		}},
		"delete": {1, func(s table, args []int64) (table, []int64, bool) {
			_, found := s[args[0]]
			after := maps.Clone(s)
			delete(after, args[0])
			return after, truth(found), true
		}},
	}}
}
