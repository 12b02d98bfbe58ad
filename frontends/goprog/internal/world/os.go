package world

import (
	"os"
	"path"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"dporbench/frontends/goprog/internal/machine"
	"dporbench/frontends/goprog/internal/memory"
)

// errno returns a syscall.Errno as an error.
func errno(th *thread, err syscall.Errno) value {
	return value{R: &memory.Iface{T: th.Gen.Types.Of(th.Gen.TypeNamed("syscall", "Errno")), V: value{N: int64(err)}}}
}

// pathError returns an error about a path; nil if err is 0.
func pathError(th *thread, op, name string, err syscall.Errno) value {
	if err == 0 {
		return value{}
	}
	if err == syscall.ENOENT {
		refuseOutside(th, name)
	}
	return pathErrorOf(th, op, name, errno(th, err))
}

// refuseOutside refuses a file that is not there but is on the disk: in the folder of the package, where go test runs its tests, or elsewhere.
func refuseOutside(th *thread, name string) {
	at := name
	if !path.IsAbs(name) {
		at = path.Join(home, name)
	}
	if _, began := beginning(th).find(path.Clean(at)); began || th.Gen.Folder == "" || within(scratch, at) {
		return
	}
	real := at
	if within(home, at) || !path.IsAbs(name) {
		real, _ = filepath.Rel(home, at)
		real = filepath.Join(th.Gen.Folder, real)
	}
	if _, err := os.Lstat(real); err == nil {
		th.Refuse("%s is not supported: the program's file system has the files of its package's testdata, and files beside the package that its code names, up to some number and size", name)
	}
}

// refuseList refuses a list of a folder of which some files are left out.
func refuseList(th *thread, n *node) {
	if n.partly && th.Gen.Folder != "" {
		th.Refuse("the list of the folder %s is not supported: not all of its files are in the program's file system", n.path)
	}
}

func pathErrorOf(th *thread, op, name string, err value) value {
	return structure(th, "io/fs", "PathError", map[string]value{"Op": memory.String(op), "Path": memory.String(name), "Err": err})
}

func bytesOf(th *thread, text string) value {
	return machine.NewBytes(th.Gen.Site("file", th.Gen.Layouts.Of(byteType), true), []byte(text), len(text))
}

// changing returns a native that changes the file system at its first argument, and returns a *PathError.
func changing(op string, f func(s *system, a []value) syscall.Errno) native {
	return func(th *thread, a []value) value {
		return pathError(th, op, a[0].Text(), change(th, op, func(s *system) syscall.Errno { return f(s, a) }))
	}
}

func files() map[string]native {
	stat := func(th *thread, a []value) value {
		n, err := look(th).get(a[0].Text())
		if err != 0 {
			return memory.Tuple(value{}, pathError(th, "stat", a[0].Text(), err))
		}
		return memory.Tuple(info(th, n, path.Base(a[0].Text())), value{})
	}
	return map[string]native{
		"os.ReadFile": func(th *thread, a []value) value {
			n, err := look(th).get(a[0].Text())
			switch {
			case err != 0:
				return memory.Tuple(value{}, pathError(th, "open", a[0].Text(), err))
			case n.folder:
				return memory.Tuple(value{}, pathError(th, "read", a[0].Text(), syscall.EISDIR))
			}
			return memory.Tuple(bytesOf(th, n.content), value{})
		},
		"os.WriteFile": func(th *thread, a []value) value {
			content := string(th.Bytes(a[1]))
			return pathError(th, "open", a[0].Text(), change(th, "write a file of", func(s *system) syscall.Errno {
				return s.write(a[0].Text(), content, a[2].N)
			}))
		},
		"os.Mkdir": changing("mkdir", func(s *system, a []value) syscall.Errno {
			return s.make(node{path: a[0].Text(), folder: true, mode: a[1].N})
		}),
		"os.MkdirAll":  changing("mkdir", func(s *system, a []value) syscall.Errno { return s.makeAll(a[0].Text(), a[1].N) }),
		"os.Remove":    changing("remove", func(s *system, a []value) syscall.Errno { return s.remove(a[0].Text()) }),
		"os.RemoveAll": changing("unlinkat", func(s *system, a []value) syscall.Errno { return s.removeAll(a[0].Text()) }),
		"os.Chdir": changing("chdir", func(s *system, a []value) syscall.Errno {
			n, err := s.get(a[0].Text())
			switch {
			case err != 0:
				return err
			case !n.folder:
				return syscall.ENOTDIR
			}
			s.folder = n.path
			return 0
		}),
		"os.Chmod": changing("chmod", func(s *system, a []value) syscall.Errno {
			n, err := s.get(a[0].Text())
			if err == 0 {
				n.mode = a[1].N
			}
			return err
		}),
		"os.Truncate": changing("truncate", func(s *system, a []value) syscall.Errno {
			n, err := s.get(a[0].Text())
			if err == 0 {
				n.content = sized(n.content, a[1].N)
			}
			return err
		}),
		"os.Rename": func(th *thread, a []value) value {
			err := change(th, "rename a file of", func(s *system) syscall.Errno { return s.rename(a[0].Text(), a[1].Text()) })
			if err == 0 {
				return value{}
			}
			return structure(th, "os", "LinkError", map[string]value{"Op": memory.String("rename"), "Old": a[0], "New": a[1], "Err": errno(th, err)})
		},
		"os.Getwd": func(th *thread, _ []value) value { return memory.Tuple(memory.String(look(th).folder), value{}) },
		"os.Stat":  stat,
		"os.Lstat": stat,
		"os.ReadDir": func(th *thread, a []value) value {
			s := look(th)
			n, err := s.get(a[0].Text())
			switch {
			case err != 0:
				return memory.Tuple(value{}, pathError(th, "open", a[0].Text(), err))
			case !n.folder:
				return memory.Tuple(value{}, pathError(th, "readdirent", a[0].Text(), syscall.ENOTDIR))
			}
			refuseList(th, n)
			return memory.Tuple(entries(th, s.entries(n.path)), value{})
		},
		"os.runtime_args": func(th *thread, _ []value) value {
			return th.SliceWith("arguments", th.Gen.Layouts.Of(stringType), memory.String(program))
		},
		"os.Hostname": func(*thread, []value) value { return memory.Tuple(memory.String("localhost"), value{}) },
		"os.Getpid":   constantly(itself), "os.Getppid": constantly(1), "os.Getuid": constantly(1000), "os.Getgid": constantly(1000),
		"os.MkdirTemp":  func(th *thread, a []value) value { return temporary(th, a, true, nil) },
		"os.Executable": func(*thread, []value) value { return memory.Tuple(memory.String(program), value{}) },
	}
}

// temporary makes a folder or a file with a name that is not in use.
func temporary(th *thread, a []value, folder bool, then func(name string) value) value {
	dir, pattern := a[0].Text(), a[1].Text()
	if dir == "" {
		dir = scratch
	}
	before, after, found := strings.Cut(pattern, "*")
	if !found {
		before, after = pattern, ""
	}
	type made struct {
		name string
		err  syscall.Errno
	}
	m := change(th, "make a temporary file of", func(s *system) made {
		for n := 1; ; n++ {
			name := path.Join(dir, before+strconv.Itoa(n)+after)
			if err := s.make(node{path: name, folder: folder, mode: 0o700}); err != syscall.EEXIST {
				return made{name, err}
			}
		}
	})
	switch {
	case m.err != 0:
		return memory.Tuple(value{}, pathError(th, "mkdir", m.name, m.err))
	case then != nil:
		return then(m.name)
	}
	return memory.Tuple(memory.String(m.name), value{})
}

func sized(text string, n int64) string {
	if n <= int64(len(text)) {
		return text[:n]
	}
	return text + strings.Repeat("\x00", int(n)-len(text))
}

// entries returns a []os.DirEntry.
func entries(th *thread, all []node) value {
	var made []value
	for _, n := range all {
		made = append(made, structure(th, "os", "unixDirent", map[string]value{
			"parent": memory.String(path.Dir(n.path)), "name": memory.String(path.Base(n.path)), "typ": {N: memory.Bool(n.folder).N << 31},
			"info": info(th, &n, path.Base(n.path)),
		}))
	}
	return th.SliceWith("native os.DirEntry", th.Gen.Layouts.Of(th.Gen.TypeNamed("io/fs", "DirEntry")), made...)
}

// info returns an os.FileInfo.
func info(th *thread, n *node, name string) value {
	mode := n.mode & 0o777
	if n.folder {
		mode |= 1 << 31
	}
	return structure(th, "os", "fileStat", map[string]value{"name": memory.String(name), "size": {N: int64(len(n.content))}, "mode": {N: mode}})
}

func environment() map[string]native {
	set := func(th *thread, name, v string, remove bool) {
		change(th, "set a variable of", func(s *system) bool { s.setenv(name, v, remove); return true })
	}
	return map[string]native{
		"syscall.Getenv": func(th *thread, a []value) value {
			v, ok := look(th).getenv(a[0].Text())
			return memory.Tuple(memory.String(v), memory.Bool(ok))
		},
		"syscall.Setenv": func(th *thread, a []value) value {
			if name := a[0].Text(); name == "" || strings.ContainsAny(name, "=\x00") {
				return errno(th, syscall.EINVAL)
			}
			set(th, a[0].Text(), a[1].Text(), false)
			return value{}
		},
		"syscall.Unsetenv": func(th *thread, a []value) value { set(th, a[0].Text(), "", true); return value{} },
		"syscall.Clearenv": func(th *thread, _ []value) value {
			change(th, "clear", func(s *system) bool { s.values = nil; return true })
			return value{}
		},
		"syscall.Environ": func(th *thread, _ []value) value {
			var all []value
			for _, v := range look(th).values {
				all = append(all, memory.String(v[0]+"="+v[1]))
			}
			return th.SliceWith("environment", th.Gen.Layouts.Of(stringType), all...)
		},
		"(syscall.Errno).Error": func(_ *thread, a []value) value { return memory.String(syscall.Errno(a[0].N).Error()) },
		"(syscall.Errno).Is": func(th *thread, a []value) value {
			err, is := syscall.Errno(a[0].N), false
			for name, all := range map[string][]syscall.Errno{
				"ErrPermission": {syscall.EACCES, syscall.EPERM}, "ErrExist": {syscall.EEXIST, syscall.ENOTEMPTY}, "ErrNotExist": {syscall.ENOENT},
			} {
				if p, l, ok := th.Variable("internal/oserror", name); ok && th.Equal(l, th.Load(p, l), a[1]) {
					for _, e := range all {
						is = is || e == err
					}
				}
			}
			return memory.Bool(is)
		},
		"(syscall.Errno).Timeout": constantly(0), "(syscall.Errno).Temporary": constantly(0),
		"time.open":               func(th *thread, _ []value) value { return memory.Tuple(value{}, errno(th, syscall.ENOENT)) },
		"time.loadTzinfo":         loadZone,
		"internal/testlog.Getenv": nothing, "internal/testlog.Open": nothing, "internal/testlog.Stat": nothing,
	}
}
