package flags

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"dporbench/algos/catalog"
	"dporbench/harness/internal/shared/command"
	"dporbench/harness/internal/shared/program"
	"dporbench/harness/internal/shared/value"
)

// Algorithm is an algorithm, by name.
func Algorithm(r *program.Registry, target *catalog.Algorithm) value.Value[catalog.Algorithm] {
	return value.Chosen(target, "NAME", r.AlgorithmNames(), func(name string) (catalog.Algorithm, error) {
		a, ok := r.Algorithm(name)
		switch {
		case ok:
			return a, nil
		case name == "all" || strings.Contains(name, ","):
			return a, errors.New("one algorithm is shown here, as in --algo pop")
		}
		return a, command.Unknown("algorithm", name, r.AlgorithmNames())
	}, func(a catalog.Algorithm) string { return a.Name })
}

// Algorithms is a list of algorithms, or "all" for every algorithm that reaches each class of happens-before. A flag that is given again
// adds to the list.
func Algorithms(r *program.Registry, target *[]catalog.Algorithm) value.Value[[]catalog.Algorithm] {
	var given []catalog.Algorithm
	return value.Chosen(target, "NAMES", append(r.AlgorithmNames(), "all"), func(text string) ([]catalog.Algorithm, error) {
		if text == "all" {
			return slices.DeleteFunc(r.Algorithms(), func(a catalog.Algorithm) bool { return !ReachesAll(a) }), nil
		}
		list := slices.Clone(given)
		if words := strings.Fields(text); len(words) > 1 {
			return nil, fmt.Errorf("names are separated by commas alone: did you mean %s?", strings.ReplaceAll(strings.Join(words, ","), ",,", ","))
		}
		for name := range strings.SplitSeq(text, ",") {
			a, ok := r.Algorithm(name)
			if !ok {
				return nil, command.Unknown("algorithm", name, append(r.AlgorithmNames(), "all"))
			}
			if slices.Contains(program.Names(list), name) {
				return nil, fmt.Errorf("%s is named twice", name)
			}
			list = append(list, a)
		}
		given = list
		return list, nil
	}, func(list []catalog.Algorithm) string { return strings.Join(program.Names(list), ",") })
}
