package table

import (
	"fmt"
	"math"
	"strconv"
	"time"

	"dporbench/results"
)

// None stands for an unknown figure.
const None = "–"

// Marks next to a count that has a published one.
const (
	Agrees    = "✓"
	Disagrees = "✗"
	Differ    = "≠" // the algorithms do not agree, and no count is published
)

// Reached is the number of executions, a lower bound if the run did not finish.
func Reached(r results.Row) string {
	if r.Status == results.OK {
		return Count(r.Executions)
	}
	return "≥ " + Count(r.Reached)
}

// Promise is an algorithm's guarantee about its number of executions. There are at most as many coarser
// classes as classes counted elsewhere.
type Promise struct{ EveryClass, Once, Coarser bool }

// wrong reports whether a run has a number of executions that it should not have. One that did not finish can only
// have too many, and one that may revisit a class cannot.
func (p Promise) wrong(r results.Row, expected int64) bool {
	switch {
	case p.Coarser:
		return r.Reached > expected
	case !p.EveryClass:
		return false
	case p.Once && (r.Reached > expected || r.Status == results.OK && r.Executions > expected):
		return true
	}
	return r.Status == results.OK && r.Executions < expected
}

// Mark compares a run with the published number of executions, 0 if none is. For coarser classes it says how many
// times as many classes of happens-before there are, with = for equally many.
func Mark(r results.Row, p Promise, published int64) string {
	switch {
	case published == 0 || !p.EveryClass && !p.Coarser:
		return ""
	case p.wrong(r, published):
		return Disagrees
	case p.Coarser && r.Status != results.OK:
		return ""
	case p.Coarser && r.Executions == published:
		return "="
	case p.Coarser:
		return fmt.Sprintf("1/%.4g", float64(published)/float64(max(r.Executions, 1)))
	case r.Status == results.OK && r.Executions == published:
		return Agrees
	}
	return ""
}

// Expected says how many executions runs should have; 0 is unknown.
type Expected interface {
	Published(results.Run) int64
	Complete(results.Run) int64   // complete executions, on which the algorithms agree
	Executions(results.Run) int64 // all executions; those on which the algorithms agree if none are published
	Disagree(results.Run) bool    // whether the algorithms disagree
	Promise(algorithm string) Promise
}

// MarkExpected compares a run with the number of executions that it should have, published or not.
func MarkExpected(r results.Row, e Expected) string {
	if e.Disagree(r.Run) && e.Promise(r.Algorithm).EveryClass && r.Status == results.OK {
		return Differ
	}
	return Mark(r, e.Promise(r.Algorithm), e.Executions(r.Run))
}

// Wall is the time of a run, or its status if it did not finish.
func Wall(r results.Row) string {
	if r.Status != results.OK {
		return string(r.Status)
	}
	return Seconds(r.Wall)
}

// Duration is a time measured for a run, or None if it did not finish.
func Duration(r results.Row, d time.Duration) string {
	if r.Status != results.OK {
		return None
	}
	return Seconds(d)
}

// PerExecution is the time per execution in microseconds, or the run's status if it did not finish.
func PerExecution(r results.Row) string {
	if r.Status != results.OK {
		return string(r.Status)
	}
	µs := r.Wall.Seconds() * 1e6 / float64(max(r.Executions, 1))
	if µs < 100 {
		return fmt.Sprintf("%.2f", µs)
	}
	return Count(int64(math.Round(µs)))
}

// Seconds has about three digits.
func Seconds(d time.Duration) string {
	s := d.Seconds()
	switch {
	case s < 1:
		return fmt.Sprintf("%.4f", s)
	case s < 100:
		return fmt.Sprintf("%.2f", s)
	}
	return fmt.Sprintf("%.0f", s)
}

// Megabytes is in units of 10⁶ bytes; 0 is unknown.
func Megabytes(bytes int64) string {
	if bytes == 0 {
		return None
	}
	return fmt.Sprintf("%.1f", float64(bytes)/1e6)
}

// Count writes a number with thousands separators.
func Count(n int64) string {
	return Digits(strconv.FormatInt(n, 10))
}

// Plural writes a number of things, with the word for one or for several.
func Plural(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return Count(int64(n)) + " " + many
}

// Digits separates the digits of a number by thousands.
func Digits(digits string) string {
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// Figure is a count of a run, or None if it did not finish.
func Figure(r results.Row, n int64) string {
	if r.Status != results.OK {
		return None
	}
	return Count(n)
}

// Key is a program, as named in results, and an algorithm.
type Key struct{ Program, Algorithm string }

// ByRun finds cells by program and algorithm.
func ByRun(cells []results.Cell) map[Key]results.Cell {
	m := map[Key]results.Cell{}
	for _, c := range cells {
		r := c.Rows[0]
		m[Key{r.Name(), r.Algorithm}] = c
	}
	return m
}

// Steps is the sum of everything counted in a run.
func Steps(r results.Row) int64 { return r.Events + r.Work.Sum() }

// Each is n per execution.
func Each(r results.Row, n int64) string {
	if r.Status != results.OK {
		return None
	}
	quotient := float64(n) / float64(max(r.Executions, 1))
	switch {
	case n == 0:
		return "0"
	case quotient < 100:
		return fmt.Sprintf("%.1f", quotient)
	}
	return Count(int64(math.Round(quotient)))
}

func Choose(yes bool, a, b string) string {
	if yes {
		return a
	}
	return b
}
