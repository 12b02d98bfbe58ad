package main

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
)

// figure is a file that a command draws.
type figure struct {
	path    string // where it belongs
	content []byte
}

// draw runs a command that draws a file, or all that it draws into a folder.
// Nothing is written but to a temporary folder.
func (g *generator) draw(args []string) (figures []figure, err error) {
	at := 1 + slices.IndexFunc(args, func(arg string) bool { return arg == "-o" || arg == "--out" })
	if at == 0 || at == len(args) || !filepath.IsLocal(args[at]) {
		return nil, errors.New("draws nothing: must have -o FILE, within the project")
	}
	target := args[at]
	folder, err := os.MkdirTemp("", "documents")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	drawn := filepath.Join(folder, filepath.Base(target))
	args = slices.Clone(args)
	args[at] = drawn
	out, err := g.run(args, true)
	if err == nil {
		err = out.expect(0)
	}
	if err != nil {
		return nil, err
	}
	err = filepath.WalkDir(drawn, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		content, err := os.ReadFile(path)
		figures = append(figures, figure{filepath.Join(target, path[len(drawn):]), content})
		return err
	})
	return figures, err
}

// write writes the figure where it belongs.
func (f figure) write() error {
	if err := os.MkdirAll(filepath.Dir(f.path), 0o777); err != nil {
		return err
	}
	return writeChanged(f.path, f.content)
}

// stale says where the file differs first from the figure.
func (f figure) stale() error {
	old, err := os.ReadFile(f.path)
	if err != nil {
		return fmt.Errorf("stale: %w", err)
	}
	if bytes.Equal(old, f.content) {
		return nil
	}
	n := 0
	for n < min(len(old), len(f.content)) && old[n] == f.content[n] {
		n++
	}
	return fmt.Errorf("stale: %s differs from byte %d on (line %d)", f.path, n+1, 1+bytes.Count(old[:n], []byte("\n")))
}
