// Package measure runs one exploration in a process of its own and says what
// it took.
//
// [Run] starts the child in its own process group, watches its time and memory, and
// kills the whole group when a limit is exceeded. The child does a [job.Job]. They talk
// over two pipes: the child's standard output carries messages, one JSON object a
// line, and nothing else; its standard input carries the job, and ends when the
// parent does, whatever it died of, which makes the child exit.
package measure

import "time"

// Limits bound a child. Both are always in force.
type Limits struct {
	Wall     time.Duration // from the start of the process
	MemLimit int64         // peak resident memory, in bytes
	Grace    time.Duration // for the child to end when it is asked to, before it is killed; 0 kills it at once
}
