package parse

import (
	"bytes"
	"embed"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"dporbench/model/origin"
)

// files has the headers of this package in their own folder, and the files of the host elsewhere. It remembers which
// of the latter were read.
type files struct {
	read  []origin.File
	bytes int // of them all, and of the headers, each as often as it was read
	times int
}

// The limits of a file and all that it includes. A file that includes itself is read again and again.
const (
	largestFile = 16 << 20
	mostBytes   = 64 << 20
	mostFiles   = 2_000
)

// Open implements fs.FS for the parser. The content is read once, and identified as it is parsed.
func (f *files) Open(name string) (fs.File, error) {
	if rest, ok := strings.CutPrefix(filepath.ToSlash(name), headerFolder+"/"); ok {
		return f.counted(headers.Open("headers/" + rest))
	}
	opened, err := f.counted(openRegular(name))
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	content, err := io.ReadAll(opened)
	if err != nil {
		return nil, err
	}
	f.read = append(f.read, origin.Of(filepath.Base(name), content))
	info, err := opened.Stat()
	return &contents{bytes.NewReader(content), info}, err
}

// counted returns file unless too much has been read.
func (f *files) counted(file fs.File, err error) (fs.File, error) {
	if err != nil {
		return nil, err
	}
	info, err := file.Stat()
	if err == nil {
		f.bytes, f.times = f.bytes+int(info.Size()), f.times+1
		if f.bytes > mostBytes || f.times > mostFiles {
			err = &fs.PathError{Op: "include", Path: info.Name(), Err: fmt.Errorf("more than %d files or %d MiB are included", mostFiles, mostBytes>>20)}
		}
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
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

// contents is a file that has been read.
type contents struct {
	*bytes.Reader
	info fs.FileInfo
}

func (c *contents) Stat() (fs.FileInfo, error) { return c.info, nil }
func (c *contents) Close() error               { return nil }

//go:embed headers
var headers embed.FS

// headerFolder is where the headers appear to be.
const headerFolder = "/cprog"
