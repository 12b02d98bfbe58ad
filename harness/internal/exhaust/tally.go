package exhaust

import (
	"cmp"
	"maps"
	"slices"
)

// Tally sums up the programs of one bound with the same number of threads and
// of accesses.
type Tally struct {
	Bound      int // by its place in the plan
	Threads    int
	Accesses   int
	Programs   int64
	Classes    int64 // of all of them
	Most       int64 // of one of them
	Executions int64 // visited by the algorithm, in all orders
	Redundant  int64 // explorations it gave up, in all orders
	Failing    int64 // programs that fail
}

func (t *Tally) add(u Tally) {
	t.Programs += u.Programs
	t.Classes += u.Classes
	t.Most = max(t.Most, u.Most)
	t.Executions += u.Executions
	t.Redundant += u.Redundant
	t.Failing += u.Failing
}

// Failure is a program on which the algorithm breaks a promise.
type Failure struct {
	Program string // in the notation of smallprog.Parse
	Order   string // the first in which it fails
	Problem string // the broken promise, or the error, in that order
}

// Findings are the results for some programs.
type Findings struct {
	Tallies  []Tally   // in the order of the enumeration, one for each bound and size
	Failures []Failure // the first few
}

// Findings keep at most this many Failures: a broken algorithm fails on most programs.
const mostFailures = 20

// Failing is the number of programs that fail.
func (f Findings) Failing() int64 {
	n := int64(0)
	for _, t := range f.Tallies {
		n += t.Failing
	}
	return n
}

func (f *Findings) fail(failure Failure) {
	if len(f.Failures) < mostFailures {
		f.Failures = append(f.Failures, failure)
	}
}

func (f *Findings) add(t Tally) {
	i, found := slices.BinarySearchFunc(f.Tallies, t, compareTallies)
	if !found {
		f.Tallies = slices.Insert(f.Tallies, i, t)
		return
	}
	f.Tallies[i].add(t)
}

func compareTallies(t, u Tally) int {
	return cmp.Or(t.Bound-u.Bound, t.Accesses-u.Accesses, t.Threads-u.Threads)
}

// merge combines the findings of shards; with one, only up to the first shard
// that has a failure.
func merge(shards map[int]Findings, one bool) Findings {
	var all Findings
	for _, number := range slices.Sorted(maps.Keys(shards)) {
		for _, t := range shards[number].Tallies {
			all.add(t)
		}
		for _, failure := range shards[number].Failures {
			all.fail(failure)
		}
		if one && len(all.Failures) > 0 {
			break
		}
	}
	return all
}
