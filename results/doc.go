// Package results records measured runs: a run, its results, and the CSV file to
// which rows are appended as runs end. It depends on programs and algorithms only by
// name.
//
// A [Row] is a [Run], the program, the algorithm and their options, with its results. A [File] appends rows; [Read] returns them again:
//
//	f, _, err := results.Create("mine.csv")
//	err = f.Append(row)
//	contents, err := results.Read("mine.csv")
//
// Repetitions of a run are rows of their own. [Cells] groups them, and a [Cell] has their median and their spread.
// [Compare] finds what differs between two files: exact figures must be the same, times and memory are compared by a
// test of significance.
package results
