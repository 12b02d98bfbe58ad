package parse

import (
	"bytes"
	"cmp"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"dporbench/model/origin"
)

// files has the headers of this package in their own folder, and the files of the host elsewhere. It reads each of the latter
// once, so that the text that has been checked is the one that is parsed.
type files struct {
	read    []origin.File
	known   map[string]fileText
	bytes   int            // of them all, and of the headers, each as often as it was included
	times   map[string]int // that each was included
	checked bool           // the file has been preprocessed within the limits
	// always has the names of the files that each file without a condition includes.
	always map[string][]string
	// tooMuch is the error of having exceeded a limit: the parser continues, and may fail in other ways.
	tooMuch error
}

// The limits of a file and all that it includes. A file that includes itself is read again and again.
const (
	largestFile = 16 << 20
	mostBytes   = 64 << 20
	mostTimes   = 200      // that a file is included; compilers allow as much nesting
	longestLine = 64 << 10 // of a directive, in bytes: its expression may be nested
)

// Open implements fs.FS for the parser.
func (f *files) Open(name string) (fs.File, error) {
	if rest, ok := strings.CutPrefix(filepath.ToSlash(name), headerFolder+"/"); ok {
		return f.counted(headers.Open("headers/" + rest))
	}
	if known, ok := f.known[name]; ok {
		return f.counted(known.open(), nil)
	}
	opened, err := f.counted(openRegular(name))
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	known, err := f.content(name, opened)
	if err != nil {
		return nil, err
	}
	if f.known == nil {
		f.known = map[string]fileText{}
	}
	f.known[name] = known
	return known.open(), nil
}

// content reads a file, and identifies it.
func (f *files) content(name string, opened fs.File) (text fileText, err error) {
	content, err := io.ReadAll(io.LimitReader(opened, largestFile))
	if err == nil {
		err = f.directives(filepath.Clean(name), content)
	}
	if err != nil {
		f.tooMuch = cmp.Or(f.tooMuch, err)
		return text, err
	}
	f.read = append(f.read, origin.Of(filepath.Base(name), content))
	if text.info, err = opened.Stat(); err != nil {
		return text, err
	}
	text.text, err = inDialect(filepath.Base(name), string(content))
	return text, err
}

// counted returns file unless too much has been read.
func (f *files) counted(file fs.File, err error) (fs.File, error) {
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil && !f.checked {
		if f.times == nil {
			f.times = map[string]int{}
		}
		f.bytes += int(info.Size())
		f.times[info.Name()]++
		switch {
		case f.times[info.Name()] > mostTimes:
			err = fmt.Errorf("%s is included more than %d times", info.Name(), mostTimes)
		case f.bytes > mostBytes:
			err = fmt.Errorf("more than %d MiB are included", mostBytes>>20)
		}
	}
	if err != nil {
		f.tooMuch = cmp.Or(f.tooMuch, err)
		file.Close()
		return nil, err
	}
	return file, nil
}

// directives returns an error if a line of the file that begins with # is too long, or if the file includes itself whatever
// the conditions are: the preprocessor would not end.
func (f *files) directives(name string, content []byte) error {
	text := bytes.ReplaceAll(content, []byte("\\\n"), nil)
	var included []string
	conditional := false
	for line := range bytes.Lines(text) {
		directive, ok := bytes.CutPrefix(bytes.TrimLeft(line, " \t"), []byte("#"))
		if !ok {
			continue
		}
		if len(line) > longestLine {
			return fmt.Errorf("%s: a directive has more than %d bytes", filepath.Base(name), longestLine)
		}
		word := string(bytes.TrimSpace(directive))
		conditional = conditional || strings.HasPrefix(word, "if") || strings.HasPrefix(word, "pragma")
		if argument, ok := strings.CutPrefix(word, "include"); ok {
			included = append(included, beside(name, strings.TrimSpace(argument)))
		}
	}
	if conditional {
		return nil
	}
	if f.always == nil {
		f.always = map[string][]string{}
	}
	f.always[name] = included
	if f.leadsTo(name, name, map[string]bool{}) {
		return fmt.Errorf("%s: includes itself", filepath.Base(name))
	}
	return nil
}

// beside returns the path of a file that the file of that name includes, where it looks first. Whatever is found elsewhere is
// only counted.
func beside(name, included string) string {
	return filepath.Join(filepath.Dir(name), strings.Trim(included, "\"<>"))
}

// leadsTo reports whether a file includes another one, directly or through files that have not been seen.
func (f *files) leadsTo(from, to string, seen map[string]bool) bool {
	return slices.ContainsFunc(f.always[from], func(next string) bool {
		if next == to || seen[next] {
			return next == to
		}
		seen[next] = true
		return f.leadsTo(next, to, seen)
	})
}

// openRegular opens a regular file of moderate size. Opening any other kind may have effects, or never return.
func openRegular(name string) (fs.File, error) {
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	switch {
	case info.IsDir():
		err = errors.New("is a folder")
	case !info.Mode().IsRegular():
		err = errors.New("is not a regular file")
	case info.Size() > largestFile:
		err = fmt.Errorf("is larger than %d MiB", largestFile>>20)
	default:
		return os.Open(name)
	}
	return nil, &fs.PathError{Op: "open", Path: name, Err: err}
}

// fileText is the text of a file, in the notation of the preprocessor.
type fileText struct {
	text string
	info fs.FileInfo
}

func (t fileText) open() fs.File { return &contents{strings.NewReader(t.text), t.info} }

// contents is a file that has been read.
type contents struct {
	*strings.Reader
	info fs.FileInfo
}

func (c *contents) Stat() (fs.FileInfo, error) { return c.info, nil }
func (c *contents) Close() error               { return nil }

//go:embed headers
var headers embed.FS

// headerFolder is where the headers appear to be.
const headerFolder = "/cprog"
