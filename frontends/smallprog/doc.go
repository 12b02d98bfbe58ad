// Package smallprog represents small concurrent programs as data, so that explorers can
// be checked on many of them.
//
// A program is one line, which every command and most tests take:
//
//	p: x=1; a=y | q: lock l; b=cas(x,0,2); unlock l
//
// Threads stand between bars. Variables are x, y, z, u, v and w, mutexes l, m and n, and registers a to h, which belong
// to their thread; everything is 0 at first. See [Op] for the statements.
//
// [Parse] reads this notation. [Random] and its like make programs by a source of random numbers, so that a test names a
// seed. A [Bound] enumerates all programs up to a size, one of each set that differs only in names. [Shrink] makes a
// program that shows a mistake as small as it can. Program.Build makes it a model.Program, and Program.Source writes
// it in Go.
package smallprog
