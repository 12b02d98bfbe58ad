package world

import (
	"go/types"
	"path"
	"syscall"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// An *os.File leads to a struct with the file's name, and a poll.FD whose Sysfd is the number of the open file.

// streams are the files that are always open. Their numbers are negative, and text written to them is printed.
var streams = []string{"/dev/stdin", "/dev/stdout", "/dev/stderr"}

// newFile returns an *os.File.
func newFile(th *thread, name string, number int64) value {
	outer, inner := th.Gen.TypeNamed("os", "File"), th.Gen.TypeNamed("os", "file")
	lo, li := th.Gen.Layouts.Of(outer), th.Gen.Layouts.Of(inner)
	in := th.NewObject(th.Gen.Site("native os.file", li, false), li.N)
	cells := in.R.(*memory.Object).Cells
	at, _ := li.Field("name")
	cells[at] = memory.String(name)
	cells[numberIn(li)] = value{N: number}
	out := th.NewObject(th.Gen.Site("native os.File", lo, false), lo.N)
	out.R.(*memory.Object).Cells[0] = in
	return out
}

func numberIn(file *layout) int {
	at, pfd := file.Field("pfd")
	off, _ := pfd.Field("Sysfd")
	return at + off
}

// open opens a file, and returns an *os.File and an error.
func open(th *thread, name string, flags, mode int64) value {
	type result struct {
		number int64
		err    syscall.Errno
	}
	r := change(th, "open a file of", func(s *system) (r result) {
		r.number, r.err = s.opening(name, flags, mode)
		return r
	})
	if r.err != 0 {
		return memory.Tuple(value{}, pathError(th, "open", name, r.err))
	}
	return memory.Tuple(newFile(th, name, r.number), value{})
}

// numberOf returns the number and the name of an *os.File.
func numberOf(th *thread, f value) (number int64, name string) {
	if f.R == nil {
		return 0, ""
	}
	inner := th.Load(f, anyPointer(th))
	li := th.Gen.Layouts.Of(th.Gen.TypeNamed("os", "file"))
	at, part := li.Field("name")
	n := numberIn(li)
	return th.Load(value{N: inner.N + int64(n), R: inner.R}, intLayout(th)).N, th.Load(value{N: inner.N + int64(at), R: inner.R}, part).Text()
}

// Redirected returns the file to which the program has set os.Stdout, if it has. Where no package imports os, that is not initialised, and nobody has.
func Redirected(th *thread) (file value, ok bool) {
	p, l, ok := th.Variable("os", "Stdout")
	if !ok {
		return value{}, false
	}
	if file = th.Load(p, l); file.R == nil {
		return value{}, false
	}
	if _, outside := file.R.(memory.Poison); outside {
		return value{}, false
	}
	number, _ := numberOf(th, file)
	return file, number >= 0
}

func anyPointer(th *thread) *layout { return th.Gen.Layouts.Of(types.NewPointer(types.Typ[types.Int])) }
func intLayout(th *thread) *layout  { return th.Gen.Layouts.Of(types.Typ[types.Int]) }

// done is the result of an operation on an open file.
type done struct {
	n    int64
	text string
	err  syscall.Errno
	eof  bool
	shut bool // the file has been closed
}

// onFile executes an operation on an open file, as one event.
func onFile(th *thread, f value, op string, do func(s *system, o *opened, n *node) done) (done, value) {
	return onSized(th, f, op, 0, do)
}

// onSized is onFile for an operation that reads or writes up to size bytes.
func onSized(th *thread, f value, op string, size int64, do func(s *system, o *opened, n *node) done) (done, value) {
	number, name := numberOf(th, f)
	switch {
	case number < 0:
		return done{}, value{}
	case number == 0:
		p, l, _ := th.Variable("io/fs", "ErrInvalid")
		return done{}, th.Load(p, l)
	}
	d := changeBy(th, pipeAccess(number, op, size), func(s *system) done {
		o, n := s.file(number)
		if o == nil {
			return done{shut: true}
		}
		if n == nil {
			n = &node{}
		}
		return do(s, o, n)
	})
	switch {
	case d.shut:
		p, l, _ := th.Variable("io/fs", "ErrClosed")
		return d, pathErrorOf(th, op, name, th.Load(p, l))
	case d.eof:
		p, l, _ := th.Variable("io", "EOF")
		return d, th.Load(p, l)
	}
	return d, pathError(th, op, name, d.err)
}

// listed returns the next entries of an open folder: all that are left, if most is not positive.
func listed(th *thread, f value, most int64) (all []node, err value) {
	_, err = onFile(th, f, "readdir", func(s *system, o *opened, n *node) done {
		if !n.folder {
			return done{err: syscall.ENOTDIR}
		}
		refuseList(th, n)
		all = s.entries(n.path)
		all = all[min(o.at, int64(len(all))):]
		if most > 0 {
			all = all[:min(most, int64(len(all)))]
		}
		o.at += int64(len(all))
		return done{eof: most > 0 && len(all) == 0}
	})
	return all, err
}

func openFiles() map[string]native {
	read := func(th *thread, f, buffer value, at func(o *opened) *int64) value {
		size := machine.SliceOf(buffer).Len
		if number, _ := numberOf(th, f); number < 0 { // nobody types anything
			p, l, _ := th.Variable("io", "EOF")
			return memory.Tuple(value{}, th.Load(p, l))
		}
		d, err := onSized(th, f, opRead, size, func(_ *system, o *opened, n *node) done {
			from := at(o)
			switch {
			case o.isPipe():
				return o.readPipe(n, size)
			case n.folder:
				return done{err: syscall.EISDIR}
			case !o.reads:
				return done{err: syscall.EBADF}
			case size > 0 && *from >= int64(len(n.content)):
				return done{eof: true}
			}
			text := n.content[*from:min(*from+size, int64(len(n.content)))]
			*from += int64(len(text))
			return done{text: text}
		})
		return memory.Tuple(value{N: put(th, buffer, d.text)}, err)
	}
	var write func(th *thread, f value, text string, at func(o *opened) *int64) value
	write = func(th *thread, f value, text string, at func(o *opened) *int64) value {
		switch number, _ := numberOf(th, f); {
		case number < 0:
			th.Print(text)
			return memory.Tuple(value{N: int64(len(text))}, value{})
		case number&isPipe != 0 && len(text) > pipeSize:
			return inParts(text, func(part string) value { return write(th, f, part, at) })
		}
		d, err := onSized(th, f, opWrite, int64(len(text)), func(s *system, o *opened, n *node) done {
			switch {
			case !o.writes:
				return done{err: syscall.EBADF}
			case o.isPipe():
				return s.writePipe(o, n, text)
			}
			from := at(o)
			if o.appends {
				*from = int64(len(n.content))
			}
			whole := sized(n.content, max(int64(len(n.content)), *from+int64(len(text))))
			n.content = whole[:*from] + text + whole[*from+int64(len(text)):]
			*from += int64(len(text))
			return done{n: int64(len(text))}
		})
		return memory.Tuple(value{N: d.n}, err)
	}
	own := func(o *opened) *int64 { return &o.at }
	at := func(off int64) func(*opened) *int64 { return func(*opened) *int64 { return &off } }
	return map[string]native{
		"os.NewFile": func(th *thread, a []value) value {
			for i, name := range streams {
				if a[1].Text() == name {
					return newFile(th, name, -1-int64(i))
				}
			}
			th.Refuse("os.NewFile of %s is not supported", a[1].Text())
			return value{}
		},
		"os.Open": func(th *thread, a []value) value { return open(th, a[0].Text(), syscall.O_RDONLY, 0) },
		"os.Create": func(th *thread, a []value) value {
			return open(th, a[0].Text(), syscall.O_RDWR|syscall.O_CREAT|syscall.O_TRUNC, 0o666)
		},
		"os.OpenFile": func(th *thread, a []value) value {
			return open(th, a[0].Text(), a[1].N, a[2].N)
		},
		"os.CreateTemp": func(th *thread, a []value) value {
			return temporary(th, a, false, func(name string) value { return open(th, name, syscall.O_RDWR, 0) })
		},
		"(*os.File).Read":        func(th *thread, a []value) value { return read(th, a[0], a[1], own) },
		"(*os.File).ReadAt":      func(th *thread, a []value) value { return read(th, a[0], a[1], at(a[2].N)) },
		"os.Pipe":                func(th *thread, _ []value) value { return newPipe(th) },
		"(*os.File).Write":       func(th *thread, a []value) value { return write(th, a[0], string(th.Bytes(a[1])), own) },
		"(*os.File).WriteString": func(th *thread, a []value) value { return write(th, a[0], a[1].Text(), own) },
		"(*os.File).WriteAt":     func(th *thread, a []value) value { return write(th, a[0], string(th.Bytes(a[1])), at(a[2].N)) },
		"(*os.File).Close": func(th *thread, a []value) value {
			_, err := onFile(th, a[0], "close", func(s *system, o *opened, _ *node) done {
				s.close(*o)
				return done{}
			})
			return err
		},
		"(*os.File).Sync": func(th *thread, a []value) value {
			_, err := onFile(th, a[0], "sync", func(*system, *opened, *node) done { return done{} })
			return err
		},
		"(*os.File).Chmod": func(th *thread, a []value) value {
			_, err := onFile(th, a[0], "chmod", func(_ *system, _ *opened, n *node) done { n.mode = a[1].N; return done{} })
			return err
		},
		"(*os.File).Truncate": func(th *thread, a []value) value {
			_, err := onFile(th, a[0], "truncate", func(_ *system, _ *opened, n *node) done { n.content = sized(n.content, a[1].N); return done{} })
			return err
		},
		"(*os.File).Seek": func(th *thread, a []value) value {
			d, err := onFile(th, a[0], "seek", func(_ *system, o *opened, n *node) done {
				to := a[1].N + []int64{0, o.at, int64(len(n.content))}[a[2].N%3]
				if to < 0 {
					return done{err: syscall.EINVAL}
				}
				o.at = to
				return done{n: to}
			})
			return memory.Tuple(value{N: d.n}, err)
		},
		"(*os.File).ReadDir": func(th *thread, a []value) value {
			all, err := listed(th, a[0], a[1].N)
			return memory.Tuple(entries(th, all), err)
		},
		"(*os.File).Readdirnames": func(th *thread, a []value) value {
			all, err := listed(th, a[0], a[1].N)
			var names []value
			for _, n := range all {
				names = append(names, memory.String(path.Base(n.path)))
			}
			return memory.Tuple(th.SliceWith("native names", th.Gen.Layouts.Of(stringType), names...), err)
		},
		"(*os.File).Stat": func(th *thread, a []value) value {
			var found node
			_, err := onFile(th, a[0], "stat", func(_ *system, _ *opened, n *node) done { found = *n; return done{} })
			if err.R != nil {
				return memory.Tuple(value{}, err)
			}
			return memory.Tuple(info(th, &found, path.Base(found.path)), value{})
		},
	}
}
