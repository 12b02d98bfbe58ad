// Package measure runs one exploration in its own process and reports its cost.
//
// [Run] starts the child in its own process group, watches its time and memory, and
// kills the whole group when a limit is exceeded. The child does a [job.Job]. They
// communicate over two pipes: the child's standard output carries messages, one JSON
// object per line, and nothing else; its standard input carries the job, and ends when
// the parent dies for whatever reason, which makes the child exit.
package measure

import "time"

// Limits bounds a child. Wall and MemLimit are always in force.
type Limits struct {
	Wall     time.Duration // from the start of the process or, if a process does many jobs, from when the package of the program has been read
	Read     time.Duration // to start and to read the package, in a process that does many jobs
	Late     time.Duration // by which Wall may be exceeded before the child is asked to end; it keeps to Wall by itself
	MemLimit int64         // peak resident memory, in bytes
	Grace    time.Duration // for the child to end when it is asked to, before it is killed; 0 kills it at once
}
