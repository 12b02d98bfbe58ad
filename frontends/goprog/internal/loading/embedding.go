package loading

import (
	"cmp"
	"fmt"
	"go/ast"
	"go/token"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/tools/go/packages"

	"dporbench/model/origin"
)

// Embedded is a file whose content the go command puts into a package-level variable, or a folder of some. The name of a folder ends in a slash.
type Embedded struct{ Name, Content string }

const embedding = "//go:embed "

// embed reads the files that the go command puts into variables of a package.
func (f *files) embed(pkg *packages.Package) error {
	for _, file := range f.all {
		for _, d := range file.Decls {
			g, ok := d.(*ast.GenDecl)
			if !ok || g.Tok != token.VAR {
				continue
			}
			for _, s := range g.Specs {
				v := s.(*ast.ValueSpec)
				patterns := append(patternsIn(g.Doc), patternsIn(v.Doc)...)
				if len(patterns) == 0 {
					continue
				}
				if err := f.embedIn(pkg, v.Names[0].Name, patterns); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

func (f *files) embedIn(pkg *packages.Package, variable string, patterns []string) error {
	contents := map[string]string{}
	for _, name := range pkg.EmbedFiles {
		short := filepath.ToSlash(strings.TrimPrefix(name, filepath.Dir(pkg.GoFiles[0])+string(filepath.Separator)))
		if !slices.ContainsFunc(patterns, func(p string) bool { return embeds(p, short) }) {
			continue
		}
		text, err := os.ReadFile(name)
		if err != nil {
			return err
		}
		f.read = append(f.read, origin.Of(path.Join(pkg.PkgPath, short), text))
		contents[short] = string(text)
		for dir := path.Dir(short); dir != "."; dir = path.Dir(dir) {
			contents[dir+"/"] = ""
		}
	}
	if f.embedded == nil {
		f.embedded = map[string][]Embedded{}
	}
	f.embedded[variable] = ordered(contents)
	return nil
}

// ordered returns files in the order that package embed expects: by folder, and then by name.
func ordered(contents map[string]string) (all []Embedded) {
	for name, content := range contents {
		all = append(all, Embedded{name, content})
	}
	split := func(e Embedded) (dir, name string) {
		clean := strings.TrimSuffix(e.Name, "/")
		return path.Dir(clean), path.Base(clean)
	}
	slices.SortFunc(all, func(a, b Embedded) int {
		da, na := split(a)
		db, nb := split(b)
		return cmp.Or(strings.Compare(da, db), strings.Compare(na, nb))
	})
	return all
}

// patternsIn returns the patterns of the lines with go:embed in a comment.
func patternsIn(doc *ast.CommentGroup) (all []string) {
	if doc == nil {
		return nil
	}
	for _, c := range doc.List {
		rest, ok := strings.CutPrefix(c.Text, embedding)
		for rest = strings.TrimSpace(rest); ok && rest != ""; rest = strings.TrimSpace(rest) {
			pattern := rest
			if quoted, err := strconv.QuotedPrefix(rest); err == nil {
				pattern, rest = quoted, rest[len(quoted):]
				pattern, _ = strconv.Unquote(pattern)
			} else {
				pattern, rest, _ = strings.Cut(rest, " ")
			}
			all = append(all, pattern)
		}
	}
	return all
}

// embeds reports whether a pattern names a file, or a folder that it is in. Within a folder, names that begin with a dot or an underscore count only
// for patterns that begin with all:.
func embeds(pattern, name string) bool {
	pattern, hidden := strings.CutPrefix(pattern, "all:")
	parts := strings.Split(name, "/")
	for n := range parts {
		if ok, err := path.Match(pattern, path.Join(parts[:n+1]...)); pattern != "." && (err != nil || !ok) {
			continue
		}
		within := parts[n+1:]
		if pattern == "." {
			within = parts
		}
		return hidden || !slices.ContainsFunc(within, func(p string) bool { return strings.HasPrefix(p, ".") || strings.HasPrefix(p, "_") })
	}
	return false
}

// Embedded returns the files with whose contents the go command sets a package-level variable.
func (p *Program) Embedded(name string) []Embedded { return p.embedded[name] }

// The bounds of the files of a folder.
const (
	mostFiles   = 2_000
	mostBytes   = 16 << 20
	largestFile = 1 << 20
)

// File is a file or a folder in the folder of a package.
type File struct {
	Name, Content string
	Folder        bool
	Partly        bool // a folder of which not all files are there
	Mode          int64
}

// readFolder reads the files in testdata below the package's folder, and those in the folder itself that some package mentions, if one asks for files. Others come and go
// without being part of the program. Of very many files, some are left out.
func (p *Program) readFolder(roots []*packages.Package, mentioned func(name string) bool) error {
	i := slices.IndexFunc(roots, func(r *packages.Package) bool { return len(r.GoFiles) > 0 && !strings.HasSuffix(r.ID, ".test") })
	if !p.Files || i < 0 {
		return nil
	}
	p.Dir = filepath.Dir(roots[i].GoFiles[0])
	left := int64(mostBytes)
	top, err := p.readFiles("", &left, mentioned)
	if err != nil {
		return err
	}
	p.Folder = append([]File{top}, p.Folder...)
	return nil
}

// readFiles reads the files of a folder within the package's, and of all folders within it.
func (p *Program) readFiles(folder string, left *int64, mentioned func(string) bool) (f File, err error) {
	f = File{Name: folder, Folder: true, Mode: 0o755}
	entries, err := os.ReadDir(filepath.Join(p.Dir, folder))
	for _, e := range entries {
		name := path.Join(folder, e.Name())
		switch {
		case len(p.Folder) >= mostFiles, e.IsDir() && folder == "" && name != "testdata", !e.IsDir() && folder == "" && !mentioned(name):
			f.Partly = true
		case e.IsDir():
			below, err := p.readFiles(name, left, mentioned)
			if err != nil {
				return f, err
			}
			p.Folder = append(p.Folder, below)
		default:
			info, err := e.Info()
			if err != nil || !e.Type().IsRegular() || info.Size() > min(*left, largestFile) {
				f.Partly = true
				continue
			}
			text, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				return f, err
			}
			*left -= int64(len(text))
			p.Folder = append(p.Folder, File{Name: name, Content: string(text), Mode: int64(info.Mode().Perm())})
		}
	}
	return f, err
}

// origins of the folder's files.
func (p *Program) folderOrigins() (all []origin.File) {
	for _, f := range p.Folder {
		if !f.Folder {
			all = append(all, origin.Of(fmt.Sprint("folder/", f.Name), []byte(f.Content)))
		}
	}
	return all
}
