package parse

import (
	"embed"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// files has the headers of this package in their own folder, and the files of the
// host elsewhere: only regular files of moderate size.
type files struct{}

const largestFile = 16 << 20

func (files) Open(name string) (fs.File, error) {
	if rest, ok := strings.CutPrefix(filepath.ToSlash(name), headerFolder+"/"); ok {
		return headers.Open("headers/" + rest)
	}
	info, err := os.Stat(name)
	if err != nil {
		return nil, err
	}
	if !info.Mode().IsRegular() || info.Size() > largestFile {
		return nil, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	return os.Open(name)
}

//go:embed headers
var headers embed.FS

// headerFolder is where the headers appear to be.
const headerFolder = "/cprog"
