package world

import (
	"fmt"
	"slices"
	"syscall"

	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/guarded"
)

// A pipe is a node without a folder, which has two open files. It holds the text that has been written, and not been read. Unlike other files, it synchronises, as it does
// for the race detector: a read after all that has been written before.

const (
	isPipe   = 1 << 32 // in the numbers of its files
	pipeSize = 1 << 16
	opRead   = "read"
	opWrite  = "write"
)

func (o *opened) isPipe() bool { return o.number&isPipe != 0 }

// newPipe returns the two files of a new pipe, and no error.
func newPipe(th *thread) value {
	number := change(th, "make a pipe in", func(s *system) int64 {
		s.opens += s.opens&1 + 2 // so that the first number is odd
		reads, writes, at := s.opens-1|isPipe, s.opens|isPipe, fmt.Sprint("/dev/pipe-", s.opens)
		s.open = append(s.open, opened{number: reads, path: at, reads: true}, opened{number: writes, path: at, writes: true})
		i, _ := s.find(at)
		s.nodes = slices.Insert(s.nodes, i, node{path: at})
		return reads
	})
	return value{R: []value{newFile(th, "|0", number), newFile(th, "|1", number+1), {}}}
}

// pipeAccess is the access of an operation that reads or writes up to size bytes of a file. If that is a pipe, a read waits for something, and a write for room, unless the other end
// is closed.
func pipeAccess(number int64, op string, size int64) access {
	a := access{what: op + " a file of"}
	if number&isPipe == 0 {
		return a
	}
	pipe := (number + 1) / 2
	if op == opRead {
		a.syncs = []guarded.SyncOp{guarded.Acquires(pipe)}
	} else {
		a.syncs = []guarded.SyncOp{guarded.Releases(pipe)}
	}
	a.ready = func(s *system) bool {
		o, n := s.file(number)
		if o == nil || size == 0 || !s.isOpen(o.path, !o.writes) {
			return true
		}
		if op == opRead {
			return n.content != ""
		}
		return int64(len(n.content))+size <= pipeSize
	}
	return a
}

// isOpen reports whether the end of a pipe is open that writes, or the one that reads.
func (s *system) isOpen(path string, writes bool) bool {
	return slices.ContainsFunc(s.open, func(o opened) bool { return o.path == path && o.writes == writes })
}

func (o *opened) readPipe(n *node, size int64) done {
	if !o.reads {
		return done{err: syscall.EBADF}
	}
	text := n.content[:min(size, int64(len(n.content)))]
	n.content = n.content[len(text):]
	return done{text: text, eof: size > 0 && text == ""}
}

func (s *system) writePipe(o *opened, n *node, text string) done {
	if !s.isOpen(o.path, false) {
		return done{err: syscall.EPIPE}
	}
	n.content += text
	return done{n: int64(len(text))}
}

// inParts writes a text that does not fit into a pipe.
func inParts(text string, write func(part string) value) value {
	var n int64
	for len(text) > 0 {
		part := text[:min(len(text), pipeSize)]
		text = text[len(part):]
		written := write(part).R.([]value)
		if n += written[0].N; written[1].R != nil {
			return memory.Tuple(value{N: n}, written[1])
		}
	}
	return memory.Tuple(value{N: n}, value{})
}

// close closes a file. A pipe of which both are closed is no more.
func (s *system) close(o opened) {
	s.open = slices.DeleteFunc(s.open, func(other opened) bool { return other.number == o.number })
	if o.isPipe() && !s.isOpen(o.path, !o.writes) {
		i, _ := s.find(o.path)
		s.nodes = slices.Delete(s.nodes, i, i+1)
	}
}
