// Package oracle compares the classes that an algorithm visits with the classes that an oracle visits, an algorithm
// that is trusted, such as full enumeration: which classes are missing, which are visited although they do not exist,
// and which are visited more than once.
package oracle

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"dporbench/algos"
	"dporbench/model"
	"dporbench/model/equivalence"
)

// Classes counts how often an exploration visited each class, by the key that a [equivalence.Keyer] gives its executions.
type Classes map[string]int

// Collect explores p with x and counts the visits of each class. visited, if not nil, is called for each execution with the
// key of its class and the number of visits of that class so far, from 1; an error that it returns ends the exploration.
// Classes by Values are comparable only if the same keyer has collected them. The classes are returned even with an error.
func Collect(ctx context.Context, keyer *equivalence.Keyer, x algos.Explorer, p *model.Program,
	visited func(e *model.Execution, key string, visits int) error) (Classes, algos.Stats, error) {
	classes := Classes{}
	stats, err := x.Explore(ctx, p, func(e *model.Execution) error {
		key, err := keyer.Key(e.Events())
		classes[key]++
		if err != nil || visited == nil {
			return err
		}
		return visited(e, key, classes[key])
	})
	return classes, stats, err
}

// Difference lists the classes in which an exploration differs from the oracle, by key, in the order of the keys.
type Difference struct {
	Classes     int      // of the oracle
	Missing     []string // visited by the oracle only
	Unknown     []string // visited by the algorithm only
	Repeated    []string // visited more than once by the algorithm
	Repetitions int      // visits of the repeated ones beyond their first
}

// Compare returns how got differs from the classes of the oracle. How often the oracle visits a class does not count.
func (got Classes) Compare(oracle Classes) Difference {
	d := Difference{Classes: len(oracle)}
	for key := range oracle {
		if got[key] == 0 {
			d.Missing = append(d.Missing, key)
		}
	}
	for key, n := range got {
		if oracle[key] == 0 {
			d.Unknown = append(d.Unknown, key)
		}
		if n > 1 {
			d.Repeated = append(d.Repeated, key)
			d.Repetitions += n - 1
		}
	}
	for _, keys := range [][]string{d.Missing, d.Unknown, d.Repeated} {
		slices.Sort(keys)
	}
	return d
}

// Difference describes how got differs from the classes of the oracle, as [Describe] does.
func (got Classes) Difference(oracle Classes) string { return got.Compare(oracle).String() }

func (d Difference) String() string {
	return Describe(d.Classes, len(d.Missing), len(d.Unknown), d.Repetitions)
}

// Describe describes a difference from the oracle on one line, such as "of 28 classes: 3 missing, 708 repeated". It is empty
// if all three numbers are 0.
func Describe(classes, missing, unknown, repeated int) string {
	var parts []string
	for _, part := range []struct {
		n    int
		what string
	}{{missing, "missing"}, {unknown, "unknown"}, {repeated, "repeated"}} {
		if part.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", part.n, part.what))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return fmt.Sprintf("of %d classes: %s", classes, strings.Join(parts, ", "))
}

// First returns the key of a class that shows the difference: the first one missing or else unknown or repeated.
func (d Difference) First() string {
	if all := slices.Concat(d.Missing, d.Unknown, d.Repeated); len(all) > 0 {
		return all[0]
	}
	return ""
}
