package world

import (
	"cmp"
	"path"
	"slices"
	"strings"
	"syscall"

	"dporbench/frontends/goprog/internal/loading"
	"dporbench/frontends/goprog/internal/memory"
	"dporbench/model/guarded"
)

// The file system and the environment of a program are in memory. When it begins, they have the files of the package's folder, a few other folders and variables. Both are one
// state: to look at it is an event if the program ever changes it, and so is each change. They synchronise nothing.

// system is that state.
type system struct {
	nodes  []node // by path
	open   []opened
	opens  int64 // how many files have been opened
	folder string
	values [][2]string // the environment, by name
	words  []int64     // of all of it
}

// node is a file or a folder.
type node struct {
	path, content string
	folder        bool
	partly        bool // it is a folder of which not all files are there
	mode          int64
}

// opened is an open file.
type opened struct {
	number, at     int64
	path           string
	reads, writes  bool
	appends, ended bool
}

// The folder in which programs begin, the one for temporary files, and the program itself.
const (
	home    = "/home/go"
	scratch = "/tmp"
	program = home + "/program"
)

// Beginning returns the state in which a program begins, with the files of the folder of its package, for [machine.Image].
func Beginning(files []loading.File) any {
	s := &system{
		nodes:  []node{{path: "/", folder: true, mode: 0o755}, {path: "/home", folder: true, mode: 0o755}, {path: scratch, folder: true, mode: 0o777}},
		folder: home,
		values: [][2]string{{"HOME", home}, {"PATH", "/bin"}, {"USER", "go"}},
	}
	if len(files) == 0 {
		files = []loading.File{{Folder: true, Partly: true, Mode: 0o755}}
	}
	for _, f := range files {
		s.nodes = append(s.nodes, node{path: path.Join(home, f.Name), content: f.Content, folder: f.Folder, partly: f.Partly, mode: f.Mode})
	}
	slices.SortFunc(s.nodes, func(a, b node) int { return strings.Compare(a.path, b.path) })
	return s
}

// beginning returns the state in which the program begins.
func beginning(th *thread) *system {
	if s, ok := th.Gen.Files.(*system); ok {
		return s
	}
	return bare
}

// bare is the state without files, which is never changed.
var bare = Beginning(nil).(*system)

// Describe lists the state: see [memory.State].
func (s *system) Describe() []int64 { return s.words }

// describe sets the words.
func (s *system) describe(th *thread) {
	s.words = nil
	text := func(t string) {
		word, _ := th.Encode(memory.String(t))
		s.words = append(s.words, word)
	}
	number := func(ns ...int64) { s.words = append(s.words, ns...) }
	number(int64(len(s.nodes)), int64(len(s.open)), s.opens)
	text(s.folder)
	first := beginning(th)
	for _, n := range s.nodes {
		if i, ok := first.find(n.path); ok && first.nodes[i] == n {
			continue
		}
		text(n.path)
		text(n.content)
		number(memory.Bool(n.folder).N, n.mode)
	}
	for _, n := range first.nodes {
		if _, ok := s.find(n.path); !ok {
			text(n.path)
		}
	}
	for _, o := range s.open {
		text(o.path)
		number(o.number, o.at, memory.Bool(o.reads).N, memory.Bool(o.writes).N, memory.Bool(o.appends).N, memory.Bool(o.ended).N)
	}
	for _, v := range s.values {
		text(v[0])
		text(v[1])
	}
}

func of(th *thread, word int64) *system {
	if s, ok := th.Gen.Table.State(word).(*system); ok {
		return s
	}
	return beginning(th)
}

// look returns the state, which must not be changed.
func look(th *thread) *system {
	s := of(th, th.State(th.Gen.Single(systemName)))
	th.SetEffect()
	return s
}

const systemName = "the file system"

// change changes a copy of the state in one event, and returns the result of change.
func change[T any](th *thread, what string, change func(s *system) T) (result T) {
	return changeBy(th, access{what: what}, change)
}

// access is an event on the state.
type access struct {
	what  string
	ready func(*system) bool // nil: always
	syncs []guarded.SyncOp
}

// changeBy is change by an event that may wait, and synchronise.
func changeBy[T any](th *thread, a access, change func(s *system) T) (result T) {
	next := func(word int64) (T, int64) {
		c := *of(th, word)
		c.nodes, c.open, c.values = slices.Clone(c.nodes), slices.Clone(c.open), slices.Clone(c.values)
		r := change(&c)
		c.describe(th)
		return r, th.Gen.Table.Number(&c)
	}
	ready := guarded.Always
	if a.ready != nil {
		ready = func(word int64) bool { return a.ready(of(th, word)) }
	}
	before := th.When(th.Gen.Single(systemName), a.what, ready, func(word int64) int64 { _, after := next(word); return after })
	th.SetEffect(a.syncs...)
	result, _ = next(before)
	return result
}

func (s *system) absolute(name string) string {
	if !strings.HasPrefix(name, "/") {
		name = s.folder + "/" + name
	}
	return path.Clean(name)
}

// find returns the index of a path, or where it belongs.
func (s *system) find(at string) (int, bool) {
	return slices.BinarySearchFunc(s.nodes, at, func(n node, at string) int { return cmp.Compare(n.path, at) })
}

// get returns a node, or an error.
func (s *system) get(name string) (n *node, err syscall.Errno) {
	at := s.absolute(name)
	if name == "" {
		return nil, syscall.ENOENT
	}
	if i, ok := s.find(at); ok {
		return &s.nodes[i], 0
	}
	for dir := path.Dir(at); ; dir = path.Dir(dir) {
		if i, ok := s.find(dir); ok {
			if !s.nodes[i].folder {
				return nil, syscall.ENOTDIR
			}
			return nil, syscall.ENOENT
		}
	}
}

// make makes a node in an existing folder.
func (s *system) make(n node) syscall.Errno {
	n.path = s.absolute(n.path)
	if parent, err := s.get(path.Dir(n.path)); err != 0 {
		return err
	} else if !parent.folder {
		return syscall.ENOTDIR
	}
	i, ok := s.find(n.path)
	if ok {
		return syscall.EEXIST
	}
	s.nodes = slices.Insert(s.nodes, i, n)
	return 0
}

// makeAll makes a folder with all folders that it is in.
func (s *system) makeAll(name string, mode int64) syscall.Errno {
	at := s.absolute(name)
	if n, err := s.get(at); err == 0 {
		if n.folder {
			return 0
		}
		return syscall.ENOTDIR
	}
	if err := s.makeAll(path.Dir(at), mode); err != 0 {
		return err
	}
	return s.make(node{path: at, folder: true, mode: mode})
}

func within(dir, at string) bool { return strings.HasPrefix(at, strings.TrimSuffix(dir, "/")+"/") }

// entries returns the nodes of a folder.
func (s *system) entries(dir string) (all []node) {
	for _, n := range s.nodes {
		if within(dir, n.path) && !strings.Contains(n.path[len(strings.TrimSuffix(dir, "/"))+1:], "/") {
			all = append(all, n)
		}
	}
	return all
}

// remove removes a file, or an empty folder.
func (s *system) remove(name string) syscall.Errno {
	at := s.absolute(name)
	n, err := s.get(name)
	switch {
	case err != 0:
		return err
	case n.folder && len(s.entries(at)) > 0:
		return syscall.ENOTEMPTY
	}
	s.nodes = slices.DeleteFunc(s.nodes, func(n node) bool { return n.path == at })
	return 0
}

// removeAll removes a file or a folder with all that it contains.
func (s *system) removeAll(name string) syscall.Errno {
	at := s.absolute(name)
	s.nodes = slices.DeleteFunc(s.nodes, func(n node) bool { return n.path == at || within(at, n.path) })
	return 0
}

// rename moves a file, or a folder with all that it contains.
func (s *system) rename(from, to string) syscall.Errno {
	n, err := s.get(from)
	if err != 0 {
		return err
	}
	moved := *n
	if target, err := s.get(to); err == 0 && (target.folder || moved.folder) {
		return syscall.EEXIST
	}
	from, to = s.absolute(from), s.absolute(to)
	s.removeAll(to)
	if parent, err := s.get(path.Dir(to)); err != 0 {
		return err
	} else if !parent.folder {
		return syscall.ENOTDIR
	}
	for i := range s.nodes {
		if n := &s.nodes[i]; n.path == from || within(from, n.path) {
			n.path = to + n.path[len(from):]
		}
	}
	slices.SortFunc(s.nodes, func(a, b node) int { return cmp.Compare(a.path, b.path) })
	return 0
}

// write replaces the content of a file, which it makes if need be.
func (s *system) write(name, content string, mode int64) syscall.Errno {
	n, err := s.get(name)
	switch {
	case err == syscall.ENOENT:
		return s.make(node{path: name, content: content, mode: mode})
	case err != 0:
		return err
	case n.folder:
		return syscall.EISDIR
	}
	n.content = content
	return 0
}

// opening opens a file, as open(2) does.
func (s *system) opening(name string, flags, mode int64) (number int64, err syscall.Errno) {
	n, err := s.get(name)
	write := flags&(syscall.O_WRONLY|syscall.O_RDWR) != 0
	switch {
	case err == syscall.ENOENT && flags&syscall.O_CREAT != 0:
		if err := s.make(node{path: name, mode: mode}); err != 0 {
			return 0, err
		}
	case err != 0:
		return 0, err
	case flags&syscall.O_CREAT != 0 && flags&syscall.O_EXCL != 0:
		return 0, syscall.EEXIST
	case n.folder && write:
		return 0, syscall.EISDIR
	case flags&syscall.O_TRUNC != 0 && write:
		n.content = ""
	}
	s.opens++
	s.open = append(s.open, opened{number: s.opens, path: s.absolute(name), reads: flags&syscall.O_WRONLY == 0, writes: write, appends: flags&syscall.O_APPEND != 0})
	return s.opens, 0
}

// file returns an open file with its node, which is nil if it has been removed.
func (s *system) file(number int64) (*opened, *node) {
	i := slices.IndexFunc(s.open, func(o opened) bool { return o.number == number })
	if i < 0 {
		return nil, nil
	}
	n, err := s.get(s.open[i].path)
	if err != 0 {
		return &s.open[i], nil
	}
	return &s.open[i], n
}

// setenv sets a variable of the environment, or removes it.
func (s *system) setenv(name, v string, remove bool) {
	i, ok := slices.BinarySearchFunc(s.values, name, func(v [2]string, name string) int { return cmp.Compare(v[0], name) })
	switch {
	case remove && ok:
		s.values = slices.Delete(s.values, i, i+1)
	case remove:
	case ok:
		s.values[i][1] = v
	default:
		s.values = slices.Insert(s.values, i, [2]string{name, v})
	}
}

func (s *system) getenv(name string) (string, bool) {
	for _, v := range s.values {
		if v[0] == name {
			return v[1], true
		}
	}
	return "", false
}
